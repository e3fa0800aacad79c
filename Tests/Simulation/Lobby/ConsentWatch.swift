internal import Game
package import Lobby
package import SimperiumClock
package import Visit

/// The recent consents of a user to play, so that a match without consent is detected.
package struct ConsentWatch: Hashable, Sendable {
    /// The time that a withdrawn consent still counts, because it may have been on its way.
    private static let delay = Duration.seconds(5)

    private var anybody: Instant?
    private var byCode: Instant?
    private var asked: [PlayerID: Instant] = [:]
    /// The time of the last look, if the hub had not confirmed everything then.
    private var heldAt: Instant?

    package init() {}

    /// Records the consents of a client. They last while the hub has not confirmed their
    /// withdrawal: the connection may be broken unnoticed, and earlier frames are sent first.
    package mutating func record(_ client: LobbyClient, isConfirmed: Bool, at now: Instant) {
        if let heldAt { prolong(from: heldAt, to: now) }
        heldAt = client.lobbyState.isComplete && isConfirmed ? nil : now
        if client.player?.mode.isLooking == true { anybody = now }
        if client.player?.code != nil { byCode = now }
        if let asking = client.invitations.asking { asked[asking.opponent] = now }
    }

    private mutating func prolong(from earlier: Instant, to now: Instant) {
        if isFresh(anybody, at: earlier) { anybody = now }
        if isFresh(byCode, at: earlier) { byCode = now }
        for (id, instant) in asked where isFresh(instant, at: earlier) { asked[id] = now }
    }

    private func isFresh(_ instant: Instant?, at now: Instant) -> Bool {
        instant.map { now - $0 <= Self.delay } ?? false
    }

    /// Returns the fault if a client was seated without consent; nil otherwise.
    package func fault(of notice: Notice, to client: LobbyClient, at now: Instant) -> String? {
        guard case .matchBegan(let name, isOurs: false) = notice,
            client.lobbyState.supportsInvitations, let opponent = client.own?.opponent
        else { return nil }
        let agrees = [anybody, byCode, asked[opponent]].contains { isFresh($0, at: now) }
        return agrees ? nil : "\(client.me) was seated with \(name) unasked"
    }
}
