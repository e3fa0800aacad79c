import SimperiumKit
import TestKit
import TestSupport
import Testing

@Suite("Players and watch, without a screen", .waits)
struct ReportTests {
    @Test("players prints the number of players, as text and as one JSON object per line")
    func players() throws {
        let machine = try Machine()
        let okafor = try Talker(["--plain", "--name", "okafor"], on: machine)
        okafor.hears("Connected.")
        let follower = try Talker(["players", "--follow", "--json"], on: machine)
        follower.hears(#""doing":"waiting""#)
        let lin = try Talker(["--plain", "--name", "lin"], on: machine)
        lin.hears("You are playing okafor")
        follower.hears(#""playing":2"#)

        let text = try Talker(["players"], on: machine)
        #expect(text.hearsTheEnd() == 0)
        #expect(text.heard.hasPrefix("2 people here: 0 free, 2 playing, 0 watching; 1 match\n"))
        #expect(text.heard.contains("lin     playing okafor\n"))

        let json = try Talker(["players", "--json"], on: machine)
        #expect(json.hearsTheEnd() == 0)
        #expect(json.heard.filter { $0 == "\n" }.count == 1)
        let members = try JSON(text: json.heard)
        #expect(members["version"]?.int == 1)
        #expect(members["here"]?.int == 2)
        #expect(members["matches"]?.int == 1)
        let people = try #require(members["people"]?.array)
        #expect(people.contains(["name": "lin", "doing": "playing", "with": "okafor"]))
    }

    @Test("watch prints each move, and counts as a spectator")
    func watch() throws {
        let machine = try Machine()
        let okafor = try Talker(["--plain", "--name", "okafor"], on: machine)
        okafor.hears("Connected.")
        let early = try Talker(["watch"], on: machine)
        early.hears("No match at the moment")
        let lin = try Talker(["--plain", "--name", "lin"], on: machine)
        lin.hears("You are playing okafor")
        early.hears("okafor (O) is playing lin (X), round 1")
        let text = try Talker(["watch", "lin"], on: machine)
        let json = try Talker(["watch", "--json"], on: machine)
        text.hears("is playing", "round 1")
        json.hears(#""board":[0,0,0,0,0,0,0,0,0]"#, #""watching":3"#)
        okafor.says("5")
        lin.says("5")
        text.hears("placed O in 5, the centre")
        json.hears(#""board":[0,0,0,0,2,0,0,0,0]"#)
        lin.says("quit")
        text.hears("The match is over.")
    }

    @Test(
        "Without a server there are no players, and no server is started",
        arguments: [
            (["players"], "There are no players: no server is running."),
            (["watch"], "There are no players: no server is running."),
            (["watch", "--plain"], "There are no players: no server is running."),
            (
                ["players", "--json"],
                #"{"version":1,"here":0,"free":0,"playing":0,"watching":0,"#
                    + #""away":0,"matches":0,"people":[]}"#
            ),
        ])
    func nobody(words: [String], sentence: String) throws {
        let machine = try Machine()
        let talker = try Talker(words, on: machine)
        #expect(talker.hearsTheEnd() == 0)
        #expect(talker.heard == sentence + "\n")
        #expect(machine.serverProcess == nil)
        #expect(machine.log.isEmpty)
    }

    @Test("A follower is notified as soon as there is a server")
    func somebody() throws {
        let machine = try Machine()
        let follower = try Talker(["players", "--follow"], on: machine)
        follower.hears("There are no players: no server is running.")
        let okafor = try Talker(["--plain", "--name", "okafor"], on: machine)
        okafor.hears("Connected.")
        follower.hears("1 person here")
    }

    @Test(
        "Without a report one sentence has the reason, and the exit status its kind",
        arguments: [
            (["players", "--server", "127.0.0.1:1"], 3, "no server at 127.0.0.1:1; run tictactoe"),
            (
                ["players", "--server", "nobody.invalid"], 3,
                "no such host: nobody.invalid; check --server"
            ),
            (
                ["serve", "--status", "--server", "nobody.invalid"], 3,
                "can't reach nobody.invalid:8383: no such host"
            ),
            (["watch", "--server", "127.0.0.1:1"], 3, "no server at 127.0.0.1:1; run tictactoe"),
            (["watch", "--json", "--server", "127.0.0.1:1"], 3, "no server at 127.0.0.1:1"),
            (["watch", "nobody"], 4, "no player or match called nobody"),
            (["players", "--lobby-token-file", "/dev/null/token"], 1, "no such file"),
            (["players", "--follow=perhaps"], 2, "neither yes nor no"),
            (["play"], 1, "--plain does not"),
        ])
    func failures(words: [String], status: Int32, sentence: String) throws {
        let talker = try Talker(words, on: try Machine())
        #expect(talker.hearsTheEnd() == status)
        #expect(talker.heard.hasPrefix("tictactoe: "))
        #expect(talker.heard.contains(sentence))
        #expect(talker.heard.filter { $0 == "\n" }.count == 1)
    }

    @Test("A client with another token is refused")
    func token() throws {
        let machine = try Machine()
        let path = machine.home + "/token"
        try Files.write(String(repeating: "ab", count: 16), to: path)
        let first = try Talker(["--plain"], on: machine)
        first.hears("Connected.")
        let talker = try Talker(["players", "--lobby-token-file", path], on: machine)
        #expect(talker.hearsTheEnd() == 5)
        #expect(talker.heard.contains("rejected this program's token"))
    }
}
