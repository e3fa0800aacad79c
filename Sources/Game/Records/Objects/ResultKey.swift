package import SimperiumClock

/// The key of a result, which says who wrote it.
package enum ResultKey: Hashable, Sendable {
    /// Of a round between people: when the Match was inserted, as which change, and which of its
    /// rounds it was. The server writes these, the same for the same round however often it tries.
    case people(stamp: Stamp, version: String, round: Int)
    case bot(String)
    /// By its date, as in `2026-11-22`.
    case puzzle(String)

    private static let bots = "bot-"
    private static let puzzles = "puzzle-"
    /// What a version of a bucket, a date, and what chance draws have at most.
    private static let longestPart = 64

    /// Nil if it is none.
    package init?(_ text: String) {
        if text.hasPrefix(Self.bots) {
            let random = String(text.dropFirst(Self.bots.count))
            guard random.isKeyPart else { return nil }
            self = .bot(random)
        } else if text.hasPrefix(Self.puzzles) {
            let date = String(text.dropFirst(Self.puzzles.count))
            guard date.isKeyPart else { return nil }
            self = .puzzle(date)
        } else {
            let parts = text.split(separator: "-", omittingEmptySubsequences: false)
            guard parts.count == 3, let milliseconds = Int64(parts[0]), let round = Int(parts[2]),
                Stamp.possible.contains(milliseconds), round > 0, String(parts[1]).isKeyPart
            else { return nil }
            self = .people(
                stamp: Stamp(milliseconds: milliseconds), version: String(parts[1]), round: round)
            // One round has one key: no signs, and no noughts in front.
            guard self.text == text else { return nil }
        }
    }

    package var text: String {
        switch self {
        case .people(let stamp, let version, let round):
            "\(stamp.milliseconds)-\(version)-\(round)"
        case .bot(let random): Self.bots + random
        case .puzzle(let date): Self.puzzles + date
        }
    }

    /// Whether a person's own program may write it. Those of rounds between people are the
    /// server's.
    package var isWrittenByDevice: Bool {
        if case .people = self { false } else { true }
    }

    fileprivate static func isPart(_ text: String) -> Bool {
        (1...longestPart).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

extension String {
    fileprivate var isKeyPart: Bool { ResultKey.isPart(self) }
}
