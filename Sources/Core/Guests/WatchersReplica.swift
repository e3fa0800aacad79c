package import Lobby
package import SimperiumClock
package import SimperiumSync
internal import SimperiumWire
package import Visit

/// The door's own place in the lobby, for all its guests who only watch: one replica of what there
/// is to see, and the Watchers by which the players know how many look on.
///
/// It does no I/O, and takes turns as a `LobbyVisit` does.
package struct WatchersReplica: Sendable {
    package enum Event: Hashable, Codable, Sendable {
        case begin
        /// What a guest's visit wants to have written.
        case write(LobbyEdit)
        case link(LinkEvent)
        case wake
    }

    private var lobby: LobbyReplica
    private var lobbyState = LobbyState()
    private var crowds = WatcherCrowds()
    private var version = 0

    package init(_ beginning: LobbyVisit.Beginning) {
        var settings = beginning.settings
        // It is to be where programs are that know of no halls.
        settings.extensions.remove(.halls)
        lobby = LobbyReplica(settings, token: beginning.token)
        lobbyState.hidesNames = true
    }

    package var nextDeadline: Instant? { lobby.nextDeadline }

    /// What there is to see now.
    package var snapshot: LobbySnapshot {
        LobbySnapshot(lobbyState: lobbyState, status: lobby.status, version: version)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [LinkEffect] {
        var effects: [LinkEffect] = []
        for effect in forward(event, at: now) {
            switch effect {
            case .link(let effect): effects.append(effect)
            case .status: version += 1
            case .told(let news): fold(news, at: now)
            // A watchers' replica owns no place, and is nobody's.
            case .ignored, .seat, .noticed, .record, .account, .store: break
            }
        }
        return effects
    }

    private mutating func fold(_ news: LobbyNews, at now: Instant) {
        guard let event = lobby.event(of: news) else { return }
        _ = lobbyState.fold(event, at: now)
        version += 1
    }

    private mutating func forward(_ event: Event, at now: Instant) -> [LobbyReplica.Effect] {
        switch event {
        case .begin: lobby.handle(.goOnline, at: now)
        case .write(let edit): crowds.edits(for: edit).flatMap { lobby.make($0, at: now) }
        case .link(let event): lobby.handle(.link(event), at: now)
        case .wake: lobby.handle(.wake, at: now)
        }
    }
}
