internal import Drawing
package import Game
package import Records
internal import SimperiumJSON
internal import Wording

/// A round as text: the players, the squares, the result, and a small picture of the board.
package enum RoundText {
    /// Returns the lines of a round. `RoundFileReader` reads only squares in the default numbering.
    package static func lines(
        _ round: PlayedRound, withNotes: Bool = false, _ numbering: SquareNumbering = .page
    ) -> [String] {
        let moves = round.moves.indices.map { index in
            moveLine(of: index, in: round, withNote: withNotes, numbering)
        }
        return headLines(of: round) + moves + [resultLine(of: round), "", RoundTextWords.picture]
            + finalBoardLines(of: round)
    }

    package static func json(_ round: PlayedRound) -> String {
        round.json.line()
    }

    static func headLines(of round: PlayedRound) -> [String] {
        [RoundTextWords.title]
            + [Piece.circle, .cross].map { piece in
                RoundTextWords.name(ForeignText(round.name(of: piece)).shown, of: piece)
            } + [RoundTextWords.begins(round.first)]
    }

    private static func moveLine(
        of index: Int, in round: PlayedRound, withNote: Bool, _ numbering: SquareNumbering
    ) -> String {
        let line = RoundTextWords.move(
            index + 1, of: round.mover(of: index), in: round.moves[index], numbering)
        guard withNote, let note = round.judgement(on: index) else { return line }
        return RoundTextWords.moveLine(line, withNote: note, numbering)
    }

    private static func resultLine(of round: PlayedRound) -> String {
        RoundTextWords.result(round.finish, winner: round.outcome?.winner)
    }

    static func finalBoardLines(of round: PlayedRound) -> [String] {
        let board = round.position(after: round.moves.count).board
        return (0..<Board.side).map { RoundTextWords.row($0, of: board) }
    }
}

