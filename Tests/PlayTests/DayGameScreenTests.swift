import Drawing
import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import Testing
import Visit

@Suite("Games over days on the screen")
struct DayGameScreenTests {
    private static func house(_ games: [String: DayGame] = DayGames.all) -> House {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn("lin", as: "lin", keeping: LinsAccount.edits + DayGames.edits(games))
        house.run(for: .seconds(1))
        return house
    }

    @Test("C76: The list shows first what waits, and the menu how many do")
    func list() {
        var house = Self.house()
        #expect(house.screen("lin").contains("3 of 4 waiting"))
        house.press("lin", "o")
        let rows = house.screen("lin").split(separator: "\n").map(String.init)
        let names = ["okafor", "the tall one", "noor", "kim", "ana"]
        let places = names.map { name in rows.firstIndex { $0.contains(" \(name) ") } ?? 0 }
        #expect(places == Array(places[0]..<places[0] + 5), "\(house.screen("lin"))")
    }

    @Test("A move is made at the board, and is then the other side's to answer")
    func plays() {
        var house = Self.house()
        house.press("lin", "]")
        #expect(house.screen("lin").contains("YOUR MOVE"))
        house.press("lin", "3", "enter")
        #expect(house.screen("lin").contains("to move"))
        let games = house.client("lin").keptGames
        #expect(games["soon"]?.moves == [.centre, .topLeft, .topRight])
        house.press("lin", "5", "enter")
        #expect(house.screen("lin").contains("It's not your move yet."))
    }

    @Test("C77: The next game that waits is a key away, from the lobby and from board to board")
    func next() {
        var house = Self.house()
        house.press("lin", "]")
        let first = house.screen("lin")
        house.press("lin", "]")
        let second = house.screen("lin")
        #expect(first != second)
        house.press("lin", "]", "]")
        #expect(house.screen("lin") == first)
        var none = Self.house([:])
        none.press("lin", "]")
        #expect(none.screen("lin").contains("No games are waiting for you."))
    }

    @Test("The window tells how many wait, also of a flag that falls while nobody looks")
    func reminds() throws {
        var house = Self.house(["near": try #require(DayGames.nearlyLate)])
        #expect(house.client("lin").windowTitle == "tictactoe")
        let rings = house.wishes(of: "lin").count { $0 == .show(.ring) }
        house.run(for: .seconds(3_601))
        #expect(house.client("lin").windowTitle == "● 1 game waiting – tictactoe")
        #expect(house.screen("lin").contains("1 game is waiting for you. Press ] to open it."))
        #expect(house.wishes(of: "lin").count { $0 == .show(.ring) } == rings + 1)
        house.press("lin", "]")
        #expect(house.screen("lin").contains("time is up"))
    }

    @Test("P62: A game whose time is up is taken by c, and no other")
    func claims() {
        var house = Self.house(DayGames.all.filter { $0.key == "late" })
        house.press("lin", "]")
        #expect(house.screen("lin").contains("c to claim the game"))
        house.press("lin", "c")
        #expect(house.screen("lin").contains("YOU WIN"))
        let games = house.client("lin").keptGames
        #expect(games["late"]?.outcome == .outOfTime(.cross))
        var other = Self.house(DayGames.all.filter { $0.key == "soon" })
        other.press("lin", "]", "c")
        #expect(other.client("lin").keptGames["soon"]?.isOver == false)
    }

    @Test("P63: To resign is asked for; what is over can be put away and seen again")
    func ends() {
        var house = Self.house(DayGames.all.filter { $0.key == "soon" })
        house.press("lin", "]", "R")
        #expect(house.screen("lin").contains("Resign this game?"))
        house.press("lin", "y")
        #expect(house.screen("lin").contains("YOU RESIGNED"))
        house.press("lin", "v")
        #expect(house.screen("lin").contains("replay"))
        house.press("lin", "esc", "-")
        #expect(house.screen("lin").contains("No games yet"))
        #expect(house.client("lin").keptGames.isEmpty)
    }

    @Test("One begins by a name, from a friend's row, and with chosen days")
    func begins() {
        var house = Self.house([:])
        house.press("lin", "o", "C", "+")
        for letter in "emil" { house.press("lin", String(letter)) }
        house.press("lin", "enter")
        house.press("lin", "esc", "f", "o")
        let starts = house.calls(of: "lin").compactMap { call -> String? in
            guard case .beginGame(let partner, let limit, _) = call else { return nil }
            return "\(partner) \(limit.rawValue)"
        }
        #expect(starts.first == "name(\"emil\") 7")
        house.feed(.called(.begun(game: "g", with: "emil")), to: "lin")
        #expect(house.screen("lin").contains("Game with emil started"))
        // What waits for the answer is asked behind it: first what friends are called by now.
        for _ in 0..<9 {
            guard case .findUser(let user, _)? = house.calls(of: "lin").last else { break }
            house.feed(.called(.person(user: user, name: "emil")), to: "lin")
        }
        let last = house.calls(of: "lin").last
        guard case .beginGame(.user(let user), .week, _)? = last else {
            Issue.record("no friend is asked, but \(last.map { "\($0)" } ?? "nobody")")
            return
        }
        #expect(user.hasPrefix("u-"))
    }

    @Test("One begins where a round has ended, with whoever was played, if both have accounts")
    func afterRound() {
        for hasAccount in [true, false] {
            var house = House(isGuarded: false)
            house.enter("okafor")
            if hasAccount { house.forge(["user": "u-okafor"], in: .player) }
            house.enter("lin")
            house.signIn("lin", as: "lin")
            let isFirst = house.screen("okafor").contains("YOUR MOVE")
            let (first, second) = isFirst ? ("okafor", "lin") : ("lin", "okafor")
            house.play(first, second, "5", "1", "3", "2", "7")
            #expect(house.screen("lin").contains("o    Correspondence game") == hasAccount)
            house.press("lin", "o")
            let asked = house.calls(of: "lin").contains { call in
                if case .beginGame(.user("u-okafor"), .threeDays, _) = call { true } else { false }
            }
            #expect(asked == hasAccount)
            #expect(house.screen("lin").contains(hasAccount ? "Starting a game with" : "guest"))
        }
    }

    @Test("A guest has no such games, and no keys for them")
    func guest() {
        var house = House()
        house.press(house.enter("lin"), "esc", "]")
        #expect(!house.screen("lin").contains("Games over days"))
        #expect(house.screen("lin").contains("does nothing here"))
    }
}
