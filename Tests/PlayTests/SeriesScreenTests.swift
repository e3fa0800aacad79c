import Drawing
import Game
import Lobby
import Play
import SimperiumClock
import Testing
import Visit

@Suite("A series on the screen")
struct SeriesScreenTests {
    /// okafor, who begins, zoe, who watches, and lin: the first to win three rounds.
    private static func house(rows: Int = 24, columns: Int = 80) -> House {
        var profile = PlayerProfile()
        profile.terms.target = SeriesTarget(rawValue: 3)
        var house = House()
        house.enter("okafor", rows: rows, columns: columns, profile: profile)
        house.enter("zoe", .watch(nil), rows: rows, columns: columns)
        house.enter("lin", rows: rows, columns: columns, profile: profile)
        house.press("zoe", "enter")
        return house
    }

    /// The series after so many rounds that okafor resigned.
    private static func house(after rounds: Int, rows: Int = 24, columns: Int = 80) -> House {
        var house = house(rows: rows, columns: columns)
        for round in 1...rounds {
            if round > 1 {
                for name in ["okafor", "lin"] { house.press(name, "r") }
            }
            house.press("okafor", "R", "y")
        }
        house.run(for: .seconds(1))
        return house
    }

    @Test("C96: Only a player who chose a longer series reads that the opponent prefers this one")
    func shorterSeries() {
        var house = House()
        for (name, wins) in [("okafor", 5), ("lin", 3)] {
            var profile = PlayerProfile()
            profile.terms.target = SeriesTarget(rawValue: wins)
            house.enter(name, profile: profile)
        }
        #expect(
            house.screen("okafor").contains("You are playing lin, first to 3, as lin prefers."))
        #expect(house.screen("lin").contains("You are playing okafor, first to 3. "))
    }

    @Test("During the series each side has a pip for each win that it needs")
    func pips() {
        let house = Self.house(after: 2)
        for guest in house.names {
            #expect(house.screen(guest).contains("●●○") && house.screen(guest).contains("○○○"))
            #expect(!house.screen(guest).contains("SERIES"))
        }
    }

    @Test(
        "Its end is a screen of its own, at each size",
        arguments: [(12, 40), (24, 80), (40, 120), (60, 200), (80, 250)])
    func end(rows: Int, columns: Int) {
        var house = Self.house(after: 3, rows: rows, columns: columns)
        for (guest, sentence) in [
            ("lin", "You won the series, 3 to 0."), ("okafor", "lin won the series, 3 to 0."),
            ("zoe", "lin won the series, 3 to 0."),
        ] {
            let screen = house.screen(guest)
            #expect(screen.contains(sentence) && screen.contains("●●●"), "\(screen)")
            #expect(screen.contains("Another series") == (guest != "zoe"))
            if rows < 14 { #expect(screen.contains(guest == "zoe" ? "SERIES OVER" : "SERIES ")) }
        }
        // A resize shows it again, and the smallest window its last board.
        house.feed(.resized(Size(rows: 8, columns: 20)), to: "lin")
        #expect(house.screen("lin").contains("YOU WIN"))
    }

    @Test("An opponent who leaves the deciding round is one notice, with the result of the series")
    func leaving() {
        var house = Self.house(after: 2)
        for name in ["okafor", "lin"] { house.press(name, "r") }
        house.play("okafor", "lin", "5", "1")
        house.press("okafor", "esc", "y")
        house.run(for: .seconds(1))
        let sentence = "okafor left. You win the round."
        #expect(house.screen("lin").contains("\(sentence) You won the series, 3 to 0."))
        house.press("lin", "N")
        let lines = house.screen("lin").split(separator: "\n").filter { $0.contains(sentence) }
        #expect(lines.count == 1)
    }

    @Test("Another series is an invitation by the same terms, and starts at once if both want it")
    func another() {
        var house = Self.house(after: 3)
        house.press("lin", "r")
        house.run(for: .seconds(1))
        #expect(house.screen("okafor").contains("first to 3"))
        house.answer("okafor")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("ROUND 1  first to 3"))

        var both = Self.house(after: 3)
        for name in ["okafor", "lin"] { both.feed(.key(Keyboard.event(of: "enter")), to: name) }
        both.run(for: .seconds(2))
        for name in ["okafor", "lin"] {
            #expect(both.screen(name).contains("ROUND 1  first to 3"), "\(both.screen(name))")
        }
    }

    @Test("After a series, the keys for other terms name the key of another series")
    func termsAfterSeries() {
        var house = Self.house(after: 3)
        for key in ["C", "T"] {
            house.press("lin", key)
            #expect(house.screen("lin").contains("The series is over. r starts another one."))
        }
    }

    @Test("Another series has the terms of the last one, and changes no setting")
    func anotherKeepsSettings() {
        var profile = PlayerProfile()
        profile.terms.target = SeriesTarget(rawValue: 3)
        var house = House()
        house.press(house.enter("okafor", profile: profile), "esc")
        profile = PlayerProfile()
        profile.clock = .auto
        house.press(house.enter("lin", profile: profile), "esc")
        house.press("okafor", "tab", "down", "enter", "enter")
        house.answer("lin")
        house.press("lin", "R", "y")
        for _ in 2...3 {
            for name in ["okafor", "lin"] { house.press(name, "r") }
            house.press("lin", "R", "y")
        }
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("okafor won the series, 3 to 0."))
        house.press("lin", "r")
        house.run(for: .seconds(1))
        #expect(house.screen("okafor").contains("No clock, first to 3"))
        house.feed(.resized(Size(rows: 30, columns: 80)), to: "lin")
        #expect(house.screen("lin").contains(/Clock +auto, 60 s/))
        #expect(house.screen("lin").contains(/Series +none/))
    }

    @Test("The end costs a terminal no more than a first picture")
    func bytes() {
        var house = Self.house(after: 2)
        for name in ["okafor", "lin"] { house.press(name, "r") }
        house.run(for: .seconds(6))
        var terminal = MeteredTerminal()
        terminal.paint(house.canvas("lin"))
        house.press("okafor", "R", "y")
        house.run(for: .seconds(1))
        #expect(terminal.paint(house.canvas("lin")) <= 4_096)
    }
}
