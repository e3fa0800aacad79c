import TestKit
import TestSupport
import Testing

@Suite("Invitations to games over days and to be friends, between two homes", .waits)
struct InvitationStoryTests {
    @Test("P72, S293: A game begins when the other accepts; scripts show it, move in it and wait")
    func scripts() throws {
        let server = try ServedProgram()
        let lin = try AccountHome(of: "l", at: server)
        let okafor = try AccountHome(of: "okaforokaforokaf", at: server)
        let oneself = try lin.runs("games", "new", "L")
        #expect(oneself.status == 5 && oneself.text.contains("You can't invite yourself."))
        let unknown = try lin.runs("games", "new", "noor")
        #expect(unknown.status == 4 && unknown.text.contains("No account has this name."))
        let idle = try lin.runs("status", "--short")
        #expect(idle.status == 4 && idle.text.isEmpty, "\(idle)")
        // A game that waits at the start is printed at once; later ones, every five seconds.
        #expect(try okafor.runs("games", "new", "l").text.contains("l is invited."))
        let waiter = try lin.opens("games", "--wait")
        let parser = try lin.opens("games", "--wait", "--json")
        #expect(waiter.line { $0.hasPrefix("okaforokaforokaf: invites you") } != nil)
        let object = parser.line { $0.contains(#""state":"invitation""#) }
        #expect(object?.hasPrefix(#"{"version":1,"key":"#) == true, "\(object ?? "")")

        #expect(try lin.runs("status").text.contains("1 waiting for you (1 invitation)."))
        #expect(try okafor.runs("status").text.contains("none waiting for you."))
        let own = try okafor.runs("games", "accept", "1")
        #expect(own.status == 5 && own.text.contains("not an open invitation to you"))
        #expect(try okafor.runs("games", "move", "1", "5").status == 5)
        #expect(try lin.runs("games", "accept", "1").text.contains("new game, your move"))
        #expect(try lin.runs("games", "accept", "1").status == 5)
        #expect(waiter.line { $0.hasPrefix("okaforokaforokaf: new game, your move") } != nil)

        #expect(try lin.runs("games", "move", "1", "5").text.contains("their move"))
        let taken = try okafor.runs("games", "move", "1", "5")
        #expect(taken.status == 5 && taken.text.contains("O is already there."))
        let key = String(object?.split(separator: "\"")[5] ?? "")
        #expect(try okafor.runs("games", "move", key, "1").status == 0)
        #expect(waiter.line { $0.hasPrefix("okaforokaforokaf: your move") } != nil)
        #expect(try lin.runs("games", "show", "1").text.contains("You play O against"))
        #expect(try lin.runs("games", "show", "1", "--json").text.contains(#""moves":[4,0]"#))
        for words in [["show", "2"], ["move", "7", "5"], ["decline", "nokey"]] {
            let missing = try lin.runs(["games"] + words)
            #expect(missing.status == 4 && missing.text.contains("No game is called"), "\(missing)")
        }
        #expect(try lin.runs("games", "decline", "1").status == 5)
        for words in [["move", "1"], ["move", "1", "0"], ["show"], ["accept", "1", "2"], ["go"]] {
            #expect(try lin.runs(["games"] + words).status == 2, "\(words)")
        }
    }

    @Test("S293, P72: A stranger has three open invitations to a player; declining makes room")
    func strangers() throws {
        let server = try ServedProgram()
        let lin = try AccountHome(of: "lin", at: server)
        let okafor = try AccountHome(of: "okafor", at: server)
        for _ in 0..<3 { #expect(try okafor.runs("games", "new", "lin").status == 0) }
        let fourth = try okafor.runs("games", "new", "lin")
        #expect(fourth.status == 5)
        #expect(fourth.text.contains("This player has not answered your other invitations yet."))
        let declined = try lin.runs("games", "decline", "1")
        #expect(declined.status == 0 && declined.text.contains("gone from both lists"))
        #expect(try okafor.runs("games", "new", "lin").status == 0)
        #expect(try okafor.runs("games", "decline", "1").status == 0)
        #expect(try lin.runs("games").text.contains("invites you"))
    }

    @Test("A nickname is a name for games new, also if another account has this name")
    func nickname() throws {
        let server = try ServedProgram()
        let lin = try AccountHome(of: "lin", at: server)
        let okafor = try AccountHome(of: "okafor", at: server)
        let namesake = try AccountHome(of: "max", at: server)
        #expect(try server.python(Self.naming, ["correct horse battery"]) == "ok\n")
        let begun = try lin.runs("games", "new", "MAX")
        #expect(begun.text.contains("okafor is invited."), "\(begun)")
        #expect(try okafor.runs("games").text.contains("invites you"))
        #expect(try !namesake.runs("games").text.contains("invites you"))
    }

    /// Stores okafor as lin's friend, with a nickname.
    private static let naming = """
        def sign(name):
            account = {"username": name, "password": sys.argv[2]}
            return call("POST", "authorize/", account).json()
        lin, okafor = sign("lin"), sign("okafor")
        friend = {"since": 1, "alias": "Max"}
        answer = call("POST", "friend/i/" + okafor["userid"], friend, lin["access_token"])
        assert answer.status_code == 200, answer.text
        print("ok")
        """

    @Test("P73, C79: A friendship begins when the other accepts; a block ends the invitation")
    func friends() throws {
        let server = try ServedProgram()
        let (lin, okafor) = (
            try AccountHome(of: "lin", at: server), try AccountHome(of: "okafor", at: server)
        )
        let (first, second) = (try lin.plays(), try okafor.plays())
        first.press("f", "+")
        first.press("okafor\r")
        first.sees("You asked okafor to be your friend.")
        first.sees("asked")
        second.sees("lin wants to be your friend. Press f to answer.")
        #expect(try lin.runs("friends").text.contains("No friends yet."))
        second.press("f")
        second.sees("lin", "wants to be friends")
        second.press("enter")
        second.sees("▸ Accept as a friend")
        second.press("enter")
        second.sees("lin is now your friend.")
        first.sees("okafor is now your friend.")
        // Their other programs may receive it later.
        for (person, friend) in [(lin, "okafor"), (okafor, "lin")] {
            #expect(
                try waitUntil(within: .seconds(20), every: .milliseconds(200)) {
                    try person.runs("friends").text.contains(friend)
                })
        }

        // An invitation of the blocked player ends, and another one is refused.
        #expect(try lin.runs("games", "new", "okafor").status == 0)
        second.sees("lin invites you to a correspondence game.")
        second.press("enter")
        second.sees("Correspondence game", "Block")
        second.press("up", "enter")
        second.sees("Block lin?")
        second.press("y")
        second.sees("lin is blocked.")
        #expect(
            try waitUntil(within: .seconds(20), every: .milliseconds(200)) {
                try lin.runs("games").text.contains("declined")
            })
        #expect(try lin.runs("games", "new", "okafor").text.contains("isn't accepting"))
    }
}
