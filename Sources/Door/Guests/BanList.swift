internal import SimperiumWebWire
internal import Wording

/// All whom a host keeps out, as a file names them, one to a line:
///
///     # who                until        why
///     203.0.113.0/24       2027-01-31   Too many robots. Write to host@example.org
///     SHA256:uNiV…                      Left games again and again
///
/// The day and the reason may be missing.
package struct BanList: Hashable, Sendable {
    /// The most bytes that the file may have.
    package static let fileSizeLimit = 1 << 20

    /// What they were read from, as it was written.
    package private(set) var lines: [String] = []
    private var ranges: [Ban] = []
    private var keys: [String: Ban] = [:]

    /// Keeps nobody out.
    package init() {}

    package init(_ bytes: [UInt8]) throws(BanFlaw) {
        let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
        for (number, bytes) in lines.enumerated() {
            let bytes = bytes.last == 0x0D ? bytes.dropLast() : bytes
            guard let text = String(validating: bytes, as: UTF8.self),
                !text.unicodeScalars.contains(where: \.isControl)
            else { throw BanFlaw(line: number + 1, kind: .noText) }
            let line = text[...].trimmed
            self.lines.append(String(text))
            guard let first = line.first, first != "#" else { continue }
            try add(line, number + 1)
        }
        if self.lines.last?.isEmpty == true { self.lines.removeLast() }
    }

    package var count: Int { ranges.count + keys.count }

    /// One line alone.
    package init(line: String) throws(BanFlaw) { try self.init(Array(line.utf8)) }

    /// With others, of whom each is kept out by one line. A line that can't be meant is left out.
    package func adding(_ others: [String]) -> BanList {
        var all = self
        for line in others {
            guard let other = try? BanList(line: line) else { continue }
            all.lines += other.lines
            all.ranges += other.ranges
            all.keys.merge(other.keys) { first, _ in first }
        }
        return all
    }

    /// Without the lines that keep out whom they call so; nil if there is none.
    package func removing(_ target: String) -> BanList? {
        let left = lines.filter { $0[...].trimmed.firstWord != target[...] }
        return left.count == lines.count ? nil : BanList().adding(left)
    }

    /// As a file has them.
    package var bytes: [UInt8] {
        Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private mutating func add(_ line: Substring, _ number: Int) throws(BanFlaw) {
        let who = line.firstWord
        var rest = line.dropFirst(who.count).trimmed
        let lastDay = CalendarDay(rest.firstWord)
        if lastDay != nil {
            rest = rest.dropFirst(rest.firstWord.count).trimmed
        } else if rest.firstWord.isMeantAsDay {
            // As a reason it would have the ban hold for ever.
            throw BanFlaw(line: number, kind: .noDay)
        }
        let reason = String(rest)
        if who.isFingerprint {
            let key = String(who)
            keys[key] = Ban(target: .key(key), lastDay: lastDay, reason: reason)
        } else if let range = AddressRange(who) {
            ranges.append(Ban(target: .addresses(range), lastDay: lastDay, reason: reason))
        } else {
            throw BanFlaw(line: number, kind: .nobody)
        }
    }

    /// What keeps out whoever comes from that address; nil if nothing does.
    package func ban(onAddress host: [UInt8], at day: CalendarDay) -> Ban? {
        ranges.first { ban in
            guard case .addresses(let range) = ban.target else { return false }
            return range.contains(host) && ban.holds(on: day)
        }
    }

    /// What keeps out whoever has signed with that key; nil if nothing does.
    package func ban(onKey fingerprint: String, at day: CalendarDay) -> Ban? {
        keys[fingerprint].flatMap { $0.holds(on: day) ? $0 : nil }
    }
}

/// A line of a list of bans that can't be meant.
package struct BanFlaw: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Kind: Hashable, Sendable {
        case noText
        case nobody
        case noDay
    }

    package let line: Int
    package let kind: Kind

    package var description: String {
        switch kind {
        case .noText: BanFileWords.noText(line: line)
        case .noDay: BanFileWords.noDay(line: line)
        case .nobody: BanFileWords.noTarget(line: line)
        }
    }
}

extension Substring {
    fileprivate var trimmed: Substring {
        var text = drop { $0 == " " || $0 == "\t" }
        while text.last == " " || text.last == "\t" { text.removeLast() }
        return text
    }

    fileprivate var firstWord: Substring { prefix { $0 != " " && $0 != "\t" } }

    /// Whether there are digits with hyphens between them, and nothing else.
    fileprivate var isMeantAsDay: Bool {
        contains("-") && utf8.first != UInt8(ascii: "-")
            && utf8.allSatisfy { $0 == UInt8(ascii: "-") || 0x30...0x39 ~= $0 }
    }

    /// Whether this is how OpenSSH writes a SHA-256: 43 characters of Base64.
    fileprivate var isFingerprint: Bool {
        let digits = utf8.dropFirst("SHA256:".utf8.count)
        return hasPrefix("SHA256:") && digits.count == 43
            && digits.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                    UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
                    true
                default: false
                }
            }
    }
}

extension Unicode.Scalar {
    /// Whether a terminal would do something instead of showing it.
    fileprivate var isControl: Bool {
        value < 0x20 && self != "\t" || 0x7F...0x9F ~= value
    }
}