/// A parser that reads a round from a text, from JSON, from a recording for asciinema, or from an
/// image.
package enum RoundFileReader {
    /// The maximum size of a file in bytes. No file that this program writes is half as large.
    package static let longest = 1 << 20

    package static func round(in bytes: [UInt8]) throws(RoundFileFlaw) -> PlayedRound {
        guard bytes.count <= longest else { throw .tooLong }
        let start = bytes.firstIndex { !$0.isBlank }
        if let start, bytes[start] == UInt8(ascii: "{") {
            return try roundInJSON(in: bytes, from: start)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        if let (json, line) = RoundSVG.embeddedJSON(in: text) {
            guard let object = (try? JSON(parsing: Array(json.utf8)))?.object else {
                throw .noJSON(line: line)
            }
            return try PlayedRound(object, line: line)
        }
        var lines = RoundTextParser(text)
        return try lines.parseRound()
    }

    private static func roundInJSON(
        in bytes: [UInt8], from start: Int
    ) throws(RoundFileFlaw) -> PlayedRound {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let line = bytes.lineNumber(at: start)
        if let head = try? JSON(parsing: Array(bytes[start..<end])).object,
            let round = head[PlayedRound.castMember]
        {
            try checkRecordingEvents(in: bytes[end...], from: line + 1)
            guard let object = round.object else {
                throw .record(
                    line: line, .wrongType(member: PlayedRound.castMember.string))
            }
            return try PlayedRound(object, line: line)
        }
        let json: JSON
        do throws(JSONError) {
            json = try JSON(parsing: bytes)
        } catch {
            throw .noJSON(line: bytes.lineNumber(at: error.offset))
        }
        guard let object = json.object else { throw .noRound(line: line) }
        return try PlayedRound(object, line: line)
    }

    /// Throws unless each line after the header of a recording is an event or blank.
    private static func checkRecordingEvents(
        in bytes: ArraySlice<UInt8>, from first: Int
    ) throws(RoundFileFlaw) {
        let lines = bytes.dropFirst().split(
            separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (index, line) in lines.enumerated() where !line.allSatisfy(\.isBlank) {
            let event = (try? JSON(parsing: Array(line)))?.array
            guard event?.count == 3, event?[0].number != nil, event?[1].text != nil,
                event?[2].text != nil
            else { throw .expected(line: first + index, ExpectedFilePartWords.event) }
        }
    }
}

/// A parser of the text format of a round. It reads the lines in order.
private struct RoundTextParser {
    private let lines: [Substring]
    private var index = 0

    init(_ text: String) {
        lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    }

    private var lineNumber: Int { index + 1 }
    private var currentLine: Substring { index < lines.count ? lines[index] : "" }

    mutating func parseRound() throws(RoundFileFlaw) -> PlayedRound {
        guard currentLine == RoundTextWords.title else { throw .noRound(line: lineNumber) }
        index += 1
        let circle = try parseName(of: .circle)
        let cross = try parseName(of: .cross)
        let first = try parseFirstMover()
        var moves: [Square] = []
        var position = Position(first: first)
        while let square = try parseMove(in: position, count: moves.count) {
            moves.append(square)
            do throws(MatchActionRefusal) {
                try position.play(square)
            } catch {
                throw .round(
                    line: lineNumber, RoundFlaw(move: moves.count, reason: .refused(error)))
            }
            index += 1
        }
        let finish = try parseFinish(of: position)
        let round: PlayedRound
        do throws(RoundFlaw) {
            round = try PlayedRound(
                circle: circle, cross: cross, first: first, moves: moves, finish: finish)
        } catch {
            throw .round(line: lineNumber, error)
        }
        index += 1
        try checkPicture(of: round)
        return round
    }

    private mutating func parseName(of piece: Piece) throws(RoundFileFlaw) -> String {
        let prefix = RoundTextWords.name("", of: piece)
        let name = currentLine.hasPrefix(prefix) ? currentLine.dropFirst(prefix.count) : ""
        guard !name.isEmpty, name.utf8.count <= PlayedRound.longestName else {
            throw .expected(line: lineNumber, ExpectedFilePartWords.name)
        }
        index += 1
        return String(name)
    }

    private mutating func parseFirstMover() throws(RoundFileFlaw) -> Piece {
        for piece in Piece.allCases where currentLine == RoundTextWords.begins(piece) {
            index += 1
            return piece
        }
        throw .expected(line: lineNumber, ExpectedFilePartWords.beginning)
    }

    /// Returns the square of the move on the current line; nil if the line is not a move. Throws
    /// for a move of the wrong side, unless the round is over.
    private func parseMove(in position: Position, count: Int) throws(RoundFileFlaw) -> Square? {
        // The first digit after the number of the move is the square.
        let digit = currentLine.drop { $0.isNumber }.first { $0.isNumber }
        guard let square = digit?.wholeNumberValue.flatMap(Square.init(number:)) else {
            return nil
        }
        for piece in [position.next, position.next.opponent] {
            let line = RoundTextWords.move(count + 1, of: piece, in: square, .page)
            guard currentLine == line || currentLine.hasPrefix(line + ":") else { continue }
            guard piece == position.next || position.isOver else {
                throw .wrongSide(line: lineNumber, position.next)
            }
            return square
        }
        return nil
    }

    private func parseFinish(
        of position: Position
    ) throws(RoundFileFlaw) -> PlayedRound.RoundFinish {
        let winner = position.outcome?.winner
        for finish in PlayedRound.RoundFinish.all {
            let winners = finish == .board && winner == nil ? [nil, .cross, .circle] : [winner]
            for winner in winners where currentLine == RoundTextWords.result(finish, winner: winner)
            {
                return finish
            }
        }
        throw .expected(line: lineNumber, ExpectedFilePartWords.moveOrResult)
    }

    /// Throws if the picture does not match the moves, or if other text follows. The picture may be
    /// missing.
    private mutating func checkPicture(of round: PlayedRound) throws(RoundFileFlaw) {
        let rest = [RoundTextWords.picture] + RoundText.finalBoardLines(of: round)
        var due = rest[...]
        while index < lines.count {
            defer { index += 1 }
            if currentLine.allSatisfy(\.isWhitespace) { continue }
            guard let line = due.popFirst() else { throw .endless(line: lineNumber) }
            guard currentLine == line else {
                throw line == RoundTextWords.picture
                    ? .endless(line: lineNumber) : .otherBoard(line: lineNumber)
            }
        }
        guard due.isEmpty || due.count == rest.count else {
            throw .otherBoard(line: lineNumber - 1)
        }
    }
}

extension UInt8 {
    fileprivate var isBlank: Bool { self == 0x20 || (0x09...0x0D).contains(self) }
}

extension [UInt8] {
    fileprivate func lineNumber(at offset: Int) -> Int {
        1 + prefix(offset).count { $0 == UInt8(ascii: "\n") }
    }
}

/// The text format of a round, line by line. `RoundFileReader` parses these texts.
enum RoundTextWords {
    static let title = "A round of tic-tac-toe"
    static let picture = "The board at the end:"

    static func name(_ name: String, of piece: Piece) -> String {
        "\(piece.letter): \(name)"
    }

    static func begins(_ piece: Piece) -> String { "\(piece.letter) begins." }

    /// Returns the line of a move. `number` counts the moves from 1.
    static func move(
        _ number: Int, of piece: Piece, in square: Square, _ numbering: SquareNumbering
    ) -> String {
        "\(number). \(piece.letter) in \(numbering.numberAndPlace(for: square))"
    }

    static func moveLine(
        _ line: String, withNote note: MoveJudgement, _ numbering: SquareNumbering
    ) -> String {
        "\(line): \(MoveJudgementWords.sentence(note, numbering))"
    }

    static func result(_ round: PlayedRound.RoundFinish, winner: Piece?) -> String {
        "Result: \(finishSentence(round, winner: winner))"
    }

    private static func finishSentence(
        _ finish: PlayedRound.RoundFinish, winner: Piece?
    ) -> String {
        switch finish {
        case .board: winner.map { "\($0.letter) has three in a row." } ?? "the board is full."
        case .open: "not over."
        case .agreed: "a draw was agreed."
        case .resigned(let piece): "\(piece.letter) resigned."
        // An idle side counts as away, too, as on the screens. Version 0.2.0 reads no other
        // sentence.
        case .claimed(let piece):
            "\(piece.letter) was away, and \(piece.opponent.letter) took the round."
        case .left(let piece): "\(piece.letter) left."
        case .notBack(let piece): "\(piece.letter) did not come back."
        case .outOfTime(let piece): "\(piece.letter) ran out of time."
        }
    }

    static func row(_ row: Int, of board: Board) -> String {
        Square.allCases.filter { $0.row == row }.map { board[$0]?.letter ?? "." }
            .joined(separator: " ")
    }
}
