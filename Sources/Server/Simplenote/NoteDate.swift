import SimperiumClock
import SimperiumJSON

/// Conversion of dates between the text of an export, in ISO 8601, and the number in a note, in
/// seconds since 1970.
enum NoteDate {
    /// The dates that can be written as text, in seconds since 1970: from the year 1 to the last
    /// date of JavaScript.
    private static let shown = -62_135_596_800.0...8.64e12

    /// Returns the seconds since 1970 of a text such as `2013-10-16T20:17:41.760Z`; nil if the text
    /// is not a date.
    static func seconds(of text: String) -> JSON? {
        var rest = Array(text.utf8)[...]
        guard let days = readDaysSince1970(&rest) else { return nil }
        guard !rest.isEmpty else { return JSON(days * 86_400) }
        guard rest.popFirst() == UInt8(ascii: "T"),
            let hour = readNumber(&rest, digits: 2, in: 0...24),
            rest.popFirst() == UInt8(ascii: ":"),
            let minute = readNumber(&rest, digits: 2, in: 0...59)
        else { return nil }
        var second = 0
        var fraction: [UInt8] = []
        if rest.first == UInt8(ascii: ":") {
            rest.removeFirst()
            guard let found = readNumber(&rest, digits: 2, in: 0...60) else { return nil }
            second = found
            if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
                rest.removeFirst()
                fraction = Array(rest.prefix { (0x30...0x39).contains($0) })
                guard (1...18).contains(fraction.count) else { return nil }
                rest = rest.dropFirst(fraction.count)
            }
        }
        guard let zone = readZoneOffset(&rest), rest.isEmpty else { return nil }
        let whole = days * 86_400 + hour * 3_600 + minute * 60 + second - zone
        return jsonNumber(whole: whole, fraction: fraction)
    }

    /// Returns the text of a date in seconds since 1970; nil if the value is not a number, or is
    /// outside `shown`.
    static func text(of seconds: JSON) -> String? {
        guard let seconds = seconds.double, shown.contains(seconds) else { return nil }
        let all = Int((seconds * 1_000).rounded())
        let (days, rest) = (
            all.dividedRoundingDown(by: 86_400_000), all.nonnegativeRemainder(by: 86_400_000)
        )
        let date = CivilDate(daysSince1970: days)
        let year = date.year > 9_999 ? "+" + date.year.padded(to: 6) : date.year.padded(to: 4)
        let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1_000 % 60]
        let time = clock.map { $0.padded(to: 2) }.joined(separator: ":")
        return "\(year)-\(date.month.padded(to: 2))-\(date.day.padded(to: 2))T\(time)."
            + "\((rest % 1_000).padded(to: 3))Z"
    }

    private static func jsonNumber(whole: Int, fraction: [UInt8]) -> JSON? {
        guard fraction.contains(where: { $0 != UInt8(ascii: "0") }) else { return JSON(whole) }
        let digits = String(decoding: fraction, as: UTF8.self)
        let value =
            whole >= 0
            ? Double("\(whole).\(digits)") : Double("0.\(digits)").map { Double(whole) + $0 }
        return value.flatMap { JSONNumber($0) }.map { .number($0) }
    }

    /// Reads a calendar date, and returns the number of days since 1970; nil if the date is not
    /// valid.
    private static func readDaysSince1970(_ rest: inout ArraySlice<UInt8>) -> Int? {
        var sign = 1
        var digits = 4
        if rest.first == UInt8(ascii: "+") || rest.first == UInt8(ascii: "-") {
            sign = rest.removeFirst() == UInt8(ascii: "-") ? -1 : 1
            digits = 6
        }
        guard let year = readNumber(&rest, digits: digits, in: 0...999_999),
            rest.popFirst() == UInt8(ascii: "-"),
            let month = readNumber(&rest, digits: 2, in: 1...12),
            rest.popFirst() == UInt8(ascii: "-"),
            let day = readNumber(&rest, digits: 2, in: 1...31)
        else { return nil }
        return CivilDate.daysSince1970(year: sign * year, month: month, day: day)
    }

    /// Reads the time zone, and returns its offset from UTC in seconds, positive east of UTC.
    /// Returns 0 if there is no time zone; nil if the time zone is not valid.
    private static func readZoneOffset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        switch rest.popFirst() {
        case nil, UInt8(ascii: "Z"): return 0
        case UInt8(ascii: "+"): return readUnsignedZoneOffset(&rest)
        case UInt8(ascii: "-"): return readUnsignedZoneOffset(&rest).map { -$0 }
        default: return nil
        }
    }

    private static func readUnsignedZoneOffset(_ rest: inout ArraySlice<UInt8>) -> Int? {
        guard let hours = readNumber(&rest, digits: 2, in: 0...23) else { return nil }
        if rest.first == UInt8(ascii: ":") { rest.removeFirst() }
        guard let minutes = readNumber(&rest, digits: 2, in: 0...59) else { return nil }
        return hours * 3_600 + minutes * 60
    }

    private static func readNumber(
        _ rest: inout ArraySlice<UInt8>, digits: Int, in range: ClosedRange<Int>
    ) -> Int? {
        let text = rest.prefix(digits)
        guard text.count == digits, text.allSatisfy({ (0x30...0x39).contains($0) }) else {
            return nil
        }
        rest = rest.dropFirst(digits)
        let number = text.reduce(0) { $0 * 10 + Int($1 - 0x30) }
        return range.contains(number) ? number : nil
    }
}

extension CivilDate {
    /// Returns the number of days from the beginning of 1970 to a date.
    fileprivate static func daysSince1970(year: Int, month: Int, day: Int) -> Int {
        // Years are counted from March on, so that a leap day is the last day of its year.
        let year = month > 2 ? year : year - 1
        let era = year.dividedRoundingDown(by: 400)
        let yearOfEra = year - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
    }
}

extension Int {
    /// Returns the quotient, rounded down. The divisor must be positive.
    fileprivate func dividedRoundingDown(by divisor: Int) -> Int {
        (self - nonnegativeRemainder(by: divisor)) / divisor
    }

    /// Returns the remainder, which is never negative. The divisor must be positive.
    fileprivate func nonnegativeRemainder(by divisor: Int) -> Int {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}
