internal import Drawing
internal import Game
package import Recording
package import Records

extension RoundFileFlaw {
    /// The error in a round's file, with its line number if there is one.
    package var sentence: String {
        switch self {
        case .tooLong: "the file is too long for a round"
        case .notText: "the file is not text"
        case .noRound(let line): Self.withLineNumber(line, "this is not a tictactoe round")
        case .noJSON(let line): Self.withLineNumber(line, "invalid JSON")
        case .record(let line, let flaw): Self.withLineNumber(line, flaw.words)
        case .otherVersion(let line):
            Self.withLineNumber(line, "this round is from another version of this program")
        case .round(let line, let flaw): Self.withLineNumber(line, flaw.words)
        case .expected(let line, let words): Self.withLineNumber(line, "expected \(words)")
        case .wrongSide(let line, let piece):
            Self.withLineNumber(line, "it is \(piece.letter)'s move")
        case .otherBoard(let line): Self.withLineNumber(line, "the board does not match the moves")
        case .endless(let line):
            Self.withLineNumber(line, "unexpected text after the end of the round")
        }
    }

    private static func withLineNumber(_ line: Int, _ reason: String) -> String {
        "line \(line): \(reason)"
    }
}

extension RecordFlaw {
    fileprivate var words: String {
        switch self {
        case .key: "this object is not a round"
        case .missing(let member): "\(member) is missing"
        case .wrongType(let member): "\(member) has the wrong type"
        case .senseless(let member): "\(member) has an invalid value"
        case .contradiction: "the values contradict each other"
        }
    }
}

extension RoundFlaw {
    fileprivate var words: String {
        switch reason {
        case .refused(.squareTaken): "move \(move) is on an occupied square"
        case .refused: "move \(move) comes after the end of the round"
        case .goesOn: "the round is not over on the board"
        case .isOver: "the round was already over on the board"
        }
    }
}

/// The parts of a round's file or of a recording, for "expected …".
package enum ExpectedFilePartWords {
    package static var name: String { "a name" }
    package static var beginning: String { "the player who begins" }
    package static var moveOrResult: String { "a move or the result" }
    package static var event: String { "a recording event" }
}

extension ReplayFault {
    /// The error in a recording, with its line number.
    package var sentence: String {
        switch self {
        case .unreadable(let line, let flaw): "line \(line): \(flaw.words)"
        case .format(let format):
            "line 1: recorded in format \(format); this program reads format "
                + "\(MachineRecordingHeader.presentFormat)"
        case .machine(let name): "line 1: this program can't replay \"\(ForeignText(name))\""
        case .differs(let difference): difference.sentence
        }
    }
}

extension RecordingLineFlaw {
    fileprivate var words: String {
        switch self {
        case .afterTheEnd: "text after the end"
        case .unknown: "not a line of a recording"
        case .notTheFirst: "not the first line of a recording"
        case .notJSON(let byte): "not valid JSON at byte \(byte)"
        case .other(let reason): ForeignText(reason).shown
        }
    }
}

extension ReplayDifference {
    fileprivate var sentence: String {
        """
        line \(line) differs at \(ForeignText(path))
          recorded: \(ForeignText(recorded ?? "nothing"))
          now:      \(ForeignText(now ?? "nothing"))
        """
    }
}
