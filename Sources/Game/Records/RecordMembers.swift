internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumJSON

/// The names of the members of an account's objects. They are constants, because ten thousand
/// results are read at once.
extension JSONString {
    static let with: JSONString = "with"
    static let name: JSONString = "name"
    static let piece: JSONString = "as"
    static let outcome: JSONString = "outcome"
    static let moves: JSONString = "moves"
    static let at: JSONString = "at"
    static let how: JSONString = "how"
    static let level: JSONString = "level"
    static let first: JSONString = "first"
    static let alias: JSONString = "alias"
    static let since: JSONString = "since"
    static let seen: JSONString = "seen"
    static let value: JSONString = "value"
    static let wins: JSONString = "wins"
    static let losses: JSONString = "losses"
    static let draws: JSONString = "draws"
    static let practice: JSONString = "practice"
    static let hall: JSONString = "hall"
    static let match: JSONString = "match"
    static let client: JSONString = "client"
    static let device: JSONString = "device"
    static let circle: JSONString = "circle"
    static let circleName: JSONString = "circleName"
    static let cross: JSONString = "cross"
    static let crossName: JSONString = "crossName"
    static let days: JSONString = "days"
    static let resigned: JSONString = "resigned"
    static let ending: JSONString = "ending"
    static let invitation: JSONString = "invitation"
    static let friendship: JSONString = "friendship"
}

/// Readers for the members of an object that any program may have written.
extension JSONObject {
    /// Reads a text of one to `longest` bytes; nil if it is missing.
    func text(_ name: JSONString, longest: Int) throws(RecordFlaw) -> String? {
        guard let value = nonNullValue(name) else { return nil }
        guard let text = value.text else { throw .wrongType(member: name.string) }
        guard (1...longest).contains(text.utf8Count) else { throw .senseless(member: name.string) }
        return text.string
    }

    /// Reads an id of 1 to 256 visible ASCII characters; nil if it is missing.
    func id(_ name: JSONString) throws(RecordFlaw) -> String? {
        guard let value = nonNullValue(name) else { return nil }
        guard let text = value.string else { throw .wrongType(member: name.string) }
        guard text.isID else { throw .senseless(member: name.string) }
        return text
    }

    func wholeNumber(_ name: JSONString) throws(RecordFlaw) -> Int? {
        guard let value = nonNullValue(name) else { return nil }
        guard let number = value.int else { throw .wrongType(member: name.string) }
        return number
    }

    /// Reads a time in milliseconds since 1970. Returns nil if it is missing. Throws for a fraction
    /// and for an impossible time.
    func stamp(_ name: JSONString) throws(RecordFlaw) -> ServerTime? {
        guard let number = try wholeNumber(name) else { return nil }
        guard ServerTime.possible.contains(Int64(number)) else {
            throw .senseless(member: name.string)
        }
        return ServerTime(milliseconds: Int64(number))
    }

    func moves(_ name: JSONString) throws(RecordFlaw) -> PackedMoveList? {
        guard let value = nonNullValue(name) else { return nil }
        guard let numbers = value.array else { throw .wrongType(member: name.string) }
        guard let moves = PackedMoveList(numbers) else { throw .senseless(member: name.string) }
        return moves
    }

    func bot(_ name: JSONString) throws(RecordFlaw) -> Bot? {
        guard let value = nonNullValue(name) else { return nil }
        guard let word = value.string else { throw .wrongType(member: name.string) }
        guard let bot = Bot(rawValue: word) else { throw .senseless(member: name.string) }
        return bot
    }
}

extension ServerTime {
    /// The times from 1970 to the end of the year 9999, in milliseconds since 1970. The sum of two
    /// such times can't overflow.
    static let possible: Range<Int64> = 0..<253_402_300_800_000
}
