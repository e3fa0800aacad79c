internal import Commands
internal import Drawing
internal import Game
internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import Visit
internal import Wording

/// Texts of the plain text mode, except notices.
enum LineWords {
    static let greeting =
        "This is tictactoe in plain text. Type help for a list of commands."
    static func askName(_ suggestion: String?) -> String {
        suggestion.map { "Type your name, or press Enter for \($0)." }
            ?? "Type your name, or press Enter to play as a guest."
    }

    static let yourMove = "Your move."

    /// Returns the question that confirms a resignation. `winner` is the player who would win, in a
    /// game of two players at one keyboard; nil to leave out the sentence about the winner.
    static func confirmResigning(to winner: String? = nil) -> String {
        "Resign this round?\(winner.map { " \($0) wins." } ?? "") yes or no."
    }
    static let tryingNow = "Connecting to the server."
    static let isConnected = "You are already connected."
    static let nothingToResign = "There is no round to resign."
    static let offersDraw = "You offered a draw."
    /// Returns the confirmation of the user's offer of a rematch. `terms` are the offered terms, as
    /// `MatchTermsWords.rematchSuffix` returns them.
    static func offersRematch(to opponent: String, terms: String) -> String {
        "You offered a rematch\(terms). Waiting for \(opponent)."
    }
    static func acceptsProposal(of opponent: String) -> String {
        "You accepted the proposal. Waiting for \(opponent)."
    }
    static let nothingAsked = "There is nothing to answer."
    static let offerDeclined = "You declined it."
    /// The reply if the user answers a question of this program with `no`.
    static let nothingChanged = "Nothing has changed."

    static let unsent = " The move will be sent when the server is back."

    static func confirmLeaving(_ consequence: String) -> String {
        "\(consequence) Leave? yes or no."
    }
    static let backInLobby = "You are back in the lobby.\(lookAgain)"
    static let lookAgain = " Type look to look for another opponent."
    static let undisturbed = "Invitations are off. Type wait to allow them again."
    static let noInvitation = "You have no invitations."

    static let looking = "Looking for a match."
    static let openToChallenges = "Players can invite you now."
    static let noMatches = "No matches at the moment."
    static let whichPlayer = "Which player? Type who for a list."
    static let noLobbyHere = "There is no lobby here. Type help for a list of commands."
    static let notAtPuzzle = "A puzzle has only one move. Type help for a list of commands."
    static let oneSquare = "Type one square at a time, such as 5."

    static func askToReturn(to opponent: String) -> String {
        "\(SavedSeatWords.matchStillWaits(for: opponent)) Go back? yes or no."
    }

    static func askToContinue(with opponent: String, on device: ForeignText) -> String {
        "\(SavedSeatWords.playingOnOtherDevice(opponent, on: device)) Continue here? yes or no."
    }

    static func askToResume(against bot: Bot) -> String {
        "Your match against the \(bot.fullName) is still waiting. Continue it? yes or no."
    }

    static func offline(because failure: LinkFailure) -> String {
        "Offline: \(failure.advice). Trying again."
    }

    static func connected(_ census: Census) -> String { "Connected. \(census.sentence)" }

    static func waiting(for name: String) -> String {
        LobbyWords.waiting(for: name) + "."
    }

    /// Returns the text about an awaited player who is in the lobby, but not free.
    static func waiting(for name: String, status doing: String) -> String {
        LobbyWords.waiting(for: name) + " (\(doing))."
    }

    /// Returns the user's invite code, and the command that joins with it. `server` is nil for the
    /// default server.
    static func inviteCode(_ code: JoinCodeWithHall, at server: String?) -> String {
        "Your code: \(code). Your friend can join with: tictactoe join \(code)"
            + (server.map { " --server \($0)" } ?? "")
    }

    /// Returns the invite code of an ssh guest, without a server address, which such a guest does
    /// not know.
    static func guestInviteCode(_ code: JoinCodeWithHall) -> String {
        "Your code: \(code). Your friend can join with your ssh command, with \(code)@ before"
            + " the host."
    }

    static let codeEnded = "Your code no longer works. \(openToChallenges)"
    static let onlyHere = "Only this machine can join."

    /// Returns the remark on the user in a list of players.
    static func ownStatus(_ status: String) -> String { "\(LobbyWords.you), \(status)" }

    /// Returns the line about the people who are counted, but not listed; nil if there are none.
    static func unlisted(unnamed: Int, away: Int) -> String? {
        let counts =
            (unnamed > 0 ? ["\(unnamed) without a name"] : [])
            + (away > 0 ? ["\(away) away"] : [])
        return counts.isEmpty ? nil : "And \(counts.joined(separator: ", "))."
    }

    static func matchLine(of circle: String, and cross: String, round: Int?) -> String {
        "\(circle) is playing \(cross)" + (round.map { ", round \($0)" } ?? "")
    }

