package import Game
internal import Lobby
package import SimperiumJSON

/// The reason why a file is not a round. Lines count from 1.
package enum RoundFileFlaw: Error, Hashable, Sendable {
    case tooLong
    case notText
    /// The file contains neither the text nor the JSON of a round.
    case noRound(line: Int)
    case noJSON(line: Int)
    case record(line: Int, RecordFlaw)
    case otherVersion(line: Int)
    case round(line: Int, RoundFlaw)
    /// The line does not have the part that the text describes.
    case expected(line: Int, String)
    case wrongSide(line: Int, Piece)
    /// The picture of the board does not match the moves.
    case otherBoard(line: Int)
    case endless(line: Int)
}

package enum RoundFormat: String, Hashable, Sendable, CaseIterable {
    case text
    case json
    /// The format of asciinema, version 2.
    case cast
    case svg
}

extension PlayedRound {
    private static let version = 1
    /// The longest name of a player, in bytes.
    package static let longestName = 256

    /// The name of the header member that contains the round in an asciinema recording.
    package static let castMember: JSONString = "tictactoe"

    /// The round as an object, which `init` reads. Later versions may add members, and remove none.
    package var json: JSONObject {
        var object: JSONObject = [
            "version": JSON(Self.version), "circle": JSON(circle), "cross": JSON(cross),
            .first: JSON(first.word), .moves: .array(moves.map { JSON(Int($0.rawValue)) }),
            "ended": JSON(finish.word),
        ]
        object["loser"] = finish.loser.map { JSON($0.word) }
        return object
    }

    /// Reads a round. `line` is the first line of the object, for errors.
    package init(_ object: JSONObject, line: Int = 1) throws(RoundFileFlaw) {
        let version: Int?
        let circle: String
        let cross: String
        let first: Piece
        let moves: [Square]
        let finish: RoundFinish
        do throws(RecordFlaw) {
            version = try object.wholeNumber("version")
            circle = try object.name("circle")
            cross = try object.name("cross")
            guard let side = try object.side(.first) else { throw .missing(member: "first") }
            first = side
            guard let squares = try object.squares(.moves) else { throw .missing(member: "moves") }
            moves = squares
            let word = try object.text("ended", longest: 32) ?? ""
            guard let end = RoundFinish(word, loser: try object.side("loser")) else {
                throw .senseless(member: "ended")
            }
            finish = end
        } catch {
            throw .record(line: line, error)
        }
        guard version == Self.version else { throw .otherVersion(line: line) }
        do throws(RoundFlaw) {
            try self.init(circle: circle, cross: cross, first: first, moves: moves, finish: finish)
        } catch {
            throw .round(line: line, error)
        }
    }
}

extension PlayedRound.RoundFinish {
    package var word: String {
        switch self {
        case .board: "board"
        case .open: "open"
        case .agreed: "agreed"
        case .resigned: "resigned"
        case .claimed: "claimed"
        case .left: "left"
        case .notBack: "away"
        case .outOfTime: "time"
        }
    }

    fileprivate var loser: Piece? {
        switch self {
        case .board, .open, .agreed: nil
        case .resigned(let piece), .claimed(let piece), .left(let piece), .notBack(let piece),
            .outOfTime(let piece):
            piece
        }
    }

    fileprivate init?(_ word: String, loser: Piece?) {
        let finish = Self.all.first { $0.word == word && $0.loser == loser }
        guard let finish else { return nil }
        self = finish
    }
}

extension JSONObject {
    fileprivate func name(_ member: JSONString) throws(RecordFlaw) -> String {
        guard let name = try text(member, longest: PlayedRound.longestName) else {
            throw .missing(member: member.string)
        }
        return name
    }

    /// Reads numbers from 0 to 8; returns nil if the member is missing. Ignores numbers after the
    /// tenth. The caller must check the moves.
    fileprivate func squares(_ member: JSONString) throws(RecordFlaw) -> [Square]? {
        guard let value = nonNullValue(member) else { return nil }
        guard let numbers = value.array else { throw .wrongType(member: member.string) }
        let squares = numbers.prefix(Board.squareCount + 1).compactMap { number in
            number.int.flatMap(UInt8.init(exactly:)).flatMap(Square.init(rawValue:))
        }
        guard squares.count == numbers.prefix(Board.squareCount + 1).count else {
            throw .senseless(member: member.string)
        }
        return squares
    }
}
