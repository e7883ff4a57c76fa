// A plain implementation of Churn, for the template to have something to connect.

using System;
using System.Collections.Generic;
using System.Linq;

/// <summary>A game: stones by cell name, who is to move, whether the swap is on offer.</summary>
class Churn
{
    class Board
    {
        public List<List<string>> Rows = new List<List<string>>();
        public List<string> Cells = new List<string>(); // top row first
        public Dictionary<string, List<string>> Beside = new Dictionary<string, List<string>>();
    }

    static readonly Dictionary<string, Board> Boards = new Dictionary<string, Board>();

    readonly string sides;
    readonly Board board;
    readonly Dictionary<string, char> stones = new Dictionary<string, char>();
    char mover;
    bool swap;

    public Churn(string text)
    {
        string[] parts = text.Split(' ');
        sides = parts[0];
        if (!Boards.TryGetValue(sides, out board)) Boards[sides] = board = Build(sides);
        string letters = parts[1].Replace("/", "");
        for (int at = 0; at < letters.Length; at++)
            if (letters[at] != '.') stones[board.Cells[at]] = letters[at];
        mover = parts[2][0];
        swap = parts.Length > 3;
    }

    /// <summary>The position as text.</summary>
    public string Text()
    {
        var rows = board.Rows.Select(row => string.Concat(row.Select(StoneOn)));
        return sides + " " + string.Join("/", rows) + " " + mover + (swap ? " swap" : "");
    }

    /// <summary>The legal turns: where the smallest group is formed, and the swap where on offer.</summary>
    public List<string> Legal()
    {
        var forms = board.Cells.Where(cell => !stones.ContainsKey(cell))
            .ToDictionary(cell => cell, cell => Group(cell).Count);
        int smallest = forms.Count == 0 ? 0 : forms.Values.Min();
        var legal = forms.Keys.Where(cell => forms[cell] == smallest).ToList();
        if (swap) legal.Add("swap");
        return legal;
    }

    /// <summary>Takes a legal turn and gives the cells whose stones were removed.</summary>
    public List<string> Play(string turn)
    {
        bool isFirst = stones.Count == 0 && mover == 'r';
        swap = false;
        if (turn == "swap") return new List<string>();
        stones[turn] = mover;
        int formed = Group(turn).Count;
        var removed = stones.Keys
            .Where(cell => stones[cell] == mover && Group(cell).Count < formed).ToList();
        foreach (string cell in removed) stones.Remove(cell);
        mover = mover == 'r' ? 'b' : 'r';
        swap = isFirst && !Over();
        return removed;
    }

    public bool Over() { return stones.Count == board.Cells.Count; }

    /// <summary>The winner of a game that is over.</summary>
    public string Winner()
    {
        int lead = 2 * stones.Values.Count(stone => stone == 'r') - stones.Count;
        return lead > 0 ? "red" : lead < 0 ? "blue" : "tie";
    }

    char StoneOn(string cell)
    {
        char stone;
        return stones.TryGetValue(cell, out stone) ? stone : '.';
    }

    /// <summary>The mover's group that a stone on a cell is in, the cell itself included.</summary>
    HashSet<string> Group(string cell)
    {
        var group = new HashSet<string>();
        var found = new Stack<string>();
        found.Push(cell);
        while (found.Count > 0)
        {
            string here = found.Pop();
            if (!group.Add(here)) continue;
            foreach (string near in board.Beside[here])
                if (StoneOn(near) == mover) found.Push(near);
        }
        return group;
    }

    /// <summary>Rows by where they begin and end, in half cells.</summary>
    static Board Build(string sides)
    {
        int[] given = sides.Split('-').Select(int.Parse).ToArray();
        int[] side = Enumerable.Range(0, 6).Select(each => given[each % given.Length]).ToArray();
        int height = side[1] + side[2] - 1, begin = 0, end = 2 * (side[0] - 1);
        var board = new Board();
        var at = new Dictionary<Tuple<int, int>, string>();
        for (int row = 0; row < height; row++)
        {
            var names = new List<string>();
            for (int column = begin; column <= end; column += 2)
            {
                names.Add(Letters(height - 1 - row) + (names.Count + 1));
                at[Tuple.Create(row, column)] = names.Last();
            }
            board.Rows.Add(names);
            board.Cells.AddRange(names);
            begin += row < side[5] - 1 ? -1 : 1;
            end += row < side[1] - 1 ? 1 : -1;
        }
        int[,] steps = { { 0, -2 }, { 0, 2 }, { -1, -1 }, { -1, 1 }, { 1, -1 }, { 1, 1 } };
        foreach (var place in at)
        {
            var near = board.Beside[place.Value] = new List<string>();
            for (int step = 0; step < 6; step++)
            {
                string other;
                var there = Tuple.Create(place.Key.Item1 + steps[step, 0], place.Key.Item2 + steps[step, 1]);
                if (at.TryGetValue(there, out other)) near.Add(other);
            }
        }
        return board;
    }

    /// <summary>a for 0, z for 25, aa for 26.</summary>
    static string Letters(int number)
    {
        string rest = number >= 26 ? Letters(number / 26 - 1) : "";
        return rest + (char)('a' + number % 26);
    }
}