    static func matchLine(of circle: String, and cross: String, hall: String) -> String {
        "\(circle) is playing \(cross), in hall \(hall)"
    }

    static func moreMatches(_ count: Int) -> String {
        count == 1 ? "And one more match." : "And \(count) more matches."
    }
}

extension LineWords {
    static func placed(_ piece: String, in square: String, by name: String) -> String {
        "\(name) placed \(piece) in \(square)"
    }

    static func score(_ line: String) -> String { "Score: \(line)." }
}

extension Notice {
    /// Returns the notice in plain text; nil for a notice that is not printed.
    func plainTextLine(at visit: LobbyClient, now: Instant, _ numbering: SquareNumbering) -> String?
    {
        let opponent = visit.own?.opponentName ?? "Your opponent"
        func sentenceExtended(with more: String) -> String? {
            sentenceUnlessShown(at: visit, now: now, keys: .none(numbering)).map { $0 + more }
        }
        let match = visit.match
        return switch self {
        case .moved(let square):
            match.flatMap { visit.own?.opponentMoveSentence(about: square, in: $0, numbering) }
        case .roundEnded:
            sentenceExtended(
                with: (match?.match?.isPractice == true ? UndoWords.doesNotCount : "")
                    + (match.flatMap { visit.own?.scoreAndNextStepQuestion(after: $0) } ?? ""))
        case .roundBegan, .matchBegan, .backInMatch:
            sentenceExtended(with: match.flatMap { visit.own?.pieceAndTurnSentence(in: $0) } ?? "")
        case .said(let phrase): ChatPhraseWords.plainTextLine(phrase, by: opponent)
        case .wanted:
            sentenceExtended(with: " Type rematch to agree.")
        case .timeLeft(let seconds): ClockWords.secondsLeftWarning(seconds)
        case .drawOffered: "\(opponent) offers a draw: yes or no?"
        case .invited:
            sentenceExtended(with: " Type yes, later, no or busy.")
        case .asksIdle(let name):
            InvitationWords.askingIdlePlayer(name)
                + " Type look to skip them, wait to stop looking."
        case .called(let name):
            InvitationWords.wantsToPlay(name) + ". Press Enter within 10 seconds to begin."
        case .opponentIdle: sentenceExtended(with: " Type claim or leave.")
        case .asks:
            sentenceExtended(with: " Type withdraw to cancel.")
        case .opponentAway:
            sentenceExtended(with: visit.claimDue == nil ? "" : visit.wordsWhileOpponentAway)
        case .matchEnded(_, let end) where end.isOpponentsLeaving:
            sentenceExtended(with: LineWords.lookAgain)
        case .undoAsked: UndoWords.requestReceivedInPlainText(opponent)
        case .undone:
            sentenceExtended(
                with: match.map { " " + (visit.own?.statusSentence(in: $0) ?? "") } ?? "")
        case .rematchWanted:
            "\(opponent) wants a rematch\(visit.opponentsRematchTerms): yes or no?"
        case .refused(.playing): "That player is in a match. Type watch NAME to follow it."
        case .refused(.alreadyChallenging):
            "You have already invited a player. Type withdraw to cancel."
        case .refused, .notTaken, .nameOwned, .flawed, .olderServer, .came, .left, .challengeFailed,
            .invitationOver, .askEnded, .matchEnded, .drawDeclined, .drawWithdrawn, .undoDeclined,
            .undoWithdrawn, .rematchDeclined, .rematchWithdrawn, .proposed, .proposalWithdrawn,
            .opponentBack, .idle, .doubtful, .trusted, .shows, .watchedEnded, .lostSight:
            sentenceUnlessShown(at: visit, now: now, keys: .none(numbering))
        }
    }
}

extension LobbyClient {
    fileprivate var wordsWhileOpponentAway: String {
        " In 15 seconds you can type \(opponentKnowsPhrasesAndClaims ? "claim or leave" : "leave")."
    }
}

extension OwnMatch {
    /// Returns the sentence about broken rules, the end of the round, or the player to move.
    func statusSentence(in match: LobbyMatch) -> String {
        guard match.flaw == nil else { return BrokenRulesWords.leaveQuestion }
        guard match.match?.outcome == nil else {
            return MatchActionRefusal.roundIsOver.sentence + scoreAndNextStepQuestion(after: match)
        }
        return isOurTurn(in: match) ? LineWords.yourMove : "\(opponentName)'s move."
    }

    func ownMoveSentence(
        about square: Square, in match: Match, _ numbering: SquareNumbering
    ) -> String {
        let news = LineWords.placed(
            piece.letter, in: numbering.numberAndPlace(for: square), by: "You")
        return match.outcome == nil ? "\(news). \(opponentName)'s move." : "\(news)."
    }

