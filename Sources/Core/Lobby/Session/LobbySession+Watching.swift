internal import SimperiumJSON

extension LobbySession {
    /// Sees what somebody else has heard. When their line was gone, so may our Watcher be.
    mutating func look(at lobbyState: LobbyState) {
        let isBack = lobbyState.isComplete && !self.lobbyState.isComplete
        self.lobbyState = lobbyState
        if isBack, lobbyState.watchers[me.watcherKey] == nil { watched = nil }
    }

    /// Follows what the person wants to watch, and lets the players know that somebody does.
    mutating func followWatching() {
        let (choice, shown) = (watching.choice, watching.match)
        if match == nil {
            watching.follow(lobbyState)
        } else {
            watching.choose(.nothing, in: lobbyState)
        }
        if case .person = choice, watching.choice == .nothing, match == nil { tell(.lostSight) }
        if watching.match != shown {
            tell(.shows(watching.match))
            isWatcherRefused = false
        }
        let isHindered = isWatcherRefused || isPredecessorHere || isPredecessorWatching
        guard watching.match != watched, !isHindered else { return }
        let watcher = watching.match.map { Watcher(of: $0, name: player?.name) }
        switch (watched, watcher) {
        case (nil, let watcher?): write(.insert(.watcher, me.watcherKey, watcher.members))
        case (_?, let watcher?):
            let match = JSON(watcher.match.rawValue)
            write(.update(.watcher, me.watcherKey, setting: ["matchID": match]))
        case (_, nil): write(.delete(.watcher, me.watcherKey))
        }
        watched = watching.match
    }
}
