import SimperiumClock
import SimperiumWire
import TestSupport
import Testing

@Suite("Message properties")
struct MessageProperties {
    @Test("A written message is read as the same message")
    func roundTrip() throws {
        for seed in Seeds.first(40) {
            var maker = RandomMessages(seed: seed)
            for message in maker.clientMessages() {
                check(try ClientMessage(frame: message.frame.span) == message, message, seed)
            }
            for message in maker.hubMessages() {
                check(try HubMessage(frame: message.frame.span) == message, message, seed)
            }
        }
    }

    @Test("A frame is one line of UTF-8, and an entity two")
    func lines() {
        for seed in Seeds.first(40) {
            var maker = RandomMessages(seed: seed)
            for message in maker.clientMessages() {
                check(message.frame.lines == 1, message, seed)
            }
            for message in maker.hubMessages() {
                let isEntity = if case .command(.entity, _) = message { true } else { false }
                check(message.frame.lines == (isEntity ? 2 : 1), message, seed)
            }
        }
    }

    @Test("A truncated frame does no harm")
    func truncated() {
        for seed in Seeds.first(60) {
            let frame = RandomMessages.frame(seed: seed)
            for length in frame.indices { read(Array(frame[..<length]), seed) }
        }
    }

    @Test("A frame with a wrong byte does no harm")
    func flipped() {
        for seed in Seeds.first(60) {
            var random = SeededRandom(seed: seed)
            var frame = RandomMessages.frame(seed: seed)
            for index in frame.indices {
                let byte = frame[index]
                frame[index] ^= 1 << UInt8(random.numberBelow(8))
                read(frame, seed)
                frame[index] = byte
            }
        }
    }

    @Test("A frame of random bytes does no harm")
    func garbage() {
        let heads = ["", "0:", "0:c:", "0:i:", "0:e:", "0:init:", "0:index:", "0:o:", "log:", "h:"]
        let bytes =
            Array("{}[]\",:\\u0123456789-+.eE\n dvidocntruefalsn".utf8) + [0, 0x80, 0xC3, 0xFF]
        for seed in Seeds.first(300) {
            var random = SeededRandom(seed: seed)
            let head = Array(heads[random.numberBelow(heads.count)].utf8)
            read(
                head
                    + (0..<random.numberBelow(200)).map { _ in
                        bytes[random.numberBelow(bytes.count)]
                    }, seed)
        }
    }

    /// Expects that a message read from a damaged frame is written and read again unchanged.
    private func read(_ frame: [UInt8], _ seed: UInt64) {
        if let message = try? ClientMessage(frame: frame.span) {
            check((try? ClientMessage(frame: message.frame.span)) != nil, message, seed)
        }
        if let message = try? HubMessage(frame: frame.span) {
            check((try? HubMessage(frame: message.frame.span)) != nil, message, seed)
        }
    }

    /// A plain condition, because millions of expectations would take longer than the reading.
    private func check(_ holds: Bool, _ message: some Sendable, _ seed: UInt64) {
        if !holds { Issue.record("\(message), seed \(seed)") }
    }
}

extension RandomMessages {
    /// A frame with one message. The kind depends on the seed.
    fileprivate static func frame(seed: UInt64) -> [UInt8] {
        var maker = RandomMessages(seed: seed)
        let frames = maker.clientMessages().map(\.frame) + maker.hubMessages().map(\.frame)
        return frames[Int(seed % UInt64(frames.count))]
    }
}

extension [UInt8] {
    /// The number of lines; zero if the bytes are not UTF-8.
    fileprivate var lines: Int {
        guard String(validating: self, as: UTF8.self) != nil else { return 0 }
        return 1 + count { $0 == UInt8(ascii: "\n") }
    }
}