    func opponentMoveSentence(
        about square: Square, in match: LobbyMatch, _ numbering: SquareNumbering
    ) -> String {
        let piece = piece.opponent.letter
        let news = LineWords.placed(
            piece, in: numbering.numberAndPlace(for: square), by: opponentName)
        return isOurTurn(in: match) ? "\(news). Your move." : "\(news)."
    }

    func pieceAndTurnSentence(in match: LobbyMatch) -> String {
        " You play \(piece.letter)." + (isOurTurn(in: match) ? " \(LineWords.yourMove)" : "")
    }

    /// Returns the score, if a round is finished, and the question about the user's next step. The
    /// text begins with a blank, because it follows a sentence.
    func scoreAndNextStepQuestion(after match: LobbyMatch) -> String {
        let score =
            scoreLineAtExit(with: match.countedScore).map { " " + LineWords.score($0) } ?? ""
        return score + (match.isDecided ? " Next or leave?" : " Rematch, next or leave?")
    }
}

extension LocalGame {
    var introduction: String {
        switch opponent {
        case .samePerson: "Two players at this keyboard. No server is needed."
        case .bot(let bot): "You play \(Piece.circle.letter) against the \(bot.fullName)."
        case .puzzle(let puzzle): PuzzleWords.introduction(puzzle)
        case .bots: "Two bots are playing. Type quit to stop."
        }
    }

    /// The sentence about the player to move, or about the end of the round.
    var turnSentence: String {
        guard match.outcome == nil else { return MatchActionRefusal.roundIsOver.sentence }
        switch opponent {
        case .puzzle:
            return answer == nil ? LineWords.yourMove : MatchActionRefusal.roundIsOver.sentence
        case .bot where isOwnTurn: return LineWords.yourMove
        case .bot, .bots, .samePerson: return "\(capitalisedName(match.next)) to move."
        }
    }

    func sentence(aboutMoveTo square: Square, by piece: Piece, _ numbering: SquareNumbering)
        -> String
    {
        LineWords.placed(
            piece.letter, in: numbering.numberAndPlace(for: square), by: capitalisedName(piece))
            + "."
    }

    /// The sentences about the round's result and the score; empty during the round.
    var resultSentences: [String] {
        guard let outcome = match.outcome else { return [] }
        let question = opponent == .bots ? "" : " Rematch or quit?"
        let end = "\(outcome.sentence(capitalisedName))\(question)"
        return [end] + (resultLine.map { [LineWords.score($0)] } ?? [])
    }

    /// The name of the winner if the side to move resigns, in a game of two players at one
    /// keyboard; otherwise nil.
    var winnerByResigning: String? {
        opponent == .samePerson ? capitalisedName(match.next.opponent) : nil
    }

    /// Returns the name of a side for the start of a sentence.
    private func capitalisedName(_ piece: Piece) -> String { playerName(of: piece).capitalised }
}

/// The sentences about a match in plain text, for a spectator.
struct SpectatorSentences {
    private let match: Match
    private let score: Score
    private let isDecided: Bool
    private let name: (Piece) -> String

    /// Creates the sentences. `score` is the score without practice rounds.
    init(_ match: Match, _ score: Score, isDecided: Bool, name: @escaping (Piece) -> String) {
        self.match = match
        self.score = score
        self.isDecided = isDecided
        self.name = name
    }

    static let none = "No match at the moment. The next one appears here when it starts."
    static let over = "The match is over."
    static let noServer = "There are no players: no server is running."

    var introduction: String {
        "\(name(.circle)) (O) is playing \(name(.cross)) (X), round \(match.round)."
    }

    var nextRound: String {
        "Round \(match.round) begins. \(name(match.next)) moves first."
    }

    func move(_ piece: Piece, to square: Square, _ numbering: SquareNumbering) -> String {
        LineWords.placed(piece.letter, in: numbering.numberAndPlace(for: square), by: name(piece))
            + "."
    }

    /// The sentence about the round's result and the score; nil during the round.
    var result: String? {
        guard let outcome = match.outcome else { return nil }
        let practice = match.isPractice ? UndoWords.doesNotCount : ""
        let line = "\(name(.circle)) \(score.figures) \(name(.cross)), \(score.drawsWords)"
        return "\(outcome.sentence(name))\(practice)\(decision) \(LineWords.score(line))"
    }

    private var decision: String {
        isDecided ? " " + MatchTermsWords.seriesResult(in: match.score, name) : ""
    }
}

/// The commands of the plain text mode, except the number of a square. Sentences in this folder
/// contain the commands' names, so a renamed command needs new sentences.
enum LineCommand: String, CaseIterable, Sendable {
    case board
    case who
    case matches
    case challenge
    case invite
    case join
    case look
    case wait
    case clock
    case watch
    case name
    case account
    case friends
    case stats
    case games
    case later
    case busy
    case withdraw
    case claim
    case target
    case say
    case mute
    case resign
    case draw
    case yes
    case no
    case rematch
    case replay
    case undo
    case notes
    case next
    case leave
    case retry
    case help
    case quit

