internal import SimperiumJSON

extension Desk {
    /// Sees what somebody else has heard. When their line was gone, so may our Watcher be.
    mutating func look(at hall: Hall) {
        let isBack = hall.isComplete && !self.hall.isComplete
        self.hall = hall
        if isBack, hall.audience[me.watcherKey] == nil { watched = nil }
    }

    /// Follows what the person wants to watch, and lets the players know that somebody does.
    mutating func followStand() {
        let (choice, shown) = (stand.choice, stand.match)
        if match == nil { stand.follow(hall) } else { stand.choose(.nothing, in: hall) }
        if case .person = choice, stand.choice == .nothing, match == nil { tell(.lostSight) }
        if stand.match != shown {
            tell(.shows(stand.match))
            isWatcherRefused = false
        }
        let isHindered = isWatcherRefused || isPredecessorHere || isPredecessorWatching
        guard stand.match != watched, !isHindered else { return }
        let watcher = stand.match.map { Watcher(of: $0, name: player?.name) }
        switch (watched, watcher) {
        case (nil, let watcher?): write(.insert(.watcher, me.watcherKey, watcher.members))
        case (_?, let watcher?):
            let match = JSON(watcher.match.rawValue)
            write(.update(.watcher, me.watcherKey, setting: ["matchID": match]))
        case (_, nil): write(.delete(.watcher, me.watcherKey))
        }
        watched = stand.match
    }
}
