// Connects an implementation of Churn to `churnproof conform`: a template, to be copied.
//
// Put your own implementation in the place of Churn.cs, then: mcs -out:adapter.exe Adapter.cs Churn.cs
// (or add both to a project of dotnet) and: churnproof conform -- mono adapter.exe
// What is asked and answered is told in verification/PROTOCOL.md. Requests come without spaces or
// escapes and with their keys in one order, so they can be read without a JSON library.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Text.RegularExpressions;
static class Adapter
{
    static readonly Regex PlayRequest = new Regex(
        "\"ask\":\"play\",\"position\":\"([^\"]*)\",\"turns\":\\[([^\\]]*)\\]", RegexOptions.Compiled);
    const string Identity =
        "{\"protocol\":1,\"name\":\"example in C#\",\"version\":\"1\",\"language\":\"C#\","
        + "\"boards\":\"any\",\"positions\":true,\"swap\":\"seats\",\"refuses\":true}";

    static void Main()
    {
        for (string line; (line = Console.ReadLine()) != null; Console.Out.Flush())
        {
            string begin = line.Substring(0, line.IndexOf(',')); // {"id":1
            Console.WriteLine(begin + "," + Answer(line) + "}");
        }
    }

    static string Answer(string line)
    {
        try
        {
            Match request = PlayRequest.Match(line);
            if (line.Contains("\"ask\":\"hello\"")) return "\"result\":" + Identity;
            if (!request.Success) return "\"skipped\":{\"reason\":\"not known here\"}";
            return "\"result\":" + Play(new Churn(request.Groups[1].Value), request.Groups[2].Value);
        }
        catch (Exception error)
        {
            return "\"error\":{\"message\":" + Quoted(error.GetType().Name) + "}";
        }
    }

    static string Play(Churn game, string turns)
    {
        var removed = new List<string>();
        string[] words = turns == "" ? new string[0] : turns.Replace("\"", "").Split(',');
        for (int number = 1; number <= words.Length; number++)
        {
            if (!game.Legal().Contains(words[number - 1])) return "{\"refused\":" + number + "}";
            removed = game.Play(words[number - 1]);
        }
        return "{\"position\":" + Quoted(game.Text()) + ",\"legal\":" + Array(game.Legal())
            + ",\"over\":" + (game.Over() ? "true" : "false") + ",\"removed\":" + Array(removed)
            + ",\"winner\":" + (game.Over() ? Quoted(game.Winner()) : "null") + "}";
    }

    static string Array(List<string> names) { return "[" + string.Join(",", names.Select(Quoted)) + "]"; }
    static string Quoted(string text) { return "\"" + text + "\""; }
}
