// A plain implementation of Churn, for the template to have something to connect.

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A game: stones by cell name, who is to move, whether the swap is on offer. */
final class Churn {
  private record Board(List<List<String>> rows, Map<String, List<String>> beside) {}

  private static final Map<String, Board> BOARDS = new HashMap<>();
  private static final int[][] STEPS = {{0, -2}, {0, 2}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}};

  private final String sides;
  private final Board board;
  private final Map<String, Character> stones = new HashMap<>();
  private char mover;
  private boolean swap;

  Churn(String text) {
    String[] parts = text.split(" ");
    sides = parts[0];
    board = BOARDS.computeIfAbsent(sides, Churn::build);
    mover = parts[2].charAt(0);
    swap = parts.length > 3;
    String letters = parts[1].replace("/", "");
    int at = 0;
    for (String cell : board.beside.keySet()) {
      char letter = letters.charAt(at++);
      if (letter != '.') stones.put(cell, letter);
    }
  }

  /** The position as text. */
  String text() {
    List<String> rows = new ArrayList<>();
    for (List<String> row : board.rows) {
      StringBuilder letters = new StringBuilder();
      for (String cell : row) letters.append(stones.getOrDefault(cell, '.').charValue());
      rows.add(letters.toString());
    }
    return sides + " " + String.join("/", rows) + " " + mover + (swap ? " swap" : "");
  }

  /** The legal turns: where the smallest group is formed, and the swap where on offer. */
  List<String> legal() {
    List<String> legal = new ArrayList<>();
    int smallest = Integer.MAX_VALUE;
    for (String cell : board.beside.keySet()) {
      if (stones.containsKey(cell)) continue;
      int formed = group(cell).size();
      if (formed < smallest) legal.clear();
      smallest = Math.min(smallest, formed);
      if (formed == smallest) legal.add(cell);
    }
    if (swap) legal.add("swap");
    return legal;
  }

  /** Takes a legal turn and gives the cells whose stones were removed. */
  List<String> play(String turn) {
    boolean isFirst = stones.isEmpty() && mover == 'r';
    List<String> removed = new ArrayList<>();
    swap = false;
    if (turn.equals("swap")) return removed;
    stones.put(turn, mover);
    int formed = group(turn).size();
    for (String cell : stones.keySet()) {
      if (stones.get(cell) == mover && group(cell).size() < formed) removed.add(cell);
    }
    stones.keySet().removeAll(removed);
    mover = mover == 'r' ? 'b' : 'r';
    swap = isFirst && !over();
    return removed;
  }

  boolean over() {
    return stones.size() == board.beside.size();
  }

  /** The winner of a game that is over. */
  String winner() {
    int lead = 2 * Collections.frequency(stones.values(), 'r') - stones.size();
    return lead > 0 ? "red" : lead < 0 ? "blue" : "tie";
  }

  /** The mover's group that a stone on a cell is in, the cell itself included. */
  private Set<String> group(String cell) {
    Set<String> group = new HashSet<>();
    Deque<String> found = new ArrayDeque<>(List.of(cell));
    while (!found.isEmpty()) {
      String here = found.pop();
      if (!group.add(here)) continue;
      for (String near : board.beside.get(here)) {
        if (stones.getOrDefault(near, '.') == mover) found.push(near);
      }
    }
    return group;
  }

  /** Rows by where they begin and end, in half cells. */
  private static Board build(String sides) {
    String[] texts = sides.split("-");
    int[] side = new int[6];
    for (int each = 0; each < 6; each++) side[each] = Integer.parseInt(texts[each % texts.length]);
    int height = side[1] + side[2] - 1;
    int begin = 0;
    int end = 2 * (side[0] - 1);
    List<List<String>> rows = new ArrayList<>();
    Map<List<Integer>, String> at = new LinkedHashMap<>();
    for (int row = 0; row < height; row++) {
      List<String> names = new ArrayList<>();
      for (int column = begin; column <= end; column += 2) {
        names.add(letters(height - 1 - row) + (names.size() + 1));
        at.put(List.of(row, column), names.get(names.size() - 1));
      }
      rows.add(names);
      begin += row < side[5] - 1 ? -1 : 1;
      end += row < side[1] - 1 ? 1 : -1;
    }
    Map<String, List<String>> beside = new LinkedHashMap<>();
    at.forEach((place, cell) -> {
      List<String> near = new ArrayList<>();
      for (int[] step : STEPS) {
        String other = at.get(List.of(place.get(0) + step[0], place.get(1) + step[1]));
        if (other != null) near.add(other);
      }
      beside.put(cell, near);
    });
    return new Board(rows, beside);
  }

  /** a for 0, z for 25, aa for 26. */
  private static String letters(int number) {
    String rest = number >= 26 ? letters(number / 26 - 1) : "";
    return rest + (char) ('a' + number % 26);
  }
}
