package import Drawing
package import Game
internal import Lobby
package import SimperiumClock
package import SimperiumJSON

/// A round's result for one user: an object of the bucket `result`.
package struct RoundResult: Hashable, Sendable {
    /// The outcome for the user. Raw values are those of the object's member `outcome`.
    package enum Verdict: String, Hashable, Codable, Sendable, CaseIterable {
        case won
        case lost
        case drawn
    }

    /// The manner of the round's end. Raw values are those of the object's member `how`.
    package enum EndManner: String, Hashable, Codable, Sendable, CaseIterable {
        case line
        case board
        case resigned
        case agreed
        case left
        case claimed
        case time

        var isDecisive: Bool { self != .board && self != .agreed }
    }

    /// The longest name of a player, in bytes.
    package static let longestName = 256

    /// The opponent's user id; nil for guests, bots and puzzles.
    package let opponent: String?
    /// The opponent's name during the round. It may break the rules for names.
    package let name: ForeignText
    package let piece: Piece
    package let verdict: Verdict
    /// The moves; empty if they are unknown.
    package let moves: PackedMoveList
    package let at: ServerTime
    /// The manner of the round's end; nil if it is missing or unknown to this version.
    package let manner: EndManner?
    package let level: Bot?
    /// The side that moved first; nil if it was not stored.
    package let first: Piece?

    package init(
        against opponent: String?, called name: String, as piece: Piece, _ verdict: Verdict,
        by manner: EndManner, moves: PackedMoveList = PackedMoveList(), at: ServerTime,
        level: Bot? = nil,
        first: Piece? = nil
    ) {
        self.opponent = opponent
        self.name = ForeignText(name)
        self.piece = piece
        self.verdict = verdict
        self.moves = moves
        self.at = at
        self.manner = manner
        self.level = level
        self.first = first
    }

    package init(_ object: JSONObject) throws(RecordFlaw) {
        opponent = try object.id(.with)
        guard let name = try object.text(.name, longest: Self.longestName) else {
            throw .missing(member: "name")
        }
        self.name = ForeignText(name)
        guard let piece = try object.side(.piece) else { throw .missing(member: "as") }
        self.piece = piece
        verdict = try object.verdict()
        moves = try object.moves(.moves) ?? PackedMoveList()
        guard let at = try object.stamp(.at) else { throw .missing(member: "at") }
        self.at = at
        manner = try object.text(.how, longest: 32).flatMap(EndManner.init)
        level = try object.bot(.level)
        first = try object.side(.first)
        guard opponent == nil || level == nil else { throw .contradiction }
        guard manner.map({ $0.isDecisive == (verdict != .drawn) }) ?? true else {
            throw .contradiction
        }
    }

    package var members: JSONObject {
        var object = JSONObject()
        object[.with] = opponent.map { JSON($0) }
        object[.name] = JSON(name)
        object[.piece] = JSON(piece.word)
        object[.outcome] = JSON(verdict.rawValue)
        object[.moves] = moves.json
        object[.at] = JSON(Int(at.milliseconds))
        object[.how] = manner.map { JSON($0.rawValue) }
        object[.level] = level.map { JSON($0.rawValue) }
        object[.first] = first.map { JSON($0.word) }
        return object
    }
}

extension RoundResult.Verdict {
    package init(_ outcome: Outcome, for piece: Piece) {
        self = outcome.winner.map { $0 == piece ? .won : .lost } ?? .drawn
    }
}

extension RoundResult.EndManner {
    package init(_ outcome: Outcome) {
        self =
            switch outcome {
            case .won: .line
            case .drawn: .board
            case .drawAgreed: .agreed
            case .resigned: .resigned
            case .claimed: .claimed
            case .left, .notBack: .left
            case .outOfTime: .time
            }
    }
}

extension Piece {
    /// The word for the piece in an object, as in the member `as`.
    package var word: String {
        switch self {
        case .circle: "circle"
        case .cross: "cross"
        }
    }
}

extension JSONObject {
    func side(_ name: JSONString) throws(RecordFlaw) -> Piece? {
        guard let value = nonNullValue(name) else { return nil }
        guard let text = value.text else { throw .wrongType(member: name.string) }
        for piece in Piece.allCases where text.hasSameBytes(as: piece.word) { return piece }
        throw .senseless(member: name.string)
    }

    fileprivate func verdict() throws(RecordFlaw) -> RoundResult.Verdict {
        guard let value = nonNullValue(.outcome) else { throw .missing(member: "outcome") }
        guard let text = value.text else { throw .wrongType(member: "outcome") }
        for verdict in RoundResult.Verdict.allCases where text.hasSameBytes(as: verdict.rawValue) {
            return verdict
        }
        throw .senseless(member: "outcome")
    }
}

