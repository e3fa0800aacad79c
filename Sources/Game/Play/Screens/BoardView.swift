internal import Drawing
internal import Game
internal import Lobby
internal import Wording

/// A match as its screen shows it, whoever plays and whoever looks.
struct BoardView: Hashable {
    /// One of the two who play.
    struct Side: Hashable {
        var name: String
        /// What there is to know about them: that they are away, that they want a rematch.
        var remark = ""
        /// What they have just said.
        var saying = ""
        /// How whoever looks and they got on in all their matches.
        var commonScore = ""
    }

    /// Something that can be done now, with the key that does it.
    struct Choice: Hashable, Codable {
        var key: String
        var words: String
        var remark = ""
        var isUrgent = false
    }

    /// What is said of the time.
    struct Clock: Hashable {
        /// For how long whoever is to move has been thinking.
        var thinking = ""
        /// How long the round took that is over.
        var took = ""
        /// In place of that, how long they still have: the longest form first.
        var left: [String] = []

        var forms: [String] { left.isEmpty ? [thinking] : left }
    }

    /// Those who watch.
    struct Audience: Hashable {
        var count = 0
        /// Of those who have a name.
        var names: [String] = []

        /// The names, and how many others there are.
        var line: String {
            BoardWords.audience(names, guests: count - names.count)
        }
    }

    var match: Match
    let numbering: Numbering
    var circle: Side
    var cross: Side
    var headline: String
    /// Whether whoever looks is to move.
    var isOwnTurn = false
    /// Whether the headline is good news to whoever looks.
    var isGood = false
    /// The side of whoever looks; nil for a watcher.
    var ownPiece: Piece?
    var clock = Clock()
    var moves: [Square]?
    var audience = Audience()
    var marks = Marks()
    var choices: [Choice] = []
    var texts = Texts()

    /// What is to be seen about the squares.
    struct Marks: Hashable {
        var cursor: Square?
        /// Whether the cursor shows what was answered to a puzzle.
        var isAnswer = false
        /// Whether a square may be chosen while the other side is to move.
        var isAhead = false
        /// A square that can't be chosen, just after somebody tried.
        var refused: Square?
        var signs: [Square: BoardArt.Sign] = [:]
        /// The piece that is on its way, and what is not yet filled of a row that wins.
        var arriving: Square?
        var unfilled: SquareSet = []
    }

    /// What is read beside and below the board.
    struct Texts: Hashable {
        var target = ""
        var story: [String] = []
        var hint = ""
        /// Whether there is this round only, and so no score.
        var isSingle = false
        /// Whether both sides are whoever looks.
        var isShared = false
        /// All keys of the screen, where there is room beside the board.
        var keys: [KeyRow] = []
        /// What else is played, where there is room for it.
        var others: [OtherMatch] = []
    }

    /// A match that somebody else plays.
    struct OtherMatch: Hashable {
        var names: String
        var score: String
        var art: BoardArt
    }

    /// With how many wins the series is over; empty if it has no such end.
    var target: String {
        get { texts.target }
        set { texts.target = newValue }
    }

    /// What there is to read, a line each.
    var story: [String] {
        get { texts.story }
        set { texts.story = newValue }
    }

    var hint: String {
        get { texts.hint }
        set { texts.hint = newValue }
    }

    var cursor: Square? {
        get { marks.cursor }
        set { marks.cursor = newValue }
    }

    /// What free squares carry instead of their numbers.
    var signs: [Square: BoardArt.Sign] {
        get { marks.signs }
        set { marks.signs = newValue }
    }

    func side(of piece: Piece) -> Side {
        switch piece {
        case .circle: circle
        case .cross: cross
        }
    }

    /// Whether it is the piece of whoever looks, who is called something else.
    func isOwn(_ piece: Piece) -> Bool {
        ownPiece == piece && !texts.isShared && side(of: piece).name != LobbyWords.you
    }

    /// What was just said, for where there is no room beside names.
    var sayingLine: String? {
        [circle, cross].first { !$0.saying.isEmpty }.map { "\($0.name): \($0.saying)" }
    }

    /// Who has won the series, once somebody has.
    func decision(by record: MatchRecord?) -> String? {
        guard record?.isDecided == true else { return nil }
        return TermsWords.decided(in: match.score) { side(of: $0).name }
    }

    var commonScore: String {
        circle.commonScore.isEmpty ? cross.commonScore : circle.commonScore
    }

    var scoreLine: String {
        guard !texts.isSingle else { return target }
        return BoardWords.score(match.score.figures, circle: circle.name, cross: cross.name)
    }

    var art: BoardArt {
        var art = BoardArt(match.board)
        art.winners = (match.outcome?.winningSquares ?? []).subtracting(marks.unfilled)
        art.arriving = marks.arriving
        art.numbering = numbering
        art.signs = signs
        art.showsNumbers = match.outcome == nil && ownPiece != nil
        let isFree = cursor.map { match.board[$0] == nil } ?? false
        let isOpen = isOwnTurn || marks.isAhead
        art.cursor = isOpen && isFree || marks.isAnswer ? cursor : nil
        art.refused = marks.refused
        art.ghost = isOwnTurn ? match.next : nil
        art.last = match.outcome == nil ? moves?.last : nil
        return art
    }
}
