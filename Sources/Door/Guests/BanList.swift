package import SimperiumWebWire

/// An operator's bans, read from a file with one ban per line:
///
///     # who                until        why
///     203.0.113.0/24       2027-01-31   Too many robots. Write to host@example.org
///     SHA256:uNiV…                      Left games again and again
///
/// The day and the reason may be missing.
package struct BanList: Hashable, Sendable {
    /// The ban of a client that tries to connect.
    package struct BannedConnectionAttempt: Hashable, Sendable {
        package let ban: Ban
        /// True for the first attempt from a subnet, which is logged. False for all attempts once
        /// `mostLogged` subnets are remembered.
        package let isFirstFromSubnet: Bool
    }

    /// The largest size of a file with bans, in bytes.
    package static let fileSizeLimit = 1 << 20
    /// The maximum number of subnets whose attempts are remembered for the log.
    private static let mostLogged = 1_000

    /// The lines of the file, including comments, without line ends.
    package private(set) var lines: [String] = []
    private var ranges: [Ban] = []
    private var keys: [String: Ban] = [:]
    private var logged: Set<[UInt8]> = []

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
            try parseAndAdd(line, number + 1)
        }
        if self.lines.last?.isEmpty == true { self.lines.removeLast() }
    }

    package var count: Int { ranges.count + keys.count }

    private var bans: [Ban] { ranges + keys.values }

    package init(line: String) throws(BanFlaw) { try self.init(Array(line.utf8)) }

    /// Reads a ban that an operator adds now. Unlike in a list, the reason can't begin with a day
    /// in another form, because the ban would never end. A list may have such a reason: 0.2.0 added
    /// it, and a server must still start with the list.
    package init(newBan line: String) throws(BanFlaw) {
        try self.init(line: line)
        guard !bans.contains(where: { $0.lastDay == nil && $0.reason[...].beginsWithOtherDay })
        else { throw BanFlaw(line: 1, kind: .noDay) }
    }

    /// Returns the list with more lines. Leaves out invalid lines, and calls `skipped` with each of
    /// them. An earlier ban of a key wins over a later one.
    package func adding(_ others: [String], skipped: (String) -> Void = { _ in }) -> BanList {
        var all = self
        for line in others {
            guard let other = try? BanList(line: line) else {
                skipped(line)
                continue
            }
            all.lines += other.lines
            all.ranges += other.ranges
            all.keys.merge(other.keys) { first, _ in first }
        }
        return all
    }

    /// True if there are bans, and none of them holds on the day.
    package func isOver(on day: CalendarDay) -> Bool {
        count > 0 && !bans.contains { $0.holds(on: day) }
    }

    /// Returns the first words of the lines that ban `target`, in any notation.
    package static func words(in lines: [String], for target: String) -> [String] {
        let meant = Ban.BanTarget(target[...])
        return lines.map { $0[...].trimmed.firstWord }.filter { word in
            word == target[...] || meant != nil && Ban.BanTarget(word) == meant
        }.map(String.init)
    }

    /// Returns the list without the lines that ban `target`, in any notation; nil if there is no
    /// such line. Keeps comments and empty lines.
    package func removing(_ target: String) -> BanList? {
        let words = Self.words(in: lines, for: target)
        var rest = self
        rest.lines.removeAll { words.contains(String($0[...].trimmed.firstWord)) }
        guard rest.lines.count < lines.count else { return nil }
        return try? BanList(rest.bytes)
    }

    package var bytes: [UInt8] {
        Array(lines.map { $0 + "\n" }.joined().utf8)
    }

    private mutating func parseAndAdd(_ line: Substring, _ number: Int) throws(BanFlaw) {
        let who = line.firstWord
        var rest = line.dropFirst(who.count).trimmed
        let lastDay = CalendarDay(rest.firstWord)
        if lastDay != nil {
            rest = rest.dropFirst(rest.firstWord.count).trimmed
        } else if rest.firstWord.isMeantAsDay {
            // A mistyped day must not become the reason: the ban would never end.
            throw BanFlaw(line: number, kind: .noDay)
        }
        guard let target = Ban.BanTarget(who) else {
            throw BanFlaw(line: number, kind: .noTarget)
        }
        let ban = Ban(target: target, lastDay: lastDay, reason: String(rest))
        switch target {
        case .key(let key): keys[key] = ban
        case .addresses: ranges.append(ban)
        }
    }

    /// Returns the ban of an address on the day that `day` returns, and remembers the address's
    /// subnet for the log. Returns nil if there is no ban, or no day. `day` is called only if the
    /// list has bans.
    package mutating func checkAttempt(
        fromAddress host: [UInt8], at day: () -> CalendarDay?
    ) -> BannedConnectionAttempt? {
        guard count > 0, let day = day(), let ban = ban(onAddress: host, at: day) else {
            return nil
        }
        let isFirstFromSubnet =
            logged.count < Self.mostLogged
            && logged.insert(NumericAddress.addressOrIPv6Subnet(of: host)).inserted
        return BannedConnectionAttempt(ban: ban, isFirstFromSubnet: isFirstFromSubnet)
    }

    package func ban(onAddress host: [UInt8], at day: CalendarDay) -> Ban? {
        ranges.first { ban in
            guard case .addresses(let range) = ban.target else { return false }
            return range.contains(host) && ban.holds(on: day)
        }
    }

    package func ban(onKey fingerprint: String, at day: CalendarDay) -> Ban? {
        keys[fingerprint].flatMap { $0.holds(on: day) ? $0 : nil }
    }
}

