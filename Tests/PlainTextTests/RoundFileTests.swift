import Drawing
import Game
import PlainText
import Play
import Records
import Testing
import Wording

@Suite("Rounds written down")
struct RoundFileTests {
    private let won: [Square] = [.centre, .topLeft, .topRight, .top, .bottomLeft]

    private func round(
        _ moves: [Square], _ finish: PlayedRound.RoundFinish = .board, first: Piece = .circle
    ) throws -> PlayedRound {
        try PlayedRound(
            circle: "lin", cross: "okafor", first: first, moves: moves, finish: finish)
    }

    @Test("A text can be read aloud")
    func text() throws {
        #expect(
            RoundText.lines(try round(won)) == [
                "A round of tic-tac-toe", "O: lin", "X: okafor", "O begins.",
                "1. O in 5, the centre", "2. X in 1, upper left", "3. O in 3, upper right",
                "4. X in 2, upper centre", "5. O in 7, lower left",
                "Result: O has three in a row.", "", "The board at the end:", "X X O", ". O .",
                "O . .",
            ])
        let notes = RoundText.lines(try round(won), withNotes: true)
        #expect(notes[5] == "2. X in 1, upper left: draws.")
        #expect(
            notes[7]
                == "4. X in 2, upper centre: loses in 1 and misses a draw. Better: 7.")
        #expect(notes[8] == "5. O in 7, lower left: wins.")
    }

    @Test("Each end of a round is read as it was written", arguments: RoundFormat.allCases)
    func ends(format: RoundFormat) throws {
        for first in Piece.allCases {
            for finish in PlayedRound.RoundFinish.all where finish != .board {
                for moves in [[], [.centre], [.centre, .top, .left]] as [[Square]] {
                    let round = try round(moves, finish, first: first)
                    #expect(try RoundFileReader.round(in: written(round, as: format)) == round)
                }
            }
            let round = try round(won, first: first)
            #expect(try RoundFileReader.round(in: written(round, as: format)) == round)
        }
    }

    private func written(_ round: PlayedRound, as format: RoundFormat) -> [UInt8] {
        let lines =
            switch format {
            case .text: RoundText.lines(round)
            case .json: [RoundText.json(round)]
            case .cast: RoundAsciicast.lines(round)
            case .svg: RoundSVG.lines(round)
            }
        return Array((lines.joined(separator: "\n") + "\n").utf8)
    }

    @Test(
        "An invalid or impossible round is refused with its line",
        arguments: Broken.all)
    func refused(text: String, sentence: String) throws {
        let flaw = #expect(throws: RoundFileFlaw.self) {
            try RoundFileReader.round(in: Array(text.utf8))
        }
        #expect(try #require(flaw).sentence.hasPrefix(sentence))
    }

    @Test("Files that are too long, no text, or recordings with something else are refused")
    func otherFiles() throws {
        var lines = RoundAsciicast.lines(try round(won))
        lines.insert("not an event", at: 3)
        let long = [UInt8](repeating: UInt8(ascii: "\n"), count: RoundFileReader.longest + 1)
        for (bytes, flaw) in [
            (long, .tooLong), ([0xC0, 0xFF], .notText),
            (
                Array(lines.joined(separator: "\n").utf8),
                .expected(line: 4, "a recording event")
            ),
        ] as [([UInt8], RoundFileFlaw)] {
            #expect(throws: flaw) { try RoundFileReader.round(in: bytes) }
        }
    }

    @Test("A recording shows each move a second after the last, in a terminal of 80 by 24")
    func cast() throws {
        let lines = RoundAsciicast.lines(try round(won))
        #expect(lines.count == 1 + 6 + 1)
        #expect(lines[0].hasPrefix(#"{"version":2,"width":80,"height":24,"#))
        #expect(lines[2].hasPrefix(#"[1,"o",""#) && lines[6].hasPrefix(#"[5,"o",""#))
        #expect(lines[6].contains("O WINS"))
    }

    @Test("An image has the pieces, the moves with marks, the stroke and the result, and no markup")
    func image() throws {
        let round = try PlayedRound(
            circle: "<script>&\"李小龍", cross: "okafor", first: .circle,
            moves: [.centre, .top, .topRight, .topLeft, .bottomLeft], finish: .board)
        let text = RoundSVG.lines(round).joined(separator: "\n")
        #expect(text.hasPrefix("<svg ") && text.hasSuffix("</svg>"))
        #expect(!text.contains("<script>") && text.contains("&lt;script&gt;&amp;&quot;李小龍"))
        for (part, count) in [
            (#"<circle class="circle""#, 3), (#"<path class="cross""#, 2),
            (#"<path class="line" d="M280 72L72 280"/>"#, 1), (">2 X 2</text>", 1),
            (">??</text>", 1),
            ("won the round.", 1),
        ] {
            #expect(text.components(of: part) == count, "\(part)")
        }
        #expect(try RoundFileReader.round(in: Array(text.utf8)) == round)
        let other = text.replacing("&quot;version&quot;:1", with: "&quot;version&quot;:")
        #expect(throws: RoundFileFlaw.noJSON(line: 4)) {
            try RoundFileReader.round(in: Array(other.utf8))
        }
    }

    @Test("In an image, markup with a combining mark is escaped, too")
    func markedMarkup() throws {
        let round = try PlayedRound(
            circle: "<\u{301}b>", cross: "&\u{301}", first: .circle, moves: [.centre],
            finish: .open)
        let text = RoundSVG.lines(round).joined(separator: "\n")
        let scalars = Array(text.unicodeScalars)
        let marked = zip(scalars, scalars.dropFirst()).filter { $0.1 == "\u{301}" }.map(\.0)
        #expect(!marked.isEmpty && marked.allSatisfy { $0 == ";" })
        #expect(try RoundFileReader.round(in: Array(text.utf8)) == round)
    }
}

