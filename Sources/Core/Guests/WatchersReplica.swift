package import Lobby
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire
package import Visit

/// The door's own place in the lobby, for all its guests who only watch: one replica of what there
/// is to see, and the Watchers by which the players know how many look on.
///
/// It does no I/O, and takes turns as a `LobbyVisit` does.
package struct WatchersReplica: Sendable {
    package enum Event: Hashable, Sendable {
        case begin
        /// What a guest's visit wants to have written.
        case write(LobbyEdit)
        case opened(ConnectionID)
        case received([UInt8], on: ConnectionID)
        case closed(ConnectionID, ConnectionFailure)
        case wake
    }

    package enum Effect: Hashable, Sendable {
        case dial(ConnectionID)
        case send([UInt8], on: ConnectionID)
        case hangUp(ConnectionID, Parting)
    }

    private var lobby: LobbyReplica
    private var lobbyState = LobbyState()
    private var version = 0

    package init(_ settings: ReplicaSettings, token: Token = .lobby) {
        lobby = LobbyReplica(settings, token: token)
    }

    package var nextDeadline: Instant? { lobby.nextDeadline }

    /// What there is to see now.
    package var snapshot: LobbySnapshot {
        LobbySnapshot(lobbyState: lobbyState, status: lobby.status, version: version)
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        let status = lobby.status
        var effects: [Effect] = []
        for effect in perform(event, at: now) {
            switch effect {
            case .link(.dial(let id)): effects.append(.dial(id))
            case .link(.send(let frame, let id)): effects.append(.send(frame, on: id))
            case .link(.hangUp(let id, let parting)): effects.append(.hangUp(id, parting))
            case .status, .ignored: break
            }
        }
        if lobby.status != status { version += 1 }
        while let event = lobby.nextEvent() {
            _ = lobbyState.fold(event, at: now)
            version += 1
        }
        return effects
    }

    private mutating func perform(_ event: Event, at now: Instant) -> [LobbyReplica.Effect] {
        switch event {
        case .begin: lobby.handle(.goOnline, at: now)
        case .write(let edit): lobby.make(edit, at: now)
        case .opened(let id): lobby.handle(.link(.opened(id)), at: now)
        case .received(let frame, let id): lobby.handle(.link(.received(frame, on: id)), at: now)
        case .closed(let id, let failure): lobby.handle(.link(.closed(id, failure)), at: now)
        case .wake: lobby.handle(.wake, at: now)
        }
    }
}
