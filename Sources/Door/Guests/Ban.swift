package import SimperiumWebWire
internal import Wording

/// Whom a host keeps out, until when, and why.
package struct Ban: Hashable, Codable, Sendable {
    package enum Target: Hashable, Codable, Sendable {
        case addresses(AddressRange)
        /// A key, by its fingerprint as `ssh-keygen -l` tells it.
        case key(String)
    }

    package let target: Target
    /// The last day on which it holds; nil for ever.
    package let lastDay: CalendarDay?
    /// In the host's words; empty if they are nobody's business.
    package let reason: String

    package func holds(on day: CalendarDay) -> Bool { lastDay.map { day <= $0 } ?? true }

    /// What the guest is told.
    package var sentence: String {
        DoorWords.keptOut(until: lastDay?.description, because: reason)
    }
}

/// A day as ISO 8601 writes it, in UTC: `2026-11-20`.
package struct CalendarDay: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// Those of one length come in the order of the days.
    package let description: String

    /// Nil if it is not written so.
    package init?(_ text: Substring) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2],
            parts.joined().utf8.allSatisfy({ 0x30...0x39 ~= $0 }),
            let month = Int(parts[1]), let day = Int(parts[2]), 1...12 ~= month, 1...31 ~= day
        else { return nil }
        description = String(text)
    }

    package static func < (one: CalendarDay, other: CalendarDay) -> Bool {
        one.description < other.description
    }
}
