package import Clockwork
package import Game

/// A match as anybody sees it who looks at the list, or watches.
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

    init(key: LobbyKey, _ object: MatchObject) {
        self.key = key
        circle = object.circle
        cross = object.cross
        isPlain = object.isPlain
    }

    package var match: Match? { sheet?.match }
    package var players: [PlayerID] { [circle, cross] }

    package func opponent(of player: PlayerID) -> PlayerID { player == circle ? cross : circle }

    /// Takes in a new state, seen at that time, and says what is newly wrong about it.
    mutating func take(_ object: MatchObject, at now: Instant?) -> ObjectFlaw? {
        switch object.sheet {
        case .success(let new):
            show(new, at: now)
            return nil
        case .failure(let error):
            defer { flaw = error }
            return error == flaw ? nil : error
        }
    }

    mutating func show(_ new: MatchSheet, at now: Instant?) {
        if new.match.moment != sheet?.match.moment { movedAt = now }
        sheet = new
        flaw = nil
    }
}
