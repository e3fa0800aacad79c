package import Game
package import Lobby
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire

/// One person's visit of the lobby, over a line that may break: what the person asks for and what
/// the hub says go in, frames and notices come out.
///
/// A visit does no I/O. Whoever owns it hands in what happened, carries out the effects in their
/// order, and calls again with `.wake` at `nextDeadline`. Each `dial` is answered by `opened` or
/// `closed`, each `hangUp` by `closed`. What there is to see is in `session`, `status` and
/// `statistics`.
///
///     var visit = LobbyVisit(.lobby(clientID, run: run, seed: seed))
///     perform(visit.handle(.asked(.enter(name, .auto, .terminal)), at: now))
///     perform(visit.handle(.begin, at: now))
package struct LobbyVisit: Sendable {
    package enum Event: Hashable, Sendable {
        /// Dials, and from then on whenever there is no line.
        case begin
        /// May come before `begin`: then it is done as soon as there is a line.
        case asked(Request)
        /// Says goodbye, which takes the person out of the lobby: for good, or until `resume`.
        case suspend
        /// Comes back, like somebody who has just come.
        case resume
        /// The machine has a network again, or another one.
        case networkChanged
        case link(LinkEvent)
        /// The lobby as the door sees it now, for a visit that has no connection of its own.
        case shown(LobbySnapshot)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case link(LinkEffect)
        case tell(Notice)
        /// To be written by the door, for a visit that has no connection of its own.
        case write(LobbyEdit)
        case status(SyncStatus)
        /// The hub said something that can't be read. Only a log wants to know.
        case ignored(WireError)
    }

    package private(set) var session: LobbySession
    /// Nil for a visit that is shown snapshots.
    private var lobby: LobbyReplica?
    package private(set) var snapshot: LobbySnapshot?
    /// What has happened in the lobby, until the session was told.
    private var news = TurnQueue<LobbyNews>()
    private var effects: [Effect] = []

    /// With `sharesObjects`, somebody calls `share` after each frame.
    package init(
        _ settings: ReplicaSettings, token: Token = .lobby, sharesObjects: Bool = false
    ) {
        session = LobbySession(me: PlayerID(rawValue: settings.clientID.text), seed: settings.seed)
        lobby = LobbyReplica(settings, token: token, sharesObjects: sharesObjects)
    }

    /// A visit of a guest who only watches, and is shown what the door sees: `me` is the key of
    /// their Watcher.
    package init(watchingAs me: PlayerID, shown snapshot: LobbySnapshot, seed: UInt64) {
        session = LobbySession(me: me, seed: seed)
        self.snapshot = snapshot
        _ = session.handle(.shown(snapshot.lobbyState), at: .start)
    }

    package var status: SyncStatus {
        lobby?.status ?? snapshot?.status ?? .offline(retryAt: nil, because: nil)
    }

    package var statistics: ReplicaStatistics { lobby?.statistics ?? ReplicaStatistics() }

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        sooner(lobby?.nextDeadline, session.nextDeadline)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin, .resume: forward(.goOnline, at: now)
        case .asked(let request): forward(.asked(request), at: now)
        case .suspend: forward(.goOffline, at: now)
        case .networkChanged: forward(.networkChanged, at: now)
        case .link(let event): forward(.link(event), at: now)
        case .shown(let snapshot):
            self.snapshot = snapshot
            forward(.shown(snapshot.lobbyState), at: now)
        case .wake: wake(at: now)
        }
        while let next = news.next() {
            if let event = lobby?.event(of: next) { forward(.heard(event), at: now) }
        }
        defer { effects = [] }
        return effects
    }
}

extension LobbyVisit {
    /// Keeps what this visit and others have alike only once.
    package mutating func share(with others: inout SharedObjects) {
        lobby?.share(with: &others)
    }

    private mutating func wake(at now: Instant) {
        forward(Replica.Event.wake, at: now)
        if let deadline = session.nextDeadline, deadline <= now {
            forward(LobbySession.Event.wake, at: now)
        }
    }

    private mutating func forward(_ event: Replica.Event, at now: Instant) {
        perform(lobby?.handle(event, at: now) ?? [])
    }

    private mutating func forward(_ event: LobbySession.Event, at now: Instant) {
        for effect in session.handle(event, at: now) {
            switch effect {
            case .edit(let edit): write(edit, at: now)
            case .tell(let notice): effects.append(.tell(notice))
            }
        }
    }

    private mutating func write(_ edit: LobbyEdit, at now: Instant) {
        guard let made = lobby?.make(edit, at: now) else { return effects.append(.write(edit)) }
        perform(made)
    }

    private mutating func perform(_ effects: [LobbyReplica.Effect]) {
        for effect in effects {
            switch effect {
            case .link(let effect): self.effects.append(.link(effect))
            case .status(let status): self.effects.append(.status(status))
            case .ignored(let error): self.effects.append(.ignored(error))
            case .told(let news): self.news.append(news)
            }
        }
    }
}
