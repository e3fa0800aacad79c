import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Answers of terminals", .waits)
struct TerminalAnswerTests {
    private static let light = "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}"
    private static let sixths: ClosedRange<Unicode.Scalar> = "\u{1FB00}"..."\u{1FB3B}"
    private static let kind = "\u{1B}[?64;1;2c"

    @Test(
        "With any answer the game continues, and no byte of it is read as a key",
        arguments: [
            "", light + kind,
            "\u{1B}P>|" + String(repeating: "x", count: 5_000) + "\u{1B}\\" + kind,
            "\u{1B}P>|\u{1B}\\\u{1B}[?c", "\u{1B}[?9999999999c\u{1B}]11;#ff\u{1B}\\",
            String(repeating: light, count: 500),
        ])
    func answers(bytes: String) throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE")
        // The answer comes in two pieces, with a key between the first and the second part.
        let middle = bytes.index(bytes.startIndex, offsetBy: bytes.count / 2)
        person.press(String(bytes[..<middle]))
        person.press(String(bytes[middle...]))
        person.press("7")
        person.sees("Enter places your O there.")
        person.press("enter")
        person.sees("X TO MOVE")
        person.press("q", "y")
        #expect(person.seesTheEnd() == .exited(0))
        #expect(person.screen.unknown == [])
        #expect(person.isTerminalSane)
    }

    @Test("Keys that are typed before the answer comes are not lost")
    func typedBefore() throws {
        let person = try TerminalPerson(["local"])
        person.press("5", "enter", Self.light, "1", "enter", Self.kind, "9")
        person.sees("O TO MOVE", "Enter places your O there.")
        person.press("q", "y")
        #expect(person.seesTheEnd() == .exited(0))
    }

    @Test("A late answer changes the colours, and nothing else")
    func late() throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE")
        let before = person.screen.text
        let colours = person.screen.colours
        person.press(Self.light)
        person.waits(for: "other colours") { $0.colours != colours }
        #expect(person.screen.text == before)
        person.press("q")
        person.seesTheEnd()
    }

    @Test(
        "Pieces are drawn in blocks of three rows if the terminal reports that it has them",
        arguments: [("kitty(0.26.5)", true), ("XTerm(379)", false)])
    func sextants(program: String, draws: Bool) throws {
        let person = try TerminalPerson(["local"], rows: 40, columns: 120)
        person.press("\u{1B}P>|\(program)\u{1B}\\" + Self.kind)
        person.sees("O TO MOVE")
        person.press("5", "enter")
        person.sees("X TO MOVE")
        person.waits(for: "the edge of a piece") { screen in
            screen.text.unicodeScalars.contains {
                draws ? Self.sixths.contains($0) : "▗▖▘▝".unicodeScalars.contains($0)
            }
        }
        let hasSixths = person.screen.text.unicodeScalars.contains { Self.sixths.contains($0) }
        #expect(hasSixths == draws)
        person.press("q", "y")
        person.seesTheEnd()
    }

    @Test("Reports of the terminal's colours and of its focus are asked for, and end with a signal")
    func reports() throws {
        let person = try TerminalPerson(["local"])
        person.press("\u{1B}[?2031;2$y" + Self.kind)
        person.sees("O TO MOVE")
        person.waits(for: "reports") { $0.modes.isSuperset(of: ["?1004", "?2031"]) }
        let (before, colours) = (person.screen.text, person.screen.colours)
        person.press("\u{1B}[I\u{1B}[?997;2n")
        person.waits(for: "other colours") { $0.colours != colours }
        #expect(person.screen.text == before)
        person.press("\u{1B}[O", "5")
        person.sees("Enter places your O there.")
        person.sends(SIGTERM)
        person.seesTheEnd()
        #expect(person.screen.modes.isDisjoint(with: ["?1004", "?2031"]))
        #expect(person.isTerminalSane && person.screen.unknown == [])
        let quiet = try TerminalPerson(["local", "--no-notify"])
        quiet.press(Self.kind)
        quiet.sees("O TO MOVE", "actions")
        #expect(quiet.screen.modes.isDisjoint(with: ["?1004", "?2031"]))
        quiet.press("q")
        quiet.seesTheEnd()
    }

    @Test("A guest's terminal by ssh is asked, too")
    func sextantsOfGuest() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house, rows: 40, columns: 120)
        lin.sees("lobby")
        lin.press("\u{1B}P>|kitty(0.26.5)\u{1B}\\" + Self.kind)
        lin.waits(for: "pieces in blocks of three rows") { screen in
            screen.text.unicodeScalars.contains { Self.sixths.contains($0) }
        }
        lin.press("q")
        lin.seesTheEnd()
    }

    @Test("A guest by ssh plays, though the terminal answers late, twice and with nonsense")
    func guest() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house)
        // Before that, ssh has not made the terminal raw, and an answer may come in parts.
        lin.sees("in sync", "Looking for a match")
        lin.press("\u{1B}]11;rgb:zz/zz\u{7}", Self.light, "\u{1B}]52;c;!\u{7}", Self.kind)
        lin.press(Self.light + Self.light + Self.kind + "\u{1B}P>|\u{1B}\\")
        lin.press("b")
        lin.sees("YOUR MOVE")
        lin.press("\u{1B}]11;rg", "b:ffff/ffff/ffff\u{7}", "5", "enter")
        lin.sees("1 O 5")
        #expect(lin.screen.unknown == [])
        lin.press("q", "y")
        lin.seesTheEnd()
        #expect(lin.isTerminalSane)
    }

    @Test("A guest by ssh in a window of 1,000 by 500 sees the lobby, and plays")
    func giantGuest() throws {
        let house = try TerminalHouse()
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "Looking for a match")
        lin.resizes(rows: 500, columns: 1_000)
        // A guest is shown no more than 250 columns of it.
        lin.waits(for: "the lobby in the large window") { screen in
            screen.lines.contains { $0.count > 200 && $0.contains("─") }
        }
        lin.press("b")
        lin.sees("YOUR MOVE")
        lin.press("5", "enter")
        lin.sees("1 O 5")
        lin.resizes(rows: 24, columns: 80)
        lin.sees("1 O 5", "R resign")
        lin.press("q", "y")
        lin.seesTheEnd()
    }

    @Test("A text for the clipboard is on the screen, too, whether or not it is accepted")
    func clipboard() throws {
        let server = try ServedProgram(in: .memory)
        let lin = try TerminalPerson("lin", at: server)
        lin.sees("Looking for a match")
        lin.press("i")
        lin.sees("Your code:", "tictactoe join")
        lin.press("y")
        lin.sees("Sent to the clipboard: tictactoe join", "INVITE A FRIEND")
        lin.press("q")
        lin.seesTheEnd()
        #expect(lin.screen.clipboard?.hasPrefix("dGljdGFjdG9lIGpvaW4g") == true)
    }
}