/// The key of a result. The key's form shows the kind of round, and so the author: the server or a
/// user's program.
package enum ResultKey: Hashable, Sendable {
    /// A round between players: the time and the version of the Match's insertion, and the round's
    /// number. The server writes these results, with the same key at each attempt.
    case people(stamp: ServerTime, version: String, round: Int)
    case bot(String)
    /// A puzzle, by its date, as in `2026-11-22`.
    case puzzle(String)

    private static let bots = "bot-"
    private static let puzzles = "puzzle-"

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
                ServerTime.possible.contains(milliseconds), round > 0, String(parts[1]).isKeyPart
            else { return nil }
            self = .people(
                stamp: ServerTime(milliseconds: milliseconds), version: String(parts[1]),
                round: round)
            // Each round has only one key, so signs and leading zeros are not allowed.
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

    /// True for a round against a bot and for a puzzle, because the user's own program writes these
    /// results. The server writes the results of rounds between players.
    package var isWrittenByDevice: Bool {
        if case .people = self { false } else { true }
    }
}

extension String {
    /// True if the text can be the bucket version, the date or the random part of a key.
    fileprivate var isKeyPart: Bool {
        (1...64).contains(utf8.count)
            && utf8.allSatisfy { byte in
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

/// The squares of a round in the order of the moves. They are in one machine word, so that ten
/// thousand rounds need no arrays.
package struct PackedMoveList: Hashable, Sendable {
    private var nibbles: UInt64 = 0
    package private(set) var count = 0

    package init() {}

    /// Returns nil if a square occurs twice.
    package init?(_ squares: some Sequence<Square>) {
        for square in squares {
            guard append(square) else { return nil }
        }
    }

    /// Returns nil unless the numbers are all different and from 0 to 8.
    init?(_ numbers: [JSON]) {
        guard numbers.count <= Board.squareCount else { return nil }
        for number in numbers {
            guard let square = number.int.flatMap(UInt8.init(exactly:)).flatMap(Square.init),
                append(square)
            else { return nil }
        }
    }

    package var squares: [Square] {
        (0..<count).compactMap { Square(rawValue: UInt8(nibbles >> UInt64($0 * 4) & 15)) }
    }

    package var json: JSON { .array(squares.map { JSON(Int($0.rawValue)) }) }

    private mutating func append(_ square: Square) -> Bool {
        guard !squares.contains(square) else { return false }
        nibbles |= UInt64(square.rawValue) << UInt64(count * 4)
        count += 1
        return true
    }
}

extension RoundResult {
    /// Returns the round for a replay. Returns nil if the moves are unknown, or do not lead to the
    /// result. A round without moves looks like one with unknown moves, so it has no replay.
    package func playedRound(ownName own: String, under key: String) -> PlayedRound? {
        guard moves.count > 0 else { return nil }
        let (circle, cross) = piece == .circle ? (own, name.shown) : (name.shown, own)
        for first in possibleFirstMovers(under: key) {
            let round = try? PlayedRound(
                circle: circle, cross: cross, first: first, moves: moves.squares, finish: finish)
            if let round, round.outcome.map({ Verdict($0, for: piece) }) ?? verdict == verdict {
                return round
            }
        }
        return nil
    }

    /// Returns the sides that may have moved first. The key of a round between players contains the
    /// round's number, which determines the side. Older versions did not store the side for rounds
    /// against bots.
    private func possibleFirstMovers(under key: String) -> [Piece] {
        if let first { return [first] }
        if case .people(_, _, let round)? = ResultKey(key) { return [.first(inRound: round)] }
        return [.circle, .cross]
    }

    private var finish: PlayedRound.RoundFinish {
        let loser = verdict == .won ? piece.opponent : piece
        return switch manner {
        case .line, .board: .board
        case .resigned: .resigned(loser)
        case .agreed: .agreed
        case .left: .left(loser)
        case .claimed: .claimed(loser)
        case .time: .outOfTime(loser)
        case nil: .open
        }
    }
}

extension AccountRecords {
    /// Returns the key of the result that `text` selects. `text` is a key, or the number of a
    /// round. Number 1 is the latest round. Returns nil if there is no such result.
    package func resultKey(selectedBy text: String) -> String? {
        if result(text) != nil { return text }
        guard let number = Int(text), number > 0, number <= roundCount else { return nil }
        return latestResults(number).dropFirst(number - 1).first?.key
    }
}
