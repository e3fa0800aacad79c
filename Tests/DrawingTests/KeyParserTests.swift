import Drawing
import SimperiumClock
import Testing

@Suite("Key parser")
struct KeyParserTests {
    @Test("Bytes mean the same at once, one by one, and split anywhere", arguments: KeyRow.all)
    func pieces(row: KeyRow) {
        #expect(events(of: [row.sent]) == row.events)
        #expect(events(of: row.sent.map { [$0] }) == row.events)
        for cut in row.sent.indices.prefix(60) {
            let events = events(of: [Array(row.sent[..<cut]), Array(row.sent[cut...])])
            #expect(events == row.events, "split at \(cut)")
        }
    }

    /// Bytes that come after this many milliseconds, or nil for a check of the time alone.
    private struct Step {
        let after: Int
        let sent: String?
        let events: [TerminalInputEvent]
    }

    private static let waits: [(String, [Step], isWaiting: Bool)] = [
        (
            "A lone Esc is a key after a twentieth of a second, and not before",
            [
                Step(after: 0, sent: "\u{1B}", events: []), Step(after: 49, sent: nil, events: []),
                Step(after: 50, sent: nil, events: [.key(.escape)]),
            ], false
        ),
        (
            "A late key is no part of the Esc before it, even if the parser was not woken",
            [
                Step(after: 0, sent: "\u{1B}", events: []),
                Step(after: 60, sent: "[", events: [.key(.escape), .key(.character("["))]),
            ], false
        ),
        (
            "The rest of an arrow key may take longer than an Esc",
            [
                Step(after: 0, sent: "\u{1B}[", events: []),
                Step(after: 400, sent: nil, events: []),
                Step(after: 400, sent: "A", events: [.key(.up)]),
            ], false
        ),
        (
            "A pause does not end a paste until it is a long one",
            [
                Step(after: 0, sent: "\u{1B}[200~12", events: []),
                Step(after: 1_900, sent: "34", events: []),
                Step(after: 2_100, sent: nil, events: []),
                Step(after: 3_900, sent: nil, events: [.paste("1234")]),
            ], true
        ),
        (
            "a reply that comes in two pieces on a slow line, and a key",
            [
                Step(after: 0, sent: "\u{1B}]11;rg", events: []),
                Step(after: 1_900, sent: "b:00/00/00\u{7}q", events: [.key(.character("q"))]),
            ], false
        ),
    ]

    @Test("Time ends an Esc, a sequence and a paste, each after its own timeout")
    func patience() {
        for (name, steps, isWaiting) in Self.waits {
            var parser = KeyParser()
            for step in steps {
                let now = Instant.start + .milliseconds(step.after)
                let events = step.sent.map { parser.read(Array($0.utf8), at: now) }
                #expect(
                    events ?? parser.flushExpired(at: now) == step.events,
                    "\(name), \(step.after) ms")
                if step.sent == "\u{1B}" {
                    #expect(parser.nextDeadline == now + KeyParser.escapeTimeout, "\(name)")
                }
            }
            if !isWaiting { #expect(parser.nextDeadline == nil, "\(name)") }
        }
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

    @Test("A paste of the greatest length is whole, and only a longer one is cut")
    func longestPaste() {
        let whole = String(repeating: "x", count: KeyParser.pasteLimit)
        let shorter = String(whole.dropLast())
        for (sent, kept) in [(whole, whole), (whole + "x", whole), (shorter + "漢", shorter)] {
            var parser = KeyParser()
            let events = parser.read(Array("\u{1B}[200~\(sent)\u{1B}[201~".utf8), at: .start)
            #expect(events == [.paste(kept)])
        }
    }

    @Test("An endless sequence is not kept")
    func endlessSequence() {
        var parsers = [KeyParser(), KeyParser()]
        for (index, count) in [1_000, 100_000].enumerated() {
            let sent = "\u{1B}[" + String(repeating: "1", count: count)
            #expect(parsers[index].read(Array(sent.utf8), at: .start) == [])
        }

        #expect(parsers[0] == parsers[1])
    }

    /// Returns all events of the pieces, after the last timeout.
    private func events(of pieces: [[UInt8]]) -> [TerminalInputEvent] {
        var parser = KeyParser()
        var events: [TerminalInputEvent] = []
        for piece in pieces { events += parser.read(piece, at: .start) }
        while let deadline = parser.nextDeadline { events += parser.flushExpired(at: deadline) }
        return events
    }
}
