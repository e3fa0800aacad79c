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
    private static let at = Stamp(milliseconds: 1_795_387_500_000)

    @Test("A guest is told how to sign in, whoever is signed in what the account keeps")
    func told() throws {
        var program = LineClient(
            .lobby, name: PlayerName(cleaning: "lin"), visit: LineHouse.visit(0), seed: 1)
        _ = program.handle(.begin, at: .start)
        for word in ["account", "friends", "stats"] {
            #expect(
                said(&program, word) == [
                    "Nobody is signed in: tictactoe account signin, or signup."
                ])
        }
        let friend = Friend(alias: "Al", since: Self.at)
        let stored = StoredObject(draft: .object(friend.members), turn: 1)
        let token = try #require(Token(String(repeating: "7", count: 32)))
        let copy = AccountCopy(
            Account(server: "ws://play.example", user: "u-1", name: "lin", token: token),
            by: named("file-1"), keeping: .memory,
            [.init(.friend, StoredReplica(objects: [named("u-2"): stored]))])
        _ = program.handle(.signedIn(copy), at: .start)
        #expect(said(&program, "account") == ["You are signed in as lin."])
        #expect(said(&program, "friends") == ["  Al"])
        #expect(
            said(&program, "stats") == ["No rounds yet: those you finish are counted here."])
        #expect(said(&program, "stats emil") == ["No rounds with emil are counted here."])
    }

    private func said(_ program: inout LineClient, _ line: String) -> [String] {
        program.handle(.typed(line), at: .start).compactMap { effect in
            if case .say(let line) = effect { line } else { nil }
        }
    }
}
