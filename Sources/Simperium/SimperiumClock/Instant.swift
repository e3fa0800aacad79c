/// A point in time, as the time since a fixed start of its owner's choice.
///
/// A core never reads a clock. Its caller passes the present.
package struct Instant: Hashable, Comparable, Sendable, CustomStringConvertible {
    private let nanoseconds: Int64

    package static let start = Instant(nanoseconds: 0)

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package init(milliseconds: Int64) {
        nanoseconds = milliseconds * 1_000_000
    }

    package static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
    }

    package static func + (instant: Instant, wait: Duration) -> Instant {
        Instant(nanoseconds: instant.nanoseconds + wait.nanoseconds)
    }

    package static func - (later: Instant, earlier: Instant) -> Duration {
        .nanoseconds(later.nanoseconds - earlier.nanoseconds)
    }

    /// Whole seconds since the start, for a clock on a screen.
    package var wholeSeconds: Int { (self - .start).wholeSeconds }

    package var description: String { "\(self - .start)" }
}

extension Instant: Codable {
    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }
}
