import Lobby
import PlainText
import Testing
import Visit

/// People who ask each other for a match, and leave one, in lines.
@Suite("Invitations in lines")
struct InvitationLinesTests {
    private static func house() -> LineHouse {
        var house = LineHouse()
        for name in ["okafor", "lin"] {
            house.enter(name)
            _ = house.type("wait", by: name)
        }
        return house
    }

    @Test("A question is a sentence, and so is its answer")
    func yes() {
        var house = Self.house()
        let said = house.type("challenge lin", by: "okafor")
        #expect(said == ["You invited lin to play. Type withdraw to cancel."])
        #expect(
            house.said(to: "lin").last == "okafor invited you to play. Type yes, later, no or busy."
        )
        #expect(
            house.type("yes", by: "lin") == [
                "You are playing okafor. You go first. You play O. Your move."
            ])
        #expect(house.said(to: "okafor").last == "You are playing lin. lin goes first. You play X.")
    }

    @Test(
        "An invited player may give another answer",
        arguments: [
            ("later", "lin can't play right now. Invite them again later."),
            ("no", "lin declined your invitation."),
            ("busy", "lin isn't accepting invitations right now."),
        ])
    func other(word: String, sentence: String) {
        var house = Self.house()
        _ = house.type("challenge lin", by: "okafor")
        #expect(house.type(word, by: "lin") == [])
        #expect(house.said(to: "okafor").last == sentence)
    }

    @Test("A search and an invite code allow invitations again, with a line about it")
    func allowsInvitations() {
        for word in ["look", "invite"] {
            var house = Self.house()
            #expect(
                house.type("busy", by: "lin")
                    == ["Invitations are off. Type wait to allow them again."])
            let sentence = "Players can invite you again."
            #expect(house.type(word, by: "lin").contains(sentence), "\(word)")
            #expect(!house.type(word, by: "lin").contains(sentence), "\(word)")
        }
    }

    @Test("A search after a match that is left does so, too")
    func nextAllowsInvitations() {
        var house = Self.house()
        _ = house.type("busy", by: "lin")
        _ = house.type("challenge okafor", by: "lin")
        _ = house.type("yes", by: "okafor")
        _ = house.type("5", by: "okafor")
        _ = house.type("1", by: "lin")
        #expect(house.type("next", by: "lin") == ["You lose this round. Leave? yes or no."])
        #expect(house.type("yes", by: "lin").contains("Players can invite you again."))
    }

    @Test("C62 A clock is chosen by a word, and who is to move is told how little is left")
    func clock() {
        var house = Self.house()
        #expect(house.type("clock 10", by: "okafor") == ["New matches: 10 s a move."])
        _ = house.type("challenge lin", by: "okafor")
        #expect(
            house.said(to: "lin").last
                == "okafor invited you to play, 10 s a move. Type yes, later, no or busy.")
        #expect(
            house.type("yes", by: "lin")
                == ["You are playing okafor, 10 s a move. You go first. You play O. Your move."])
        house.run(for: .seconds(6))
        #expect(house.said(to: "lin").last == "5 seconds left.")
        house.run(for: .seconds(7))
        #expect(house.said(to: "lin").contains { $0.hasPrefix("You ran out of time. ") })
        #expect(
            house.said(to: "okafor").contains { $0.hasPrefix("lin ran out of time. ") })
        #expect(!house.said(to: "okafor").contains { $0.contains("left.") })
    }

    @Test("No other word is a clock", arguments: ["", "11", "soon", "-10", "10 10"])
    func noClock(word: String) {
        var house = Self.house()
        let said = house.type("clock \(word)", by: "okafor")
        #expect(said == ["Choose 10, 30 or 60 seconds a move, auto, or none."])
        #expect(house.type("clock none", by: "okafor") == ["New matches: no clock."])
    }

    @Test("An invitation can be withdrawn")
    func withdraws() {
        var house = Self.house()
        _ = house.type("challenge lin", by: "okafor")
        _ = house.type("withdraw", by: "okafor")
        #expect(house.said(to: "lin").last == "okafor's invitation is no longer open.")
        #expect(house.type("later", by: "lin") == ["You have no invitations."])
    }

    @Test("A player whose match began by their code is shown no code when they ask for another")
    func codeInMatch() throws {
        var house = Self.house()
        let invited = house.type("invite", by: "okafor")
        let code = try #require(invited.last?.split(separator: " ").last)
        _ = house.type("join \(code)", by: "lin")
        #expect(house.said(to: "okafor").last == "You are playing lin. lin goes first. You play X.")
        #expect(house.type("invite", by: "okafor") == ["You are already in a match."])
    }

    @Test("An invite code is withdrawn by the command that withdraws an invitation")
    func withdrawsCode() {
        var house = Self.house()
        _ = house.type("invite", by: "okafor")
        let said = house.type("withdraw", by: "okafor")
        #expect(said == ["Your code no longer works. Players can invite you now."])
        #expect(house.type("who", by: "lin").contains("  okafor  free"))
        #expect(house.type("withdraw", by: "okafor") == ["There is nothing to withdraw."])
    }

    @Test("With the code of a local server, the player reads that only this machine can join")
    func codeOfThisMachine() {
        for (server, isHere) in [("ws://127.0.0.1:24010", true), ("wss://play.example", false)] {
            var house = LineHouse()
            var profile = PlayerProfile(PlayerName(cleaning: "okafor"))
            profile.server = server
            house.enter("okafor", as: profile)
            let said = house.type("invite", by: "okafor")
            #expect(said.contains("Only this machine can join.") == isHere, "\(said)")
            let who = house.type("who", by: "okafor")
            #expect(who.contains("  okafor  you, invite only"), "\(who)")
        }
    }

    @Test("A spectator reads only the reason why a search is not possible")
    func spectatorsSearch() {
        var house = LineHouse()
        var profile = PlayerProfile()
        profile.isSpectator = true
        house.enter("zoe", .watch(nil), as: profile)
        for word in ["look", "wait", "busy"] {
            #expect(
                house.type(word, by: "zoe")
                    == ["You are not in the lobby yet. Try again in a moment."])
        }
    }

    @Test(
        "Leaving a round after both have moved needs a confirmation",
        arguments: [("leave", "yes"), ("next", "yes"), ("quit", "yes"), ("quit", "quit")])
    func leaving(word: String, answer: String) {
        var house = Self.house()
        _ = house.type("challenge lin", by: "okafor")
        _ = house.type("yes", by: "lin")
        _ = house.type("5", by: "lin")
        _ = house.type("1", by: "okafor")
        let question = "You lose this round. Leave? yes or no."
        #expect(house.type(word, by: "okafor") == [question])
        #expect(house.type("no", by: "okafor") == ["Nothing has changed."])
        #expect(house.type(word, by: "okafor") == [question])
        let before = house.said(to: "okafor").count
        _ = house.type(answer, by: "okafor")
        // A program that quits waits for the server's answer to its goodbye.
        house.run(for: .seconds(1))
        let said = house.said(to: "okafor")[before...]
        #expect(said.first == (word == "quit" ? "you 0–1 lin" : "You left. lin wins the round."))
        // The house takes a goodbye for a broken line.
        guard word != "quit" else { return }
        let lines = house.said(to: "lin")
        #expect(lines.count { $0.hasPrefix("okafor left. You win the round.") } == 1)
        #expect(lines.count { $0.hasPrefix("okafor left.") } == 1)
        #expect(lines.contains { $0.hasSuffix("Type look to look for another opponent.") })
    }

    @Test("The last round can be replayed after the match, too")
    func replaysAfterMatch() {
        var house = Self.house()
        #expect(house.type("replay", by: "okafor") == ["There is no finished round to replay."])
        _ = house.type("challenge lin", by: "okafor")
        _ = house.type("yes", by: "lin")
        _ = house.type("5", by: "lin")
        _ = house.type("1", by: "okafor")
        _ = house.type("resign", by: "lin")
        _ = house.type("yes", by: "lin")
        _ = house.type("leave", by: "lin")
        for name in ["okafor", "lin"] {
            let said = house.type("replay", by: name)
            #expect(said.first == "A round of tic-tac-toe", "\(name): \(said)")
        }
    }

    @Test("An absent opponent is shown with the reason, and the round can be ended without them")
    func away() {
        var house = Self.house()
        _ = house.type("challenge lin", by: "okafor")
        _ = house.type("yes", by: "lin")
        house.isServerUp = false
        house.cutLine(of: "okafor")
        house.run(for: .seconds(2))
        #expect(
            house.said(to: "lin").last == "okafor lost connection (60 s to return)."
                + " In 15 seconds you can type claim or leave.")
        #expect(house.type("claim", by: "lin") == ["okafor still has time."])
        house.run(for: .seconds(15))
        #expect(
            house.type("leave", by: "lin") == ["The match with okafor ended without a result."])
    }
}
