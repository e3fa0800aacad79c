package import Game

/// Why a file holds no round that can be shown.
package enum RoundFileFlaw: Error, Hashable, Sendable {
    /// The whole of it is too long for a round.
    case tooLong
    case notText
    /// It is neither a text nor JSON as rounds are written in.
    case noRound(line: Int)
    case noJSON(line: Int)
    case record(line: Int, RecordFlaw)
    case otherVersion(line: Int)
    case round(line: Int, RoundFlaw)
    /// Here something else would have to stand.
    case expected(line: Int, String)
    case wrongSide(line: Int, Piece)
    /// The picture of the board shows another one than the moves make.
    case otherBoard(line: Int)
    case endless(line: Int)
}

/// How a round is written down.
package enum RoundFormat: String, Hashable, Sendable, CaseIterable {
    case text
    case json
    /// For asciinema, version 2.
    case cast
}
