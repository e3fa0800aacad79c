internal import Game
package import Lobby
package import SimperiumClock
package import Visit

/// What a person has agreed to lately, so that it can be said whether they were seated unasked.
package struct ConsentWatch: Hashable, Sendable {
    /// How long what was taken back may still count: it was on its way.
    private static let delay = Duration.seconds(5)

    private var anybody: Instant?
    private var byCode: Instant?
    private var asked: [PlayerID: Instant] = [:]
    /// When it was looked at last, if something was unconfirmed then.
    private var heldAt: Instant?

    package init() {}

    /// Takes note of what a client agrees to. What the hub has not confirmed is not taken back:
    /// the line may be broken without anybody knowing, and what was said before is sent before.
    package mutating func note(_ client: LobbyClient, isConfirmed: Bool, at now: Instant) {
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

    /// What is wrong about a match that a client was told of; nil if nothing is.
    package func fault(of notice: Notice, to client: LobbyClient, at now: Instant) -> String? {
        guard case .matchBegan(let name, isOurs: false) = notice, client.lobbyState.hasAsking,
            let opponent = client.own?.opponent
        else { return nil }
        let agrees = [anybody, byCode, asked[opponent]].contains { isFresh($0, at: now) }
        return agrees ? nil : "\(client.me) was seated with \(name) unasked"
    }
}
