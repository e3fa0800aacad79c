import Drawing
import TestKit
import TestSupport
import Testing

/// The output to a terminal of 80x24, compared with the limits of a slow connection.
@Suite("Output of a screen", .waits)
struct ScreenCostTests {
    /// The bytes that a clock and the round trip time may add in a second.
    private static let aside = 48

    @Test(
        "The first picture has at most 4,096 bytes, in every theme and with every colour",
        arguments: Theme.builtIn.map(\.name))
    func firstPaint(theme: String) throws {
        let start = ContinuousClock.now
        // A refused connection would add output on a slow machine.
        let person = try TerminalPerson(
            ["--server", "127.0.0.1:\(try silentPort())", "--name", "lin", "--theme", theme],
            environment: ["COLORTERM": "truecolor"])
        person.sees("PLAY", "PLAYERS", "? help")
        let seconds = Int((ContinuousClock.now - start) / .seconds(1))
        #expect(person.bytesShown <= 4_096 + seconds * Self.aside)
        person.press("q")
        #expect(person.seesTheEnd() == .exited(0))
    }

    @Test("A step of the cursor has at most 80 bytes, also the first one after a move")
    func steps() throws {
        let person = try TerminalPerson(["local"])
        person.sees("O TO MOVE")
        for keys in ["5", "6", "3", "enter", "1", "2"] {
            person.catchesUp()
            let (start, before) = (ContinuousClock.now, person.bytesShown)
            person.press(keys)
            let square = Int(keys)
            if let square {
                person.waits(for: "a cursor on \(square)") { $0.cursor == Self.middle(of: square) }
            } else {
                person.sees("X TO MOVE")
                // The second half of the piece is not a part of the next step.
                person.waits(for: "all of a piece on 3") {
                    $0.lines[Self.middle(of: 3).row + 2].contains { "▘▝".contains($0) }
                }
            }
            let seconds = Int((ContinuousClock.now - start) / .seconds(1)) + 1
            let most = (square == nil ? 400 : 80) + (seconds - 1) * Self.aside
            #expect(person.bytesShown - before <= most, "\(keys)")
        }
        person.press("q", "y")
        person.seesTheEnd()
    }

    @Test("A move has at most 400 bytes with both of its pictures, on either side")
    func moves() throws {
        let server = try ServedProgram(in: .memory)
        let okafor = try TerminalPerson("okafor", at: server)
        okafor.sees("in sync", "Looking for a match")
        let lin = try TerminalPerson("lin", at: server)
        okafor.sees("YOUR MOVE")
        lin.sees("okafor to move")
        var (mover, other) = (okafor, lin)
        for square in [5, 1, 9, 3] {
            mover.press("\(square)")
            mover.sees("Enter places your")
            for person in [mover, other] { person.catchesUp() }
            let start = ContinuousClock.now
            let before = [mover, other].map(\.bytesShown)
            mover.press("enter")
            for person in [mover, other] {
                person.waits(for: "all of a piece on \(square)") {
                    $0.lines[Self.middle(of: square).row + 2].contains { "▘▝".contains($0) }
                }
            }
            other.sees("YOUR MOVE")
            let seconds = Int((ContinuousClock.now - start) / .seconds(1)) + 1
            for (person, before) in zip([mover, other], before) {
                #expect(person.bytesShown - before <= 400 + seconds * Self.aside, "\(square)")
            }
            swap(&mover, &other)
        }
    }

    /// Returns the position of the cursor on a square. Squares have five rows, from row 3 on.
    private static func middle(of square: Int) -> Point {
        Point(row: 5 + (square - 1) / 3 * 6, column: 8 + (square - 1) % 3 * 12)
    }
}
