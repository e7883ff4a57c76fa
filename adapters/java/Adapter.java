// Connects an implementation of Churn to `churnproof conform`: a template, to be copied.
//
// Put your own implementation in the place of Churn.java, then: javac -d build Adapter.java Churn.java
// and: churnproof conform -- java -cp build Adapter
// What is asked and answered is told in verification/PROTOCOL.md. Requests come without spaces or
// escapes and with their keys in one order, so they can be read without a JSON library.

import java.io.*;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

final class Adapter {
  private static final Pattern PLAY =
      Pattern.compile("\"ask\":\"play\",\"position\":\"([^\"]*)\",\"turns\":\\[([^\\]]*)\\]");
  private static final String IDENTITY =
      "{\"protocol\":1,\"name\":\"example in Java\",\"version\":\"1\",\"language\":\"Java\","
          + "\"boards\":\"any\",\"positions\":true,\"swap\":\"seats\",\"refuses\":true}";

  public static void main(String[] arguments) throws IOException {
    BufferedReader input = new BufferedReader(new InputStreamReader(System.in));
    for (String line; (line = input.readLine()) != null; System.out.flush()) {
      String begin = line.substring(0, line.indexOf(',')); // {"id":1
      System.out.println(begin + "," + answer(line) + "}");
    }
  }

  private static String answer(String line) {
    try {
      Matcher play = PLAY.matcher(line);
      if (line.contains("\"ask\":\"hello\"")) return "\"result\":" + IDENTITY;
      if (play.find()) return "\"result\":" + play(new Churn(play.group(1)), play.group(2));
      return "\"skipped\":{\"reason\":\"not known here\"}";
    } catch (RuntimeException error) {
      return "\"error\":{\"message\":" + quoted(error.getClass().getName()) + "}";
    }
  }

  private static String play(Churn game, String turns) {
    List<String> removed = List.of();
    int number = 0;
    for (String turn : turns.isEmpty() ? new String[0] : turns.replace("\"", "").split(",", -1)) {
      number++;
      if (!game.legal().contains(turn)) return "{\"refused\":" + number + "}";
      removed = game.play(turn);
    }
    String winner = game.over() ? quoted(game.winner()) : "null";
    return "{\"position\":" + quoted(game.text()) + ",\"legal\":" + list(game.legal())
        + ",\"over\":" + game.over() + ",\"winner\":" + winner + ",\"removed\":" + list(removed) + "}";
  }

  private static String list(List<String> names) {
    return "[" + String.join(",", names.stream().map(Adapter::quoted).toList()) + "]";
  }

  private static String quoted(String text) {
    return "\"" + text + "\"";
  }
}
