import Drawing
import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import Testing
import Visit
import Wording

@Suite("Games over days on the screen")
struct CorrespondenceGameScreenTests {
    private static func house(_ games: [String: CorrespondenceGame] = DayGames.all) -> House {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.signIn("lin", as: "lin", keeping: LinsAccount.edits + DayGames.edits(games))
        house.run(for: .seconds(1))
        return house
    }

    @Test("C76: The list begins with the waiting games, and the menu shows their number")
    func list() {
        var house = Self.house()
        #expect(house.screen("lin").contains("3 of 4 waiting"))
        house.press("lin", "o")
        let rows = house.screen("lin").split(separator: "\n").map(String.init)
        let names = ["okafor", "the tall one", "noor", "kim", "ana"]
        let places = names.map { name in rows.firstIndex { $0.contains(" \(name) ") } ?? 0 }
        #expect(places == Array(places[0]..<places[0] + 5), "\(house.screen("lin"))")
    }

    @Test("The last line of an empty list names no key for a game")
    func emptyList() {
        var house = Self.house([:])
        house.press("lin", "o")
        let bar = house.screen("lin").split(separator: "\n").last ?? ""
        #expect(bar.contains("+ new"))
        for word in ["open", "next", "remove"] { #expect(!bar.contains(word), "\(bar)") }
    }

    @Test("A move is made at the board, and is then the other side's to answer")
    func plays() {
        var house = Self.house()
        house.press("lin", "]")
        #expect(house.screen("lin").contains("YOUR MOVE"))
        house.press("lin", "3", "enter")
        #expect(house.screen("lin").contains("to move"))
        let games = house.client("lin").records.games
        #expect(games["soon"]?.moves == [.centre, .topLeft, .topRight])
        house.press("lin", "5", "enter")
        #expect(house.screen("lin").contains("It's not your move yet."))
    }

    @Test(
        "P72, C76: An invitation is accepted by Enter or by a move, and declined after a question")
    func invitations() throws {
        let asked = try #require(DayGames.invitation(from: "okafor"))
        var house = Self.house(["asked": asked])
        #expect(house.screen("lin").contains("1 of 1 waiting"))
        house.press("lin", "]")
        #expect(house.screen("lin").contains("INVITATION"))
        #expect(house.screen("lin").contains("okafor invites you"))
        var mover = house
        house.press("lin", "enter")
        #expect(house.client("lin").records.games["asked"]?.invitation == nil)
        #expect(house.screen("lin").contains("YOUR MOVE"))
        var decliner = mover
        mover.press("lin", "5", "enter")
        let moved = mover.client("lin").records.games["asked"]
        #expect(moved?.invitation == nil && moved?.moves == [.centre])
        decliner.press("lin", "x")
        #expect(decliner.screen("lin").contains("Decline this invitation?"))
        decliner.press("lin", "y")
        #expect(decliner.client("lin").records.games.isEmpty)
        #expect(decliner.screen("lin").contains("The invitation is gone from both lists."))
    }

    @Test("P72: A player's own invitation waits, can't be accepted by them, and is withdrawn")
    func withdraws() throws {
        for name in ["e", "emilemilemilemil"] {
            var house = Self.house(["sent": try #require(DayGames.invitation(to: name))])
            #expect(!house.screen("lin").contains("waiting"))
            house.press("lin", "o", "enter")
            #expect(house.screen("lin").contains("\(name) has not accepted yet."))
            house.press("lin", "5", "enter")
            #expect(house.client("lin").records.games["sent"]?.moves == [])
            house.press("lin", "x", "y")
            #expect(house.client("lin").records.games.isEmpty)
        }
    }

    @Test("The question before an invitation is withdrawn closes when another device withdraws it")
    func withdrawnElsewhere() throws {
        var house = Self.house(["sent": try #require(DayGames.invitation(to: "emil"))])
        house.enter("laptop")
        house.press("laptop", "esc")
        house.signIn("laptop", as: "lin")
        house.run(for: .seconds(1))
        house.press("lin", "o", "x")
        #expect(house.screen("lin").contains("Withdraw this invitation?"))
        house.press("laptop", "o", "x", "y")
        #expect(!house.screen("lin").contains("Withdraw this invitation?"))
    }

    @Test("C78: To block a player ends their invitations, and no running game")
    func blocks() {
        var games = DayGames.all
        games["asked"] = DayGames.invitation(from: "okafor")
        games["sent"] = DayGames.invitation(to: "okafor")
        games["others"] = DayGames.invitation(from: "emil")
        var house = Self.house(games)
        house.press("lin", "f", "enter", "up", "enter")
        #expect(house.screen("lin").contains("Block okafor?"))
        house.press("lin", "y")
        let kept = house.client("lin").records.games
        #expect(kept["asked"] == nil && kept["sent"] == nil)
        #expect(kept["soon"] == games["soon"] && kept["others"] == games["others"])
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

    @Test("The title counts waiting games, also when a flag falls without an open screen")
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

    @Test("A notice names the player who invites, and a key only where the key works")
    func announcesInvitations() throws {
        func notice(_ key: String?) -> String {
            CorrespondenceGameWords.waitingNotice(1, invitations: 1, from: "okafor", key: key)
        }
        #expect(notice(nil) == "okafor invites you to a correspondence game.")
        #expect(notice("]") == "okafor invites you to a correspondence game. Press ] to answer.")
        for screen in ["lobby", "statistics"] {
            var house = Self.house(["near": try #require(DayGames.nearlyLate)])
            if screen == "statistics" { house.choose("lin", screen) }
            house.run(for: .seconds(3_601))
            let shown = house.screen("lin")
            #expect(shown.contains("1 game is waiting for you."), "\(shown)")
            #expect(shown.contains("Press ] to open it.") == (screen == "lobby"), "\(shown)")
        }
    }

    @Test("P62: A game whose time is up is taken by c, and no other")
    func claims() {
        var house = Self.house(DayGames.all.filter { $0.key == "late" })
        house.press("lin", "]")
        #expect(house.screen("lin").contains("c to claim the game"))
        house.press("lin", "c")
        #expect(house.screen("lin").contains("YOU WIN"))
        let games = house.client("lin").records.games
        #expect(games["late"]?.outcome == .outOfTime(.cross))
        var other = Self.house(DayGames.all.filter { $0.key == "soon" })
        other.press("lin", "]", "c")
        #expect(other.client("lin").records.games["soon"]?.isOver == false)
    }

    @Test("P63: Resigning needs a confirmation; an ended game can be put away and shown again")
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
        #expect(house.client("lin").records.games.isEmpty)
    }

    @Test(
        "P63: A game that was called off has no replay; a declined invitation is shown as one",
        arguments: [true, false])
    func calledOff(isDeclined: Bool) throws {
        var sent = try #require(DayGames.invitation(to: "okafor"))
        if !isDeclined { try sent.play(.centre, by: "u-okafor", at: House.when) }
        try sent.resign(by: "u-okafor", at: House.when)
        var house = Self.house(["sent": sent])
        house.press("lin", "o")
        #expect(house.screen("lin").contains(isDeclined ? "declined" : "called off"))
        house.press("lin", "enter")
        let board = house.screen("lin")
        #expect(board.contains(isDeclined ? "DECLINED" : "CALLED OFF"))
        #expect(
            board.contains(
                isDeclined
                    ? "okafor declined this invitation."
                    : "The game was called off. It does not count."))
        #expect(!board.lowercased().contains("replay"))
        house.press("lin", "v")
        #expect(!house.screen("lin").contains("resigned"))
        #expect(!house.screen("lin").contains("RESIGNED"))
    }

    @Test("One begins by a name, from a friend's row, and with chosen days")
    func begins() {
        var house = Self.house([:])
        house.press("lin", "o", "C", "+")
        house.type("emil", by: "lin")
        house.press("lin", "enter")
        house.press("lin", "esc", "f", "enter", "enter")
        let starts = house.calls(of: "lin").compactMap { call -> String? in
            guard case .beginGame(let partner, let limit, _) = call else { return nil }
            return "\(partner) \(limit.rawValue)"
        }
        #expect(starts.first == "name(\"emil\") 7")
        house.feed(.called(.begun(game: "g", with: "emil", isInvitation: true)), to: "lin")
        #expect(house.screen("lin").contains("emil is invited."))
        // Earlier calls come first: the present names of the friends.
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

    @Test("One begins after a round, against the same opponent, if both have accounts")
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
            #expect(house.screen("lin").contains("p    About okafor"))
            house.press("lin", "p", "enter")
            let asked = house.calls(of: "lin").contains { call in
                if case .beginGame(.user("u-okafor"), .threeDays, _) = call { true } else { false }
            }
            #expect(asked == hasAccount)
            #expect(
                house.screen("lin").contains(hasAccount ? "Inviting okafor to a game" : "guest"))
        }
    }

    @Test(
        "In an empty list, the keys for a selected game reply that there is none",
        arguments: ["enter", "-", "R", "x"])
    func empty(key: String) {
        var house = Self.house([:])
        house.press("lin", "o")
        #expect(house.screen("lin").contains("No games yet"))
        house.press("lin", key)
        #expect(house.screen("lin").contains("There is no game in the list."))
    }

    @Test("A guest has no such games, and no keys for them")
    func guest() {
        var house = House()
        house.press(house.enter("lin"), "esc", "]")
        #expect(!house.screen("lin").contains("Games over days"))
        #expect(house.screen("lin").contains("does nothing here"))
    }
}
