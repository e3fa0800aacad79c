package import Game
internal import SimperiumClock
internal import SimperiumWire

/// How a match ended that the person watched.
package struct WatchedEnd: Hashable, Sendable {
    package let circle: String
    package let cross: String
    /// What the end makes of a round that was under way; nil if there was none, or nobody can say.
    package let outcome: Outcome?

    /// A match as it was last, in the lobby as it was then; and who of the two has left with it.
    init(
        of shown: LobbyMatch, in lobbyState: LobbyState, without gone: Set<PlayerID>,
        at now: Instant
    ) {
        circle = lobbyState.roster.name(of: shown.circle)
        cross = lobbyState.roster.name(of: shown.cross)
        outcome = shown.match.flatMap { match in
            if case .left = match.outcome { return match.outcome }
            guard match.outcome == nil else { return nil }
            let absences = shown.players.map { lobbyState.roster.absence(of: $0) }
            let isMissing = zip(shown.players, absences).map { id, absence in
                gone.contains(id) || absence.map { $0.until <= now } == true
            }
            guard isMissing[0] != isMissing[1] else { return nil }
            let missing: Piece = isMissing[0] ? .circle : .cross
            let absence = absences[isMissing[0] ? 0 : 1]
            if absence?.isForGood == false { return .notBack(missing) }
            return match.hasBegun ? .left(by: missing) : nil
        }
    }

    package func name(of piece: Piece) -> String { piece == .circle ? circle : cross }
}

extension LobbySession {
    /// What is to be said of the match on show if that ends by an event which has not been taken in
    /// yet; nil if it does not, or if all there is to say is that somebody has left.
    ///
    /// Mutating, though it changes nothing, so that no copy of the session is made for it.
    mutating func watchedEnd(by event: LobbyEvent, at now: Instant) -> (ObjectKey, WatchedEnd)? {
        // Nearly all that happens is a move, for which nothing is looked up.
        switch event {
        case .deleted(.match, let deleted):
            guard deleted == watching.match, let shown = watched else { return nil }
            return (shown.key, WatchedEnd(of: shown, in: lobbyState, without: [], at: now))
        case .deleted(.player, let playerKey):
            guard let shown = watched, let id = lobbyState.roster[playerKey]?.id,
                shown.players.contains(id)
            else { return nil }
            let end = WatchedEnd(of: shown, in: lobbyState, without: [id], at: now)
            return end.outcome == nil ? nil : (shown.key, end)
        default: return nil
        }
    }

    /// The match on show, for somebody who does not play themselves.
    private var watched: LobbyMatch? {
        own == nil ? watching.match.flatMap { lobbyState[$0] } : nil
    }

    /// The same for a state of the lobby in which it may have ended.
    func watchedEnd(in new: LobbyState, at now: Instant) -> WatchedEnd? {
        guard new.isComplete, lobbyState.isComplete, let key = watching.match,
            new.ledger.standing(of: key) != .live, let shown = watched
        else { return nil }
        let gone = shown.players.filter { !new.roster.contains($0) }
        let end = WatchedEnd(of: shown, in: lobbyState, without: Set(gone), at: now)
        return end.outcome == nil && !gone.isEmpty ? nil : end
    }
}