/// A ban of an address range or of a key.
package struct Ban: Hashable, Codable, Sendable {
    package enum BanTarget: Hashable, Codable, Sendable {
        case addresses(AddressRange)
        /// A key, by its fingerprint as `ssh-keygen -l` prints it.
        case key(String)

        fileprivate init?(_ word: Substring) {
            if word.isFingerprint {
                self = .key(String(word))
            } else if let range = AddressRange(word) {
                self = .addresses(range)
            } else {
                return nil
            }
        }
    }

    package let target: BanTarget
    /// The last day of the ban; nil if the ban does not end.
    package let lastDay: CalendarDay?
    /// The operator's reason; may be empty.
    package let reason: String

    package func holds(on day: CalendarDay) -> Bool { lastDay.map { day <= $0 } ?? true }

    /// The sentence for a banned guest.
    package var sentence: String {
        DoorWords.banned(until: lastDay?.description, because: reason)
    }
}

/// A day in UTC, as in ISO 8601: `2026-11-20`.
package struct CalendarDay: Hashable, Codable, Sendable, Comparable, CustomStringConvertible {
    /// The day as text. Its length is fixed, so comparing two texts compares the days.
    package let description: String

    /// Reads a day; returns nil unless the text has the form `2026-11-20`. Each month may have 31
    /// days: a ban until `2026-02-31` holds until the end of February. So a slip in one line, even
    /// in an expired ban, does not make the whole file invalid.
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

/// An error in a line of a ban list.
package struct BanFlaw: Error, Hashable, Sendable, CustomStringConvertible {
    package enum BanLineFlaw: Hashable, Sendable {
        case noText
        case noTarget
        case noDay
    }

    package let line: Int
    package let kind: BanLineFlaw

    package var description: String {
        switch kind {
        case .noText: BanFileWords.notPlainText(line: line)
        case .noDay: BanFileWords.noDay(line: line)
        case .noTarget: BanFileWords.noTarget(line: line)
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

    /// True if the text is probably a mistyped day: a digit, followed by digits and hyphens.
    fileprivate var isMeantAsDay: Bool {
        utf8.first?.isDigit == true && contains("-")
            && utf8.allSatisfy { $0.isDigit || $0 == UInt8(ascii: "-") }
    }

    /// True if the first word is probably a day in a form that is not read: eight digits, or three
    /// numbers with dots or slashes between them and at least five digits in total.
    fileprivate var beginsWithOtherDay: Bool {
        let word = firstWord
        let digitCount = word.utf8.count { $0.isDigit }
        if digitCount == word.utf8.count { return digitCount == 8 }
        let numbers = word.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "/" }
        return numbers.count == 3 && digitCount >= 5
            && numbers.allSatisfy { 1...4 ~= $0.utf8.count && $0.utf8.allSatisfy(\.isDigit) }
    }

    /// True if the text is a SHA-256 fingerprint of OpenSSH: `SHA256:` and 43 characters of Base64.
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

extension UInt8 {
    fileprivate var isDigit: Bool { 0x30...0x39 ~= self }
}

extension Unicode.Scalar {
    /// True if this is a control character other than a tab. A terminal would act on it instead of
    /// showing it.
    fileprivate var isControl: Bool {
        value < 0x20 && self != "\t" || 0x7F...0x9F ~= value
    }
}

private enum BanFileWords {
    static func notPlainText(line: Int) -> String { "line \(line) is not plain text" }

    static func noDay(line: Int) -> String {
        "line \(line) has an invalid date; expected one like 2027-01-31"
    }

    static func noTarget(line: Int) -> String {
        "line \(line) must begin with an address, a range like 10.0.0.0/8 or a key fingerprint"
            + " that begins with SHA256:"
    }
}
