import Game
import Testing

@Suite("Notation")
struct NotationTests {
    @Test("Every position is written and read back", arguments: Piece.allCases)
    func positions(first: Piece) throws {
        for position in try allPositions(first: first) {
            guard try Position(position.description) == position else {
                Issue.record("\(position) is not read back")
                return
            }
        }
    }

    @Test("A position is its rows, and who moves next")
    func position() throws {
        let position = try Position("xo./.x./..o o")

        #expect(position.board.matrix == [1, 2, 0, 0, 1, 0, 0, 0, 2])
        #expect(position.next == .circle && position.first == .circle)
        #expect(position.description == "xo./.x./..o o")
    }

    @Test(
        "What is no position says where it goes wrong",
        arguments: [
            ("", .expected(.square), 1),
            ("xo", .expected(.square), 3),
            ("xo./.x./..o", .expected(.next), 12),
            ("xo./.x./..o ", .expected(.next), 13),
            ("xo./.x./..o .", .expected(.next), 13),
            ("xo../x./..o o", .expected(.endOfRow), 4),
            ("xo./.X./..o o", .expected(.square), 6),
            ("xo./.x./é", .expected(.square), 9),
            ("xo./.x./..o oo", .tooLong, 1),
            ("xx./.x./..o o", .unreachable, 1),
            ("xo./.x./..x o", .unreachable, 1),
            ("xxx/oo./o.. x", .unreachable, 1),
            ("xxx/ooo/... o", .unreachable, 1),
        ] as [(String, NotationError.Reason, Int)])
    func noPosition(text: String, reason: NotationError.Reason, column: Int) {
        #expect(throws: NotationError(reason, line: 1, column: column)) { try Position(text) }
    }

    @Test("A record is read, written, and counted")
    func record() throws {
        let text = """
            1: o5 x1 o9 x3 o2 x8 o4 x6 o7 (draw)
            2: x5 o1 x3 o2 x7 (x wins)
            3: o5 x9 (draw agreed)
            4: x5 (o resigns)
            5: (x resigns)
            6: x1 o5
            """
        let record = try MatchRecord(text)

        #expect(record.description == text)
        #expect(try MatchRecord(text + "\n") == record)
        #expect(record.score == Score(circleWins: 1, crossWins: 2, draws: 2))
        #expect(record.latest.moves == [.topLeft, .centre])
        #expect(record.rounds.map(\.number) == Array(1...6))
        #expect(
            record.rounds.map(\.outcome) == [
                .drawn, .won(by: .cross, along: [Line.allCases[7]]), .drawAgreed,
                .resigned(by: .circle), .resigned(by: .cross), nil,
            ])
    }

    @Test("A record of nothing is a round without moves")
    func empty() throws {
        #expect(MatchRecord().description == "1:")
        #expect(try MatchRecord("1:") == MatchRecord())
    }

    @Test(
        "What is no record says where it goes wrong",
        arguments: [
            ("", .expected(.round(1)), 1, 1),
            ("2:", .expected(.round(1)), 1, 1),
            ("1", .expected(.round(1)), 1, 1),
            ("1:o5", .expected(.endOfLine), 1, 3),
            ("1: ", .expected(.move), 1, 4),
            ("1:  o5", .expected(.move), 1, 4),
            ("1: o0", .expected(.move), 1, 4),
            ("1: o5 ", .expected(.move), 1, 7),
            ("1: o55", .expected(.endOfLine), 1, 6),
            ("1: x5", .refused(.notYourTurn), 1, 4),
            ("1: o5 o1", .refused(.notYourTurn), 1, 7),
            ("1: o5 x5", .refused(.squareTaken(by: .circle)), 1, 7),
            ("1: o1 x4 o2 x5 o3 x6", .refused(.roundIsOver), 1, 19),
            ("1: o1 x4 o2 x5 o3", .expected(.outcome), 1, 18),
            ("1: o1 x4 o2 x5 o3 (x wins)", .expected(.outcome), 1, 20),
            ("1: o1 x4 o2 x5 o3 (o resigns)", .refused(.roundIsOver), 1, 20),
            ("1: o1 x4 o2 x5 o3 (draw agreed)", .refused(.roundIsOver), 1, 20),
            ("1: o1 (o wins)", .expected(.outcome), 1, 8),
            ("1: o1 (draw)", .expected(.outcome), 1, 8),
            ("1: o1 (draw agreed", .expected(.outcome), 1, 8),
            ("1: (o resigns) x1", .expected(.endOfLine), 1, 15),
            ("1: o5\n2:", .refused(.roundGoesOn), 2, 1),
            ("1: (o resigns)\n\n", .expected(.round(2)), 2, 1),
            ("1: (o resigns)\n3:", .expected(.round(2)), 2, 1),
            ("1: (o resigns)\n2: x5 é", .expected(.move), 2, 7),
            ("1: (o resigns)\r\n2:", .expected(.endOfLine), 1, 15),
        ] as [(String, NotationError.Reason, Int, Int)])
    func noRecord(text: String, reason: NotationError.Reason, line: Int, column: Int) {
        #expect(throws: NotationError(reason, line: line, column: column)) {
            try MatchRecord(text)
        }
    }

    @Test("A record longer than the longest is not looked at")
    func bounds() throws {
        var record = MatchRecord()
        for _ in 0..<3_500 {
            try record.resign(.circle)
            try record.startNextRound()
        }
        let text = record.description
        let lines = String(repeating: "\n", count: MatchRecord.longestText + 1 - text.utf8.count)

        #expect(try MatchRecord(text) == record)
        #expect(throws: NotationError(.tooLong, line: 1, column: 1)) {
            try MatchRecord(text + lines)
        }
    }
}
