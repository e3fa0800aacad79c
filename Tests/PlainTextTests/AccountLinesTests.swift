import Drawing
import Game
import Lobby
import PlainText
import Records
import SimperiumClock
import SimperiumWire
import Simulation
import Testing
import Visit

@Suite("The account in lines")
struct AccountLinesTests {
    private static let at = ServerTime(milliseconds: 1_795_387_500_000)

    @Test("A guest is told how to sign in, a signed-in player the account's data")
    func told() {
        var program = LineClient(
            .lobby, profile: PlayerProfile(PlayerName(cleaning: "lin")),
            visit: LineHouse.visit(0), seed: 1)
        _ = program.handle(.begin, at: .start)
        for word in ["account", "friends", "stats"] {
            #expect(
                said(&program, word) == [
                    "You are not signed in."
                        + " Run tictactoe account signin or tictactoe account signup."
                ])
        }
        let friend = Friend(alias: "Al", since: Self.at)
        let copy = LocalAccountData(of: "lin", user: "u-1", [.friend("u-2", friend)])
        _ = program.handle(.signedIn(copy), at: .start)
        #expect(said(&program, "account") == ["You are signed in as lin."])
        #expect(said(&program, "friends") == ["  Al"])
        #expect(
            said(&program, "stats") == ["No rounds yet. Finish one to see your statistics."])
        #expect(said(&program, "stats emil") == ["You have no finished rounds against emil."])
    }

    @Test("Replies name tictactoe account to players with the program, and not to ssh guests")
    func toldOverSSH() {
        for way in [Player.ClientKind.terminal, .ssh] {
            var profile = PlayerProfile(PlayerName(cleaning: "lin"))
            profile.way = way
            var program = LineClient(
                .lobby, profile: profile, visit: LineHouse.visit(0), seed: 1)
            _ = program.handle(.begin, at: .start)
            let namesProgram = ["account", "stats", "games", "help"].map { word in
                said(&program, word).contains { $0.contains("tictactoe account") }
            }
            #expect(namesProgram.allSatisfy { $0 == (way == .terminal) }, "\(namesProgram)")
        }
    }

    @Test("C56: A match against a bot that was left is offered before another begins, and resumed")
    func goesOnWithBot() {
        let solo = UnfinishedBotMatch(
            against: .hard, moves: PackedMoveList([.centre, .topLeft]) ?? PackedMoveList(),
            score: Score(),
            at: Self.at)
        for answer in ["yes", "no"] {
            var program = LineClient(
                .table(.bot(.easy)), visit: LineHouse.visit(0), seed: 1)
            _ = program.handle(.begin, at: .start)
            let copy = LocalAccountData(of: "lin", user: "u-lin", [.solo("left", solo)])
            let effects = program.handle(.signedIn(copy), at: .start)
            let question =
                "Your match against the hard bot is still waiting. Continue it? yes or no."
            #expect(effects.lines.contains(question))
            let said = said(&program, answer)
            #expect(said.contains("You play O against the hard bot.") == (answer == "yes"))
            #expect(said.contains("Your move.") == (answer == "yes"))
            let after = self.said(&program, "5")
            #expect(after.isEmpty == false)
        }
    }

    @Test("A friend in the lobby is listed with what they do, and not with when they were seen")
    func friendIsHere() {
        var house = LineHouse()
        let seen = Self.at + .seconds(-360)
        let friend = Friend(alias: "Big O", since: seen, seen: seen)
        for name in ["lin", "okafor"] {
            house.enter(name)
            _ = house.type("wait", by: name)
            let edits: [RecordEdit] = name == "lin" ? [.friend("u-okafor", friend)] : []
            house.signIn(
                name,
                LocalAccountData(
                    of: "\(name)", user: "u-\(name)", by: named("file-\(name)"), edits))
        }
        house.run(for: .seconds(1))
        #expect(house.type("friends", by: "lin") == ["  Big O  free"])
    }

    @Test("C49: A match on another device is offered, and yes resumes it here")
    func goesOnHere() {
        var house = LineHouse()
        for (name, device, opening) in [
            ("lin", "laptop", StartAction.lobby), ("okafor", "", .lobby),
            ("ann", "kitchen", .watch(nil)),
        ] {
            var profile = PlayerProfile(PlayerName(cleaning: name))
            profile.device = device
            house.enter(name) { visit in
                LineClient(
                    LineClient.Beginning(
                        .init(opening, profile: profile, visit: visit, seed: 1), .page))
            }
            guard name != "okafor" else { continue }
            house.signIn(name, LocalAccountData(of: "lin", user: "u-lin"))
        }
        house.run(for: .seconds(1))
        let question =
            "You are playing okafor on another device (laptop). Continue here? yes or no."
        #expect(house.said(to: "ann").filter { $0 == question }.count == 1)
        _ = house.type("yes", by: "ann")
        house.run(for: .seconds(2))
        #expect(house.said(to: "ann").contains { $0.hasPrefix("Back in your match with okafor.") })
        #expect(house.type("board", by: "ann").count > 1)
    }

    private func said(_ program: inout LineClient, _ line: String) -> [String] {
        program.handle(.typed(line), at: .start).lines
    }
}
