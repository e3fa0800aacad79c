import Commands
import Drawing
import Game
import Lobby
import Play
import Testing
import Visit

@Suite("Narrow windows")
struct NarrowWindowTests {
    @Test("At 40x12 the first line and the one above the keys are whole", arguments: Scene.allCases)
    func wholeLines(scene: Scene) {
        var house = scene.house
        let guest = scene.viewer
        house.feed(.resized(Size(rows: 12, columns: 40)), to: guest)
        let lines = house.screen(guest).split(separator: "\n", omittingEmptySubsequences: false)
        // It was told while there was room for all of it, and goes by itself.
        let hint = scene == .lobbyOffline ? "" : lines[10]
        for line in [lines[0], hint] { #expect(!line.contains("…"), "\(line)") }
    }

    @Test("At 20x8 the questions about a draw are whole")
    func draws() {
        var house = House.match
        house.play("okafor", "lin", "5", "1")
        for guest in ["okafor", "lin"] {
            house.feed(.resized(Size(rows: 8, columns: 20)), to: guest)
            house.press(guest, "d")
            #expect(house.screen(guest).contains("Draw?   no   yes"), "\(house.screen(guest))")
            house.press(guest, "y")
        }
        #expect(house.screen("lin").contains("DRAW"))
    }

    @Test("At 40x12 the player's own draw offer and undo request are whole")
    func ownOffers() {
        for (key, words) in [
            ("d", "You offered a draw. x withdraws it."),
            ("u", "You asked to undo. x withdraws it."),
        ] {
            var house = House.match
            house.play("okafor", "lin", "5")
            house.feed(.resized(Size(rows: 12, columns: 40)), to: "okafor")
            house.press("okafor", key, "y")
            #expect(house.screen("okafor").contains(words), "\(house.screen("okafor"))")
        }
    }

    @Test("A title without room for both names has the opponent's whole name")
    func longNames() {
        var house = House()
        for name in ["constantine-6789", "maximilian-12345"] {
            house.enter(name, rows: 20, columns: 60)
        }
        house.run(for: .seconds(1))
        let screen = house.screen("constantine-6789")
        #expect(screen.contains("▸ against maximilian-12345 "), "\(screen)")
    }

    @Test("In a narrow window notices have fewer words")
    func offline() {
        var house = House()
        house.isServerUp = false
        house.enter("lin", rows: 12, columns: 40)
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("No server. Run “tictactoe serve”."))
    }

    @Test("Where names would be cut, all rows tell the score alone")
    func names() {
        var house = House()
        for name in ["constantine", "maximilian", "ana", "bo"] { house.enter(name) }
        let me = house.enter("lin", .watch(nil), rows: 12, columns: 40)
        #expect(house.screen(me).contains("constantine – maximilian 0–0"))
        #expect(!house.screen(me).contains("move"))
        house.feed(.resized(Size(rows: 12, columns: 60)), to: me)
        #expect(house.screen(me).contains("move 1"))
    }

    @Test("Of two at one keyboard none is “you”")
    func samePerson() {
        let robot = Robot()
        #expect(robot.screen.contains("O circle") && !robot.screen.contains("circle  you"))
        #expect(Robot(.bot(.easy)).screen.contains("O you"))
    }

    @Test("A tiny lobby shows where its menu continues")
    func arrows() {
        var house = House()
        house.enter("lin", rows: 8, columns: 20)
        #expect(house.screen("lin").contains("↓") && !house.screen("lin").contains("↑"))
        for _ in 0..<30 { house.press("lin", "down") }
        #expect(!house.screen("lin").contains("↓") && house.screen("lin").contains("↑"))
    }

    @Test("A window that is too small names what it lacks")
    func tooSmall() {
        for (rows, columns, words) in [
            (5, 80, "needs 8 rows"), (24, 17, "needs 20 columns"), (3, 12, "needs 20x8"),
        ] {
            let robot = Robot(rows: rows, columns: columns)
            #expect(robot.screen.hasPrefix(words))
        }
    }

    @Test("In a window that is too small, only the keys that quit, redraw or suspend work")
    func keysInTooSmallWindow() {
        var house = House()
        house.enter("lin", profile: .atFirstStart)
        house.feed(.resized(Size(rows: 6, columns: 20)), to: "lin")
        house.press("lin", "x", "q", "enter")
        #expect(!house.wishes(of: "lin").contains(.leave(.done, lastLine: nil)))
        house.feed(.resized(Size(rows: 24, columns: 80)), to: "lin")
        #expect(house.screen("lin").contains("What's your name?"))
        #expect(!house.screen("lin").contains("linx"))
        house.feed(.resized(Size(rows: 6, columns: 20)), to: "lin")
        house.press("lin", "ctrl-l")
        #expect(house.wishes(of: "lin").contains(.show(.redraw)))
        house.press("lin", "ctrl-c")
        #expect(house.wishes(of: "lin").contains(.leave(.done, lastLine: nil)))
    }

    @Test("In a window that is too small, Ctrl-C closes the list of actions, and then quits")
    func closesPaletteInTooSmallWindow() {
        var house = House()
        house.press(house.enter("lin"), "esc", ":")
        #expect(house.screen("lin").contains("Enter run"))
        house.feed(.resized(Size(rows: 6, columns: 20)), to: "lin")
        house.press("lin", "ctrl-c")
        house.feed(.resized(Size(rows: 24, columns: 80)), to: "lin")
        #expect(!house.screen("lin").contains("Enter run"))
        house.feed(.resized(Size(rows: 6, columns: 20)), to: "lin")
        house.press("lin", "ctrl-c")
        house.run(for: .seconds(1))
        #expect(house.wishes(of: "lin").contains(.leave(.done, lastLine: nil)))
    }

    @Test("In a window that is too small, a second Ctrl-C quits a round")
    func quitsInTooSmallWindow() {
        var house = House.match
        house.feed(.resized(Size(rows: 6, columns: 20)), to: "okafor")
        house.press("okafor", "5", "enter", "ctrl-c")
        #expect(house.screen("lin").contains("okafor to move"))
        house.press("okafor", "ctrl-c")
        house.run(for: .seconds(1))
        #expect(house.screen("lin").contains("okafor left."))
    }

    @Test("The state of a player is more important than “ssh”")
    func states() {
        var house = House()
        let waiting = PlayerName(cleaning: "kim").map(StartAction.challenge) ?? .lobby
        house.enter("okafor", way: .ssh)
        house.press(house.enter("lin", waiting), "esc")
        #expect(house.screen("lin").contains("wants to play"))
        house.feed(.resized(Size(rows: 40, columns: 160)), to: "lin")
        #expect(house.screen("lin").contains(/wants to play +ssh/))
    }

    @Test("The welcome question shows that a name is too long")
    func longName() {
        var house = House()
        house.press(house.enter("lin"), "esc")
        house.choose("lin", "change your name")
        house.type("abcdefghijklmnopqr", by: "lin")
        #expect(house.screen("lin").contains("A name is at most 16 columns wide."))
    }
}
