import Drawing
import SimperiumClock
import Testing

@Suite("Key parser")
struct KeyParserTests {
    @Test("What is sent at once means what it says", arguments: KeyRow.all)
    func whole(row: KeyRow) {
        #expect(events(of: [row.sent]) == row.events)
    }

    @Test("What comes byte by byte means the same", arguments: KeyRow.all)
    func bytes(row: KeyRow) {
        #expect(events(of: row.sent.map { [$0] }) == row.events)
    }

    @Test("What is split anywhere means the same", arguments: KeyRow.all)
    func split(row: KeyRow) {
        for cut in row.sent.indices.prefix(60) {
            #expect(events(of: [Array(row.sent[..<cut]), Array(row.sent[cut...])]) == row.events)
        }
    }

    @Test("A lone Esc is told after a twentieth of a second, and not before")
    func lonelyEscape() {
        var parser = KeyParser()

        #expect(parser.read([0x1B], at: .start) == [])
        #expect(parser.nextDeadline == .start + KeyParser.escapePatience)
        #expect(parser.wake(at: .start + .milliseconds(49)) == [])
        #expect(parser.wake(at: .start + .milliseconds(50)) == [.key(.escape)])
        #expect(parser.nextDeadline == nil)
    }

    @Test("An Esc whose time is up is no part of what follows, though nobody woke the parser")
    func lateKey() {
        var parser = KeyParser()
        _ = parser.read([0x1B], at: .start)

        #expect(
            parser.read(Array("[".utf8), at: .start + .milliseconds(60))
                == [.key(.escape), .key(.character("["))])
    }

    @Test("The rest of an arrow key may take longer than an Esc")
    func slowArrow() {
        var parser = KeyParser()
        _ = parser.read(Array("\u{1B}[".utf8), at: .start)

        #expect(parser.wake(at: .start + .milliseconds(400)) == [])
        #expect(parser.read(Array("A".utf8), at: .start + .milliseconds(400)) == [.key(.up)])
        #expect(parser.nextDeadline == nil)
    }

    @Test("A pause does not end a paste until it is a long one")
    func slowPaste() {
        var parser = KeyParser()
        _ = parser.read(Array("\u{1B}[200~12".utf8), at: .start)
        _ = parser.read(Array("34".utf8), at: .start + .milliseconds(1_900))

        #expect(parser.wake(at: .start + .milliseconds(2_100)) == [])
        #expect(parser.wake(at: .start + .milliseconds(3_900)) == [.paste("1234")])
    }

    @Test("Of an enormous paste the beginning is kept, in whole characters")
    func enormousPaste() throws {
        var parser = KeyParser()
        var events = parser.read(Array("\u{1B}[200~x".utf8), at: .start)
        for _ in 0..<1_000 {
            events += parser.read(Array(String(repeating: "漢", count: 100).utf8), at: .start)
        }
        events += parser.read(Array("\u{1B}[201~q".utf8), at: .start)

        let expected = "x" + String(repeating: "漢", count: (KeyParser.pasteLimit - 1) / 3)
        guard case .paste(let text) = try #require(events.first) else {
            Issue.record("no paste")
            return
        }
        #expect(expected.hasPrefix(text))
        #expect(text.utf8.count > KeyParser.pasteLimit - 6)
        #expect(events.dropFirst() == [.key(.character("q"))])
    }

    @Test("A sequence without end is not kept")
    func endlessSequence() {
        var parsers = [KeyParser(), KeyParser()]
        for (index, count) in [1_000, 100_000].enumerated() {
            let sent = "\u{1B}[" + String(repeating: "1", count: count)
            #expect(parsers[index].read(Array(sent.utf8), at: .start) == [])
        }

        #expect(parsers[0] == parsers[1])
    }

    /// All that the pieces mean, once nothing more has come for a while.
    private func events(of pieces: [[UInt8]]) -> [KeyEvent] {
        var parser = KeyParser()
        var events: [KeyEvent] = []
        for piece in pieces { events += parser.read(piece, at: .start) }
        while let deadline = parser.nextDeadline { events += parser.wake(at: deadline) }
        return events
    }
}
