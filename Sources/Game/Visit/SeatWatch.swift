internal import Lobby
internal import SimperiumSync
internal import SimperiumWire

/// Follows what of a visit is to be kept for another run of the program.
struct SeatWatch: Sendable {
    private let clientID: ClientID
    /// Whether anything is kept here at all.
    let keeps: Bool
    /// Whether another run can have the person's place, because it is kept here or elsewhere.
    let outlivesProgram: Bool
    /// What is kept now, as far as this run knows.
    @Boxed private(set) var kept: KeptSeat?
    /// Whether the hub has yet to say what became of the seat that an earlier run had.
    private(set) var isReturning: Bool
    /// The match that was kept when its seat was lost. It may still be on show for a moment.
    private var lostMatch: LobbyKey?
    /// Whether the person has taken leave, so that nothing waits for them.
    var hasLeft = false
    /// Whether the person was told why the match is over, which they will be told of again.
    var hasToldEnd = false

    init(_ settings: ReplicaSettings, keptSeat: KeptSeat?, keeps: Bool) {
        clientID = settings.clientID
        self.keeps = keeps
        outlivesProgram = keeps || settings.ownSecret != nil
        kept = keptSeat
        isReturning = keptSeat != nil || settings.ownSecret != nil
    }

    /// The same for a place that another device has, or had.
    init(_ clientID: ClientID, after other: SeatWatch, takesSeat: Bool) {
        self.clientID = clientID
        keeps = other.keeps
        outlivesProgram = takesSeat || other.outlivesProgram
        kept = other.kept
        isReturning = takesSeat
    }

    /// Whether anything is kept now.
    var hasKept: Bool { !_kept.isEmpty }

    /// Whether an earlier run's place is given back just now. That is news once.
    mutating func take(_ news: SeatNews) -> Bool {
        defer { isReturning = false }
        if news != .kept { lostMatch = kept?.match }
        return isReturning && news == .kept
    }

    /// What is to be kept from now on, if that is something else than until now.
    mutating func follow(_ session: LobbySession, _ lobby: LobbyReplica) -> KeptSeat?? {
        guard keeps, !isReturning else { return nil }
        let present = hasLeft ? nil : seat(of: session, lobby)
        // As long as not all is here, the match that was kept may still be found.
        let isOver = hasLeft || lostMatch != nil || session.lobbyState.isComplete
        guard present != kept, present != nil || isOver else { return nil }
        kept = present
        return .some(present)
    }

    private func seat(of session: LobbySession, _ lobby: LobbyReplica) -> KeptSeat? {
        guard let match = session.own, match.key != lostMatch, let seat = lobby.seat else {
            return nil
        }
        return KeptSeat(
            seat, of: clientID, in: match.key, against: match.opponentName,
            unsent: lobby.unsent(of: match.key))
    }
}
