import TestKit
import TestSupport
import Testing

/// A comparison of our emulator with pyte: a mistake in one shows in the other.
@Suite("The emulator of these tests", .waits)
struct EmulatorTests {
    @Test(
        "It shows the same as pyte: text, reversed and bold", arguments: ["screen", "linux"])
    func pictures(term: String) throws {
        let person = try TerminalPerson(["local"], term: term, keepsBytes: true)
        person.sees("O TO MOVE")
        person.press("5", "enter")
        person.sees("X TO MOVE")
        try compare(person)
        person.press("?")
        person.sees("Keys")
        try compare(person)
        person.press("esc")
        person.sees("X TO MOVE")
        for (square, words) in [("1", "O TO MOVE"), ("3", "X TO MOVE"), ("2", "O TO MOVE")] {
            person.press(square, "enter")
            person.sees(words)
        }
        person.press("7", "enter")
        person.sees("WINS")
        try compare(person)
        // pyte has no alternate screen, so the end is not compared.
    }

    /// Waits, because a picture may still be on its way when its last words have arrived.
    private func compare(_ person: TerminalPerson) throws {
        var theirs = ""
        let isSame = try waitUntil(within: .seconds(10), every: .milliseconds(100)) {
            person.catchesUp()
            theirs = try Self.pyte(person.received)
            return theirs == Self.picture(person.screen)
        }
        if !isSame { #expect(Self.picture(person.screen) == theirs) }
    }

    /// Returns the text of each line, and below it a mark for reversed (r), bold (b) and both (B).
    private static func picture(_ screen: Emulator) -> String {
        screen.places.map { row in
            let marks = row.map { place in
                place.isReversed ? (place.isBold ? "B" : "r") : place.isBold ? "b" : "."
            }
            return row.map(\.text).joined() + "\n" + marks.joined() + "\n"
        }.joined()
    }

    private static func pyte(_ bytes: [UInt8]) throws -> String {
        let folder = try TemporaryFolder()
        try Files.write(bytes, to: folder.path("bytes"))
        return try PipedProgram.run(
            "/usr/bin/python3", ["-c", Self.program, folder.path("bytes")]
        ).text
    }

    private static let program = """
        import pyte, sys
        class Screen(pyte.Screen):
            # pyte lacks the scrolling of a region (SU).
            def scroll_up(self, count=None):
                row = self.cursor.y
                self.cursor.y = (self.margins or pyte.screens.Margins(0, self.lines - 1)).bottom
                for _ in range(count or 1): self.index()
                self.cursor.y = row
        pyte.Stream.csi = dict(pyte.Stream.csi, S="scroll_up")
        pyte.Stream.events |= {"scroll_up"}
        screen = Screen(80, 24)
        pyte.ByteStream(screen).feed(open(sys.argv[1], "rb").read())
        for row in range(24):
            line = [screen.buffer[row][column] for column in range(80)]
            print("".join(place.data for place in line))
            print("".join("B" if place.reverse and place.bold else "r" if place.reverse else
                "b" if place.bold else "." for place in line))
        """
}
