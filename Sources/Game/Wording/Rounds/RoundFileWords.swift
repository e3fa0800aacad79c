internal import Game
package import Records

extension RoundFileFlaw {
    /// What is wrong with a file of a round, and on which line.
    package var sentence: String {
        switch self {
        case .tooLong: "it is too long for a round"
        case .notText: "it is not text"
        case .noRound(let line): Self.at(line, "no round begins here")
        case .noJSON(let line): Self.at(line, "this is not JSON")
        case .record(let line, let flaw): Self.at(line, flaw.words)
        case .otherVersion(let line): Self.at(line, "another version wrote this round")
        case .round(let line, let flaw): Self.at(line, flaw.words)
        case .expected(let line, let words): Self.at(line, "\(words) is expected here")
        case .wrongSide(let line, let piece): Self.at(line, "it is \(piece.letter)'s move")
        case .otherBoard(let line): Self.at(line, "these moves make another board")
        case .endless(let line): Self.at(line, "the round is over above")
        }
    }

    private static func at(_ line: Int, _ reason: String) -> String { "line \(line): \(reason)" }
}

extension RecordFlaw {
    fileprivate var words: String {
        switch self {
        case .key: "this is another kind of object"
        case .missing(let member): "\(member) is missing"
        case .wrongType(let member): "\(member) is of another type"
        case .senseless(let member): "\(member) makes no sense"
        case .contradiction: "it contradicts itself"
        }
    }
}

extension RoundFlaw {
    fileprivate var words: String {
        switch reason {
        case .refused(.squareTaken): "move \(move) goes where a piece stands"
        case .refused: "move \(move) comes when the round is over"
        case .goesOn: "the board does not end the round"
        case .isOver: "the board had ended the round before"
        }
    }
}

/// What a round that is written down begins its lines with.
package enum RoundParts {
    package static let name = "a name"
    package static let beginning = "who begins"
    package static let moveOrResult = "a move or the result"
    package static let event = "an event of a recording"
}
