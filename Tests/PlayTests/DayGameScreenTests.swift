import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import Testing

@Suite("Games over days on the screen")
struct DayGameScreenTests {
    private static func house(_ games: [String: DayGame] = DayGames.all) -> House {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn(0, as: "lin", keeping: LinsAccount.edits + DayGames.edits(games))
        house.run(for: .seconds(1))
        return house
    }

    @Test("C76: The list shows first what waits, and the menu how many do")
    func list() {
        var house = Self.house()
        #expect(house.screen(0).contains("3 of 4 for you"))
        house.press(0, "o")
        let rows = house.screen(0).split(separator: "\n").map(String.init)
        let names = ["okafor", "the tall one", "noor", "kim", "ana"]
        let places = names.map { name in rows.firstIndex { $0.contains(" \(name) ") } ?? 0 }
        #expect(places == Array(places[0]..<places[0] + 5), "\(house.screen(0))")
    }

    @Test("A move is made at the board, and is then the other side's to answer")
    func plays() {
        var house = Self.house()
        house.press(0, "]")
        #expect(house.screen(0).contains("YOUR MOVE"))
        house.press(0, "3", "enter")
        #expect(house.screen(0).contains("to move"))
        let games = house.client(0).keptGames
        #expect(games["soon"]?.moves == [.centre, .topLeft, .topRight])
        house.press(0, "5", "enter")
        #expect(house.screen(0).contains("Not your move yet."))
    }

    @Test("C77: The next game that waits is a key away, from the lobby and from board to board")
    func next() {
        var house = Self.house()
        house.press(0, "]")
        let first = house.screen(0)
        house.press(0, "]")
        let second = house.screen(0)
        #expect(first != second)
        house.press(0, "]", "]")
        #expect(house.screen(0) == first)
        var none = Self.house([:])
        none.press(0, "]")
        #expect(none.screen(0).contains("No game waits for you."))
    }

    @Test("The window tells how many wait, also of a flag that falls while nobody looks")
    func reminds() throws {
        var house = Self.house(["near": try #require(DayGames.nearlyLate)])
        #expect(house.client(0).windowTitle == "tictactoe")
        let rings = house.wishes(of: 0).count { $0 == .ring }
        house.run(for: .seconds(3_601))
        #expect(house.client(0).windowTitle == "● 1 game waits – tictactoe")
        #expect(house.screen(0).contains("1 game waits for you: ] leads there."))
        #expect(house.wishes(of: 0).count { $0 == .ring } == rings + 1)
        house.press(0, "]")
        #expect(house.screen(0).contains("time is up"))
    }

    @Test("P62: A game whose time is up is taken by c, and no other")
    func claims() {
        var house = Self.house(DayGames.all.filter { $0.key == "late" })
        house.press(0, "]")
        #expect(house.screen(0).contains("c takes the game"))
        house.press(0, "c")
        #expect(house.screen(0).contains("YOU WIN"))
        let games = house.client(0).keptGames
        #expect(games["late"]?.outcome == .outOfTime(.cross))
        var other = Self.house(DayGames.all.filter { $0.key == "soon" })
        other.press(0, "]", "c")
        #expect(other.client(0).keptGames["soon"]?.isOver == false)
    }

    @Test("P63: To resign is asked for; what is over can be put away and seen again")
    func ends() {
        var house = Self.house(DayGames.all.filter { $0.key == "soon" })
        house.press(0, "]", "R")
        #expect(house.screen(0).contains("Give this game up?"))
        house.press(0, "y")
        #expect(house.screen(0).contains("YOU RESIGNED"))
        house.press(0, "v")
        #expect(house.screen(0).contains("replay"))
        house.press(0, "esc", "-")
        #expect(house.screen(0).contains("No games yet"))
        #expect(house.client(0).keptGames.isEmpty)
    }

    @Test("One begins by a name, from a friend's row, and with chosen days")
    func begins() {
        var house = Self.house([:])
        house.press(0, "o", "C", "+")
        for letter in "emil" { house.press(0, String(letter)) }
        house.press(0, "enter")
        house.press(0, "esc", "f", "o")
        let starts = house.calls(of: 0).compactMap { call -> String? in
            guard case .beginGame(let partner, let limit, _) = call else { return nil }
            return "\(partner) \(limit.rawValue)"
        }
        #expect(starts.first == "name(\"emil\") 7")
        house.feed(.called(.begun(game: "g", with: "emil")), to: 0)
        #expect(house.screen(0).contains("The game with emil has begun"))
        // What waits for the answer is asked behind it: first what friends are called by now.
        for _ in 0..<9 {
            guard case .findUser(let user, _)? = house.calls(of: 0).last else { break }
            house.feed(.called(.person(user: user, name: "emil")), to: 0)
        }
        let last = house.calls(of: 0).last
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
            house.signIn(1, as: "lin")
            let first = house.screen(0).contains("YOUR MOVE") ? 0 : 1
            house.play(first, 1 - first, "5", "1", "3", "2", "7")
            #expect(house.screen(1).contains("o    A game over days") == hasAccount)
            house.press(1, "o")
            let asked = house.calls(of: 1).contains { call in
                if case .beginGame(.user("u-okafor"), .threeDays, _) = call { true } else { false }
            }
            #expect(asked == hasAccount)
            #expect(house.screen(1).contains(hasAccount ? "Beginning a game with" : "guest"))
        }
    }

    @Test("A guest has no such games, and no keys for them")
    func guest() {
        var house = House()
        house.press(house.enter("lin"), "esc", "]")
        #expect(!house.screen(0).contains("Games over days"))
        #expect(house.screen(0).contains("does nothing here"))
    }
}
