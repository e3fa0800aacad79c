internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumWire

extension LobbySession {
    /// Looks at the lobby through another session. When its connection was gone, so may our Watcher
    /// be.
    mutating func show(_ lobbyState: LobbyState, at now: Instant) {
        if let end = watchedEnd(in: lobbyState, at: now) { tell(.watchedEnded(end)) }
        let isBack = lobbyState.isComplete && !self.lobbyState.isComplete
        self.lobbyState = lobbyState
        if isBack, lobbyState.watchers[ownKey] == nil { ownWatcher.match = nil }
    }

    /// Follows what the person wants to watch, and lets the players know that they are watched.
    mutating func followWatching() {
        let (choice, shown) = (watching.choice, watching.match)
        if own == nil {
            watching.follow(lobbyState)
        } else {
            watching.choose(.nothing, in: lobbyState)
        }
        if case .person = choice, watching.choice == .nothing, own == nil { tell(.lostSight) }
        if watching.match != shown {
            tell(.shows(watching.match))
            ownWatcher.isRefused = false
        }
        let isHindered = ownWatcher.isRefused || isPredecessorHere || isPredecessorWatching
        guard watching.match != ownWatcher.match, !isHindered else { return }
        let watcher = watching.match.map { Watcher(of: $0, name: isHidden ? nil : player?.name) }
        switch (ownWatcher.match, watcher) {
        case (nil, let watcher?): write(.insert(.watcher, ownKey, watcher.members))
        case (_?, let watcher?):
            let match = JSON(watcher.match.text)
            write(.update(.watcher, ownKey, setting: ["matchID": match]))
        case (_, nil): write(.delete(.watcher, ownKey))
        }
        ownWatcher.match = watching.match
    }
}
