package import Game
package import Lobby
package import SimperiumClock

/// The user's own invitation, the invitations from other players, and the scores against them.
package struct Invitations: Hashable, Sendable {
    /// An open invitation that the user, or the user's search, has sent.
    package struct SentInvitation: Hashable, Sendable {
        enum Sender: Hashable {
            case user
            /// The user, who was searching for any opponent. If the invitation ends without a
            /// match, the search continues.
            case searchingUser
            /// The search, which found only an idle player. The invitation is a wake call: that
            /// player must press a key first.
            case search
        }

        package let ask: MatchInvitation
        package let name: String
        package let until: Instant
        let sender: Sender

        var isWakeCall: Bool { sender == .search }
        package var opponent: PlayerID { ask.to }
    }

    /// An invitation from another player that the user has not answered.
    package struct ReceivedInvitation: Hashable, Sendable {
        package let number: Int
        package let from: PlayerID
        package let name: String
        package let until: Instant
        package let terms: MatchTerms
    }

    /// The allowance for the hub's clock and for slow frames.
    private static let margin = Duration.milliseconds(250)
    private static let most = 20
    private static let mostScores = 200

    package internal(set) var asking: SentInvitation?
    var receivedWakeCall: WakeCall?
    /// The received invitations, the earliest first.
    package private(set) var received: [ReceivedInvitation] = []
    /// True while the user wants no invitations.
    package internal(set) var isUndisturbed = false
    /// True if the user's last invitation has ended, but the hub may still refuse it.
    var mayYetBeRefused = false
    /// The opponent whose departure was already reported, in the notice about the match's end; nil
    /// if there is none.
    var departedOpponent: PlayerID?
    private var lastNumber: Int?
    private(set) var restsUntil = Instant.start
    /// The players who may not be invited again yet, each with the time when the pause ends.
    private var pauses: [PlayerID: Instant] = [:]
    private var scores: [PlayerID: WinLossRecord] = [:]

    package var isIdle: Bool { asking == nil && received.isEmpty }

    /// The open invitation that the user made; nil if there is none, or if the search made it.
    package var sent: SentInvitation? { asking.flatMap { $0.isWakeCall ? nil : $0 } }

    /// The open wake call that the search has sent to an idle player; nil if there is none.
    package var sentWakeCall: SentInvitation? { asking.flatMap { $0.isWakeCall ? $0 : nil } }

    package var next: ReceivedInvitation? { received.first }

    /// Returns the score against a player since the user entered the lobby; nil if there is none.
    package func score(with id: PlayerID) -> WinLossRecord? { scores[id] }

    var nextDeadline: Instant? {
        sooner(sooner(next?.until, asking?.until), receivedWakeCall?.until)
    }

    package func received(from id: PlayerID) -> ReceivedInvitation? {
        received.first { $0.from == id }
    }
}

extension Invitations {
    mutating func receive(_ ask: MatchInvitation, from id: PlayerID, name: String, at now: Instant)
    {
        remove(from: id)
        guard received.count < Self.most else { return }
        received.append(
            ReceivedInvitation(
                number: ask.number, from: id, name: name, until: now + MatchInvitation.patience,
                terms: ask.terms))
    }

    mutating func remove(from id: PlayerID) {
        received.removeAll { $0.from == id }
    }

    mutating func removeAllReceived() {
        received = []
    }

    func pauseObstacle(to id: PlayerID, at now: Instant) -> RequestObstacle? {
        if areInvitationsPaused(to: id, at: now) { return .askedBefore }
        return restsUntil > now ? .askedTooSoon : nil
    }

    /// Creates the user's invitation, and stores it in `asking`. The number of the first invitation
    /// is random, so that a restarted program is unlikely to use the same number again.
    mutating func makeSentInvitation(
        to id: PlayerID, name: String, by terms: MatchTerms, from sender: SentInvitation.Sender,
        _ random: inout SeededRandom, at now: Instant
    ) -> MatchInvitation {
        let number = lastNumber.map { $0 + 1 } ?? 1 + random.numberBelow(1_000_000)
        let ask = MatchInvitation(number: number, to: id, terms)
        lastNumber = number
        restsUntil = now + MatchInvitation.pause + Self.margin
        asking = SentInvitation(
            ask: ask, name: name,
            until: now + (sender == .search ? WakeCall.patience : MatchInvitation.patience),
            sender: sender)
        return ask
    }

    func areInvitationsPaused(to id: PlayerID, at now: Instant) -> Bool {
        pauses[id].map { $0 > now } ?? false
    }

    mutating func pauseInvitations(to id: PlayerID, isFinal: Bool, at now: Instant) {
        pauses = pauses.filter { $0.value > now }
        pauses[id] = now + MatchInvitation.pauseAfterRefusal(isFinal: isFinal) + Self.margin
    }

    mutating func addRounds(_ score: Score, of piece: Piece, against opponent: PlayerID) {
        guard score.rounds > 0, scores[opponent] != nil || scores.count < Self.mostScores
        else { return }
        scores[opponent, default: WinLossRecord()] += WinLossRecord(score, of: piece)
    }

    /// Removes the data about a player who has left. A player who returns has a different id.
    mutating func forgetDepartedPlayer(_ id: PlayerID) {
        remove(from: id)
        pauses[id] = nil
        scores[id] = nil
    }
}
