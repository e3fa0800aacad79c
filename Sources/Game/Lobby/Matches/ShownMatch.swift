package import Game
package import SimperiumClock
internal import SimperiumJSON

/// A match as it is seen in the list, and by those who watch it.
package struct ShownMatch: Hashable, Sendable {
    package let key: LobbyKey
    package let circle: PlayerID
    package let cross: PlayerID
    /// Whether a program made it that knows the tutorial's four members only.
    package let isPlain: Bool
    /// The last state that was by the rules; nil if none ever was.
    package private(set) var sheet: MatchSheet?
    /// What is wrong about the present state.
    package private(set) var flaw: ObjectFlaw?
    /// When the last move was made, or the match begun; nil if that was before this program came.
    package private(set) var movedAt: Instant?

    fileprivate var heard = Sides<Heard?>(circle: nil, cross: nil)

    init(key: LobbyKey, _ object: MatchObject) {
        self.key = key
        circle = object.circle
        cross = object.cross
        isPlain = object.isPlain
    }

    package var match: Match? { sheet?.match }
    var mark: RoundMark? {
        sheet.map { RoundMark(round: $0.match.round, outcome: $0.match.outcome) }
    }
    var timedMoment: Int? { sheet?.timedMoment }
    var sayings: Sides<Saying?>? { sheet?.sayings }
    package var players: [PlayerID] { [circle, cross] }

    package func opponent(of player: PlayerID) -> PlayerID { player == circle ? cross : circle }

    /// Follows a move, if that is all that leads to the board in `object`.
    mutating func follow(moveIn object: JSONObject, at now: Instant) -> Bool {
        guard flaw == nil, sheet?.follow(moveIn: object) == true else { return false }
        movedAt = now
        return true
    }

    /// What came of a new state.
    enum Step {
        /// The match goes on. The flaw is what is newly wrong about its state.
        case applied(ObjectFlaw?)
        /// It is a match of others now.
        case other(MatchObject)
    }

    /// Applies a new state, seen at that time. If it is a revert, it need not follow from what was
    /// done here.
    mutating func apply(
        _ object: JSONObject, isRevert: Bool, at now: Instant?
    ) throws(ObjectFlaw) -> Step {
        let new = try MatchObject(object, circle: circle, cross: cross)
        guard new.circle == circle, new.cross == cross else { return .other(new) }
        return .applied(apply(new, isRevert: isRevert, at: now))
    }

    /// The same for a state of this match, with what is newly wrong about it.
    mutating func apply(
        _ object: MatchObject, isRevert: Bool, at now: Instant?
    ) -> ObjectFlaw? {
        do throws(ObjectFlaw) {
            let new = try object.sheet.get()
            guard isRevert || sheet?.leads(to: new) != false else { throw .unexplained }
            show(new, at: now)
            return nil
        } catch {
            defer { flaw = error }
            return error == flaw ? nil : error
        }
    }

    /// Takes over since when whoever is to move has had the time.
    mutating func count(from start: Instant) {
        if sheet?.limit != nil, flaw == nil { movedAt = start }
    }

    mutating func show(_ new: MatchSheet, at now: Instant?) {
        if let sheet, sheet.sayings != new.sayings {
            hear(new.sayings, since: sheet.sayings, at: now)
        }
        if new.match.moment != sheet?.match.moment { movedAt = now }
        sheet = new
        flaw = nil
    }
}

/// What the two have said to each other.
extension ShownMatch {
    /// A phrase, and when it came.
    fileprivate struct Heard: Hashable {
        let saying: Saying
        let at: Instant
    }

    /// What a side has said a moment ago, if anything.
    package func saying(of piece: Piece, at now: Instant) -> Saying? {
        guard let heard = heard[piece], heard.at + Phrase.stay > now else { return nil }
        return heard.saying
    }

    package func phrase(of piece: Piece, at now: Instant) -> Phrase? {
        saying(of: piece, at: now)?.phrase
    }

    /// When one of them is not shown any more.
    package func phraseEnds(after now: Instant) -> Instant? {
        Piece.allCases.compactMap { heard[$0].map { $0.at + Phrase.stay } }
            .filter { $0 > now }.min()
    }

    /// Takes in what was said since. What an index tells of was said at some other time.
    private mutating func hear(
        _ new: Sides<Saying?>, since old: Sides<Saying?>, at now: Instant?
    ) {
        for piece in Piece.allCases where new[piece] != old[piece] {
            heard[piece] = nil
            guard let now, let saying = new[piece], saying.isNews(since: old[piece]) else {
                continue
            }
            heard[piece] = Heard(saying: saying, at: now)
        }
    }
}