/// Files without a valid round, each with its error.
private enum Broken {
    static let all: [(text: String, sentence: String)] = [
        ("", "line 1: this is not a tictactoe round"),
        ("hello\n", "line 1: this is not a tictactoe round"),
        ("\n[1]", "line 1: this is not a tictactoe round"), ("{", "line 1: invalid JSON"),
        ("{}", "line 1: circle is missing"), ("{\n\n\"a\":}", "line 3: invalid JSON"),
        (json(moves: "0,0"), "line 1: move 2 is on an occupied square"),
        (json(moves: "0,3,1,4,2,5"), "line 1: move 6 comes after the end of the round"),
        (json(moves: "0,1,2,3,4,5,6,7,8,0"), "line 1: move 8 comes after the end of the round"),
        (json(moves: "9"), "line 1: moves has an invalid value"),
        (json(moves: "0"), "line 1: the round is not over on the board"),
        (json(moves: "", version: 2), "line 1: this round is from another version of this program"),
        (text(5, "2. X in 5, the centre"), "line 6: move 2 is on an occupied square"),
        (text(5, "2. O in 1, upper left"), "line 6: it is X's move"),
        (text(5, "2. X in 1, lower left"), "line 6: expected a move or the result"),
        (text(5, "3. X in 1, upper left"), "line 6: expected a move or the result"),
        (text(2, "Y: okafor"), "line 3: expected a name"),
        (text(3, "X begins."), "line 5: it is X's move"),
        (text(3, "Nobody begins."), "line 4: expected the player who begins"),
        (text(9, "Result: X left."), "line 10: the round was already over on the board"),
        (text(9, "Result: X has three in a row."), "line 10: expected a move or"),
        (text(9, "6. X in 9, lower right"), "line 10: move 6 comes after the end of the round"),
        (text(12, "X X X"), "line 13: the board does not match the moves"),
        (text(14, "O . .\nO . ."), "line 16: unexpected text after the end of the round"),
        (text(14, ""), "line 15: the board does not match the moves"),
        (text(2, "X: " + String(repeating: "n", count: 257)), "line 3: expected a name"),
    ]

    /// The text of a round, with another line in place of one.
    private static func text(_ index: Int, _ line: String) -> String {
        let moves: [Square] = [.centre, .topLeft, .topRight, .top, .bottomLeft]
        let round = try? PlayedRound(
            circle: "lin", cross: "okafor", first: .circle, moves: moves, finish: .board)
        var lines = round.map { RoundText.lines($0) } ?? []
        lines[index] = line
        return lines.joined(separator: "\n")
    }

    private static func json(moves: String, version: Int = 1) -> String {
        """
        {"version":\(version),"circle":"a","cross":"b","first":"circle","moves":[\(moves)],\
        "ended":"board"}
        """
    }
}

extension String {
    /// The number of times that a text is in this one.
    fileprivate func components(of part: String) -> Int { split(separator: part).count - 1 }
}
