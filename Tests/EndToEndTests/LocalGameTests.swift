import Drawing
import Glibc
import TestKit
import TestSupport
import Testing

@Suite("A game at one terminal", .waits)
struct LocalGameTests {
    @Test("On a light background the colours are readable, and the answer is not read as keys")
    func background() throws {
        let person = try TerminalPerson(["local"])
        person.press("\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\\u{1B}[?1;2c")
        person.sees("two at this keyboard", "O TO MOVE")
        #expect(person.screen.titles == ["tictactoe"])
        person.waits(for: "magenta") { $0.colours.contains(35) && !$0.colours.contains(36) }
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
        #expect(person.screen.titles == ["tictactoe", ""])
    }

    @Test("A bot from the menu answers a move")
    func bot() throws {
        let person = try TerminalPerson(["--server", "127.0.0.1:9"])
        person.sees("offline", "Two at this keyboard")
        person.press("down", "down", "down", "down", "down", "right", "right", "enter")
        person.sees("you against the perfect bot", "YOUR MOVE")
        person.press("enter")
        person.sees("1 O 5", "2 X", "YOUR MOVE")
        person.press("esc")
        person.sees("Two at this keyboard")
        person.press("q", "y")
        #expect(person.seesTheEnd() == .exited(0))
    }

    @Test(
        "A terminal of any kind plays a round, and is restored with the score",
        arguments: [
            "xterm-256color", "xterm", "screen", "screen-256color", "tmux-256color", "linux",
            "vt100", "vt220", "ansi", "xterm-kitty", "xterm-direct",
        ])
    func terminals(term: String) throws {
        let person = try TerminalPerson(["local"], term: term)
        person.sees("O TO MOVE")
        for number in ["5", "1", "3", "2", "7"] { person.press(number, "enter") }
        person.sees("O WINS")
        person.press("q")

        #expect(person.seesTheEnd() == .exited(0))
        #expect(person.screen.text.contains("circle 1") && person.screen.text.contains("0 cross"))
        #expect(person.screen.unknown == [])
        #expect(person.isTerminalSane)
        #expect(!person.screen.isOnSecondScreen)
        #expect(person.screen.isCursorShown)
    }

    @Test("In a locale without UTF-8, only ASCII is sent")
    func ascii() throws {
        let person = try TerminalPerson(["local"], environment: ["LC_ALL": "C"])
        person.sees("O TO MOVE", "+-")
        person.press("5", "enter")
        person.sees("./###")
        person.press("q", "y")
        person.seesTheEnd()

        #expect(!person.screen.hasSentBeyondASCII)
    }

    @Test(
        "With NO_COLOR or --no-color no colour is sent",
        arguments: [(["local"], ["NO_COLOR": "1"]), (["local", "--no-color"], [:])])
    func noColour(words: [String], environment: [String: String]) throws {
        let person = try TerminalPerson(words, environment: environment)
        for number in ["5", "1", "3", "2", "7"] { person.press(number, "enter") }
        person.sees("O WINS")
        person.press("t", "down", "enter", "q")
        person.seesTheEnd()

        #expect(person.screen.colours == [])
    }

    @Test("The mouse is reported until a key or an option disables it")
    func mouse() throws {
        let modes: Set = ["?1000", "?1006"]
        let person = try TerminalPerson(["local"])
        person.waits(for: "reports of the mouse") { $0.modes.isSuperset(of: modes) }
        person.chooses("turn the mouse on or off")
        person.waits(for: "no reports of the mouse") { $0.modes.isDisjoint(with: modes) }
        person.chooses("turn the mouse on or off")
        person.waits(for: "reports again") { $0.modes.isSuperset(of: modes) }
        let other = try TerminalPerson(["local", "--no-mouse"])
        other.sees("O TO MOVE", "actions")
        #expect(other.screen.modes.isDisjoint(with: modes))
        // Movements are not reported, neither all of them nor those with a button.
        #expect(person.screen.modes.isDisjoint(with: ["?1002", "?1003"]))
    }

    @Test("The terminal's own cursor is on the chosen square")
    func cursor() throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE")
        let middle = person.screen.cursor
        for number in 1...9 {
            person.press("\(number)")
            person.waits(for: "the cursor on \(number)") { screen in
                let cursor = screen.cursor
                return screen.isCursorShown
                    && (cursor.row - middle.row).signum() == (number - 1) / 3 - 1
                    && (cursor.column - middle.column).signum() == (number - 1) % 3 - 1
                    // The cell of the cursor shows the piece that would be placed.
                    && screen.places[cursor.row][cursor.column].text == "O"
            }
        }
    }

    @Test("A window that is resized while the program starts is filled")
    func resizingAtTheStart() throws {
        let person = try TerminalPerson(["local"])
        person.resizes(rows: 30, columns: 100)
        person.waits(for: "keys in the last of 30 rows") { $0.lines[29].contains("actions") }
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
    }

    @Test("The picture follows the window, however small it gets")
    func resizing() throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE", "ROUND 1")
        person.resizes(rows: 8, columns: 20)
        person.sees("O TO MOVE", "───┼───┼───")
        person.resizes(rows: 1, columns: 5)
        person.sees("need")
        person.resizes(rows: 40, columns: 120)
        person.sees("O TO MOVE", "ROUND 1", "draws")
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
    }

    @Test("A trap restores the terminal", arguments: [SIGABRT, SIGSEGV, SIGILL, SIGTRAP])
    func trap(signal: CInt) throws {
        // On a terminal Swift's own backtracer would ask a question, and wait for an answer.
        let person = try TerminalPerson(["local"], environment: ["SWIFT_BACKTRACE": "enable=no"])
        person.sees("O TO MOVE")
        person.sends(signal)

        #expect(person.seesTheEnd() == .killed(by: signal))
        #expect(person.isTerminalSane)
        #expect(!person.screen.isOnSecondScreen)
        #expect(person.screen.isCursorShown)
    }

    @Test("Ctrl-S and Ctrl-Q stop nothing")
    func flowControl() throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE")
        person.press("\u{13}")
        person.sees("Ctrl-S does nothing here")
        person.press("5", "enter", "\u{11}")
        person.sees("X TO MOVE", "Ctrl-Q does nothing here")
    }

    @Test("SIGUSR2 reads the settings again, and reports a wrong one")
    func settings() throws {
        let machine = try Machine()
        let person = try TerminalPerson(["local"], environment: machine.environment)
        person.sees("R resign")
        try machine.configure("key = resign=S\n")
        person.sends(SIGUSR2)
        person.sees("S resign", "Settings reloaded.")
        try machine.configure("kee = resign=S\n")
        person.sends(SIGUSR2)
        person.sees("config:1: unknown setting", "S resign")
    }

    @Test("Ctrl-L redraws the screen")
    func redraw() throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE")
        let before = person.bytesShown
        person.press("ctrl-l")
        person.waits(for: "a whole picture") { _ in person.bytesShown - before > 500 }
        person.press("q")
        person.seesTheEnd()
    }
}