    private static func numbersOrNoneOperand(_ numbers: [String]) -> String {
        (numbers + ["none"]).joined(separator: "|")
    }

    /// Other words for commands. `players` is the name of the shell command: `tictactoe players`.
    private static let synonyms: [String: LineCommand] = ["r": .retry, "players": .who]

    private static let gamesOperand = "[new NAME [1|3|7]|N [1-9|accept|decline|resign|claim|away]]"

    /// The place where the help is printed.
    enum HelpPlace {
        case lobby
        /// The lobby for an ssh guest, who has no program to run.
        case lobbyOverSSH
        /// A game at this terminal, whose opponent makes no offers.
        case localGame
    }

    private func summary(in place: HelpPlace) -> (operand: String, text: String) {
        switch (self, place) {
        case (.account, .lobbyOverSSH): ("", "show your account")
        case (.yes, .localGame): ("", "answer yes")
        case (.no, .localGame): ("", "answer no")
        case (.undo, .localGame): ("", "take back your last move")
        default: summary
        }
    }

    private var summary: (operand: String, text: String) {
        switch self {
        case .board: ("", "show the board")
        case .who: ("", "list the players; also players")
        case .matches: ("", "list the matches")
        case .challenge: ("NAME", "invite a player to a match")
        case .invite: ("", "create an invite code for a friend")
        case .join: ("CODE", "join a friend by their invite code")
        case .look: ("", "look for a match")
        case .wait: ("", "stop looking; players can still invite you")
        case .clock:
            (
                ClockChoice.all.map(\.typed).joined(separator: "|"),
                "set the clock, in seconds a move"
            )
        case .target:
            (
                Self.numbersOrNoneOperand(SeriesTarget.numbers),
                "set a series, first to this many wins"
            )
        case .say: ("PHRASE", "send a phrase; say alone lists the phrases")
        case .mute: ("", "mute other players; again to unmute")
        case .watch: ("[NAME]", "follow a match")
        case .name: ("NAME", "change your name")
        case .account: ("", "show your account; manage it with tictactoe account")
        case .friends:
            ("[accept|decline NAME]", "list your friends, or answer an invitation to be friends")
        case .stats: ("[NAME]", "show your results, or those against one opponent")
        case .games: (Self.gamesOperand, "list, start or play correspondence games")
        case .later: ("", "decline an invitation for now")
        case .busy: ("", "turn off invitations; wait allows them again")
        case .withdraw: ("", "withdraw your invitation, code, offer or request")
        case .claim: ("", "claim the round if your opponent is away, idle or out of time")
        case .resign: ("", "resign the round")
        case .draw: ("", "offer or accept a draw")
        case .yes: ("", "accept an offer, or answer yes")
        case .no: ("", "decline an offer, withdraw yours, or answer no")
        case .rematch: ("", "play another round")
        case .replay: ("", "replay the last round, with a note on each move")
        case .undo: ("", "take back your last move; your opponent must allow it")
        case .notes: ("", "show each free square's value against a bot or at one keyboard")
        case .next: ("", "leave the match and look for another one")
        case .leave: ("", "leave the match, or stop watching one")
        case .retry: ("", "try to connect to the server now; also r")
        case .help: ("", "list the commands, or explain the one you name")
        case .quit: ("", "quit the program")
        }
    }

    init?(typed word: String) {
        self.init(rawValue: Self.synonyms[word]?.rawValue ?? word)
    }

    /// Returns the help: a line about the squares, and a line for each of `words`.
    static func help(_ words: [LineCommand], in place: HelpPlace) -> [String] {
        ["1 to 9: place your piece in that square"]
            + words.map { $0.helpLine(in: place) }
    }

    /// Returns the command's line in the help.
    func helpLine(in place: HelpPlace) -> String {
        let (operand, text) = summary(in: place)
        return "\(rawValue)\(operand.isEmpty ? "" : " \(operand)"): \(text)"
    }

    /// True if text may follow the command.
    var takesOperand: Bool { self == .help || !summary.operand.isEmpty }

    /// Returns the sentence about text behind a command that takes none.
    func aloneSentence(in place: HelpPlace) -> String {
        "Type \(rawValue) alone: \(summary(in: place).text)."
    }

    static func complaint(about word: String) -> String {
        let nearest = allCases.map(\.rawValue).nearest(to: word.lowercased())
        let advice = nearest.map { "Did you mean \($0)?" } ?? "Type help for a list."
        return "Unknown command \(word.quoted). \(advice)"
    }
}
