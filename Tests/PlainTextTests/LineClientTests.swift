import Commands
import Game
import PlainText
import SimperiumClock
import Testing
import Visit

@Suite("Line mode, without a server")
struct LineClientTests {
    /// Returns the output of a table's game for these lines, and the status at the end.
    private func talk(
        _ opponent: LocalGame.LocalOpponent, numbering: SquareNumbering = .page, _ lines: String...
    ) -> (said: [String], status: Commands.ExitStatus?) {
        talk(opponent, numbering: numbering, lines)
    }

    private func talk(
        _ opponent: LocalGame.LocalOpponent, numbering: SquareNumbering = .page, _ lines: [String]
    ) -> (said: [String], status: Commands.ExitStatus?) {
        var client = LineClient(
            .table(opponent), numbering: numbering, visit: nil, seed: 1)
        var now = Instant.start
        var effects = client.handle(.begin, at: now)
        for line in lines {
            effects += client.handle(.typed(line), at: now)
            while let deadline = client.nextDeadline {
                now = deadline
                effects += client.handle(.wake, at: now)
            }
        }
        let status = effects.lazy.compactMap { effect -> Commands.ExitStatus? in
            if case .leave(let status, _) = effect { status } else { nil }
        }.first
        return (effects.lines, status)
    }

    @Test("A round is told move by move, and the score is the last word")
    func round() {
        let (said, status) = talk(.samePerson, "5", "1", "3", "2", "7", "quit")
        #expect(
            said == [
                "This is tictactoe in plain text. Type help for a list of commands.",
                "Two players at this keyboard. No server is needed.", "Circle to move.",
                "Circle placed O in 5, the centre.", "Cross to move.",
                "Cross placed X in 1, upper left.", "Circle to move.",
                "Circle placed O in 3, upper right.", "Cross to move.",
                "Cross placed X in 2, upper centre.", "Circle to move.",
                "Circle placed O in 7, lower left.", "Circle won the round. Rematch or quit?",
                "Score: circle 1–0 cross.", "circle 1–0 cross",
            ])
        #expect(status == .done)
    }

    @Test("A keypad has 7 on top, a resignation is confirmed, a bot answers, a round is replayed")
    func talks() {
        let keypad = talk(.samePerson, numbering: .keypad, "7", "board").said
        #expect(keypad.contains("Circle placed O in 7, upper left."))
        #expect(keypad.suffix(4) == ["O 8 9", "4 5 6", "1 2 3", "Cross to move."])

        // Any word but yes is a no.
        for (words, resigns) in [(["resign", "board", "yes"], false), (["resign", "YES"], true)] {
            let said = talk(.samePerson, words).said
            #expect(said.contains("Circle resigned. Rematch or quit?") == resigns, "\(words)")
        }

        let bot = talk(.bot(.perfect), "5").said
        #expect(bot[1] == "You play O against the perfect bot.")
        #expect(bot.contains("You placed O in 5, the centre."))
        #expect(bot.contains { $0.hasPrefix("Perfect bot placed X in ") })
        #expect(bot.last == "Your move.")

        let early = talk(.samePerson, "5", "replay").said
        #expect(early.last == "There is no finished round to replay.")
        let replay = talk(.samePerson, "5", "1", "3", "2", "7", "replay").said
        #expect(replay.suffix(15).first == "A round of tic-tac-toe")
        #expect(
            replay.contains("4. X in 2, upper centre: loses in 1 and misses a draw. Better: 7."))
        #expect(replay.suffix(3) == ["X X O", ". O .", "O . ."])
        let again = talk(.samePerson, numbering: .keypad, "5", "7", "9", "8", "1", "replay").said
        #expect(
            again.contains("4. X in 8, upper centre: loses in 1 and misses a draw. Better: 1."))
    }

    @Test("Notes begin with their price, and an answer without a question is named")
    func notesAndAnswers() {
        let said = talk(.bot(.easy), "5", "no", "notes", "notes", "resign", "no").said
        #expect(said.contains("There is nothing to answer."))
        #expect(said.count { $0 == "Notes are on. This round won't count." } == 1)
        #expect(said.last == "Nothing has changed.")
    }

    @Test(
        "An impossible command is explained, and has no effect",
        arguments: [
            ("5", "O is already there."), ("rematch", "This round is not over yet."),
            ("resig", #"Unknown command "resig". Did you mean resign?"#),
            ("who", "There is no lobby here. Type help for a list of commands."),
            ("players", "There is no lobby here. Type help for a list of commands."),
            ("1 2", "Type one square at a time, such as 5."),
            ("undo --help", "Type undo alone: take back your last move."),
            ("help undo", "undo: take back your last move"),
            ("help resig", #"Unknown command "resig". Did you mean resign?"#),
            ("resign", "Resign this round? Circle wins. yes or no."),
            ("10", #"Unknown command "10". Type help for a list."#),
            ("\u{1B}[2J", #"Unknown command "\u{1B}[2J". Type help for a list."#),
        ])
    func refusals(line: String, sentence: String) {
        let (said, status) = talk(.samePerson, "5", line, "board")
        #expect(said.contains(sentence))
        #expect(said.suffix(4) == ["1 2 3", "4 O 6", "7 8 9", "Cross to move."])
        #expect(status == nil)
    }

    @Test("The help in a game against a bot lists no offers and no other players")
    func helpAgainstBot() {
        let (said, _) = talk(.bot(.easy), "help", "quit")
        for line in ["yes: answer yes", "no: answer no", "undo: take back your last move"] {
            #expect(said.contains(line))
        }
    }

    @Test("Nothing that is said needs more than letters, digits and a dash")
    func plainText() {
        let (said, _) = talk(.bot(.easy), "help", "5", "board", "resign", "yes", "rematch", "quit")
        for line in said {
            #expect(line.unicodeScalars.allSatisfy { $0.isASCII || $0 == "–" })
            #expect(line.count <= 80)
        }
    }
}
