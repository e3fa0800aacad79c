/// Why a text is not in the notation, and where it first goes wrong.
///
/// Lines and columns count from 1, columns in bytes.
package struct NotationError: Error, Hashable, Sendable {
    package enum Reason: Hashable, Sendable {
        case tooLong
        case expected(Word)
        /// No legal play leads to this board.
        case unreachable
        /// The rules refuse what was played, as the text has it.
        case refused(MoveRefusal)
    }

    /// What can stand at a place.
    package enum Word: Hashable, Sendable {
        case square, endOfRow, next
        case round(Int), move, outcome, endOfLine
    }

    package let reason: Reason
    package let line: Int
    package let column: Int

    package init(_ reason: Reason, line: Int, column: Int) {
        self.reason = reason
        self.line = line
        self.column = column
    }
}

/// Takes word after word off a text, and knows the place.
struct NotationReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ text: String, longest: Int) throws(NotationError) {
        guard text.utf8.count <= longest else {
            throw NotationError(.tooLong, line: 1, column: 1)
        }
        bytes = Array(text.utf8)
    }

    var isAtEnd: Bool { offset == bytes.count }

    /// Takes `text` if it comes next.
    mutating func take(_ text: String) -> Bool {
        guard bytes[offset...].starts(with: text.utf8) else { return false }
        offset += text.utf8.count
        return true
    }

    mutating func takePiece() -> Piece? {
        Piece.allCases.first { take($0.letter) }
    }

    mutating func takeSquare() -> Square? {
        Square.allCases.first { take("\($0.number)") }
    }

    func expected(_ word: NotationError.Word) -> NotationError { error(.expected(word)) }

    /// An error at the present place.
    func error(_ reason: NotationError.Reason) -> NotationError {
        let read = bytes[..<offset]
        let lines = read.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let column = (lines.last?.count ?? 0) + 1
        return NotationError(reason, line: lines.count, column: column)
    }
}

extension Piece {
    var letter: String { self == .cross ? "x" : "o" }
}
