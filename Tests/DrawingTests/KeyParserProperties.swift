import Drawing
import SimperiumClock
import TestSupport
import Testing

@Suite("Key parser, properties")
struct KeyParserProperties {
    @Test("Pieces mean the same as the whole, and no more than was sent")
    func pieces() {
        for seed in Seeds.first(300) {
            var random = SeededRandom(seed: seed)
            let sent = input(&random)
            var whole = KeyParser()
            var cut = KeyParser()
            let expected = whole.read(sent, at: .start)
            var events: [TerminalInputEvent] = []
            var rest = sent[...]
            while !rest.isEmpty {
                let piece = rest.prefix(1 + random.numberBelow(7))
                events += cut.read(Array(piece), at: .start)
                rest = rest.dropFirst(piece.count)
            }

            #expect(events == expected, "seed \(seed)")
            #expect(cut == whole, "seed \(seed)")
            #expect(events.count <= sent.count, "seed \(seed)")
        }
    }

    @Test("A second after the last byte the parser is ready for another key")
    func recovers() {
        for seed in Seeds.first(100) {
            var random = SeededRandom(seed: seed)
            var parser = KeyParser()
            let events = parser.read(input(&random), at: .start)
            let late = parser.flushExpired(at: .start + .seconds(2))

            #expect(late.count <= 2, "seed \(seed) after \(events.count)")
            #expect(parser.nextDeadline == nil)
            #expect(
                parser.read(Array("q".utf8), at: .start + .seconds(2)) == [.key(.character("q"))],
                "seed \(seed)")
        }
    }

    /// Returns random bytes among the rows of the table. Some rows are incomplete.
    private func input(_ random: inout SeededRandom) -> [UInt8] {
        var bytes: [UInt8] = []
        for _ in 0..<random.numberBelow(12) {
            switch random.numberBelow(3) {
            case 0:
                for _ in 0..<random.numberBelow(6) { bytes.append(UInt8(random.numberBelow(256))) }
            case 1: bytes += (random.pick(KeyRow.all)?.sent ?? []).prefix(64)
            default:
                let row = (random.pick(KeyRow.all)?.sent ?? []).prefix(64)
                bytes += row.prefix(random.numberBelow(row.count + 1))
            }
        }
        return bytes
    }
}
