package import Game
package import Lobby
internal import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire

/// The match that the user watches, and the choice that led to it.
package struct Watching: Hashable, Sendable {
    package enum WatchChoice: Hashable, Sendable {
        case nothing
        /// A match, through all its rounds.
        case match(ObjectKey)
        /// All matches of this player.
        case person(PlayerID)
        /// Any match. After its end, another match is chosen.
        case anything
    }

    package private(set) var choice = WatchChoice.nothing
    package private(set) var match: ObjectKey?

    package init() {}

    /// True if the choice is any match, and none is shown.
    var isWaitingForRound: Bool { choice == .anything && match == nil }

    package mutating func choose(_ choice: WatchChoice, in lobbyState: LobbyState) {
        self.choice = choice
        match = nil
        replaceEndedMatch(lobbyState)
    }

    /// Chooses a match to show if none is shown, or if the shown match has ended. Sets the choice
    /// to `nothing` if the chosen match has ended, or if the chosen player has left.
    package mutating func replaceEndedMatch(_ lobbyState: LobbyState) {
        if let match, lobbyState.ledger.seatValidity(of: match) == .live { return }
        match = nil
        switch choice {
        case .nothing: break
        case .match(let key):
            guard lobbyState.ledger.seatValidity(of: key) == .live else { return choice = .nothing }
            match = key
        case .person(let id):
            guard lobbyState.roster.contains(id) else { return choice = .nothing }
            match = lobbyState.ledger.seatedMatch(of: id)
        case .anything: match = lobbyState.mostWatched
        }
    }
}

extension LobbyState {
    /// The match in play with the most spectators; the newest of several such matches.
    fileprivate var mostWatched: ObjectKey? {
        let playing = liveMatches.filter { $0.match != nil && $0.match?.outcome == nil }
        let most = playing.map { watchers.count(watching: $0.key) }.max()
        return playing.last { watchers.count(watching: $0.key) == most }?.key
    }
}

extension LobbyClient {
    /// Adopts the lobby's state in a snapshot from the door. If the door's client has reconnected,
    /// the user's Watcher may be gone, and must then be written again.
    mutating func adoptSharedLobbyState(_ lobbyState: LobbyState, at now: Instant) {
        if let end = watchedMatchEnd(in: lobbyState, at: now) { notify(.watchedEnded(end)) }
        let isBack = lobbyState.isComplete && !self.lobbyState.isComplete
        self.lobbyState = lobbyState
        if isBack, lobbyState.watchers[ownKey] == nil { ownWatcher.match = nil }
    }

    /// Replaces an ended match, or stops watching if the user plays. Notifies the user of a change.
    /// Then updates the Watcher, so that players know that they are watched.
    mutating func updateWatching() {
        let (choice, shown) = (watching.choice, watching.match)
        if own == nil {
            watching.replaceEndedMatch(lobbyState)
        } else {
            watching.choose(.nothing, in: lobbyState)
        }
        if case .person = choice, watching.choice == .nothing, own == nil { notify(.lostSight) }
        if watching.match != shown {
            notify(.shows(watching.match))
            ownWatcher.isRefused = false
        }
        let isHindered =
            ownWatcher.isRefused || isPredecessorHere || isPredecessorWatching
            || isRemovingObjects && watching.match != nil
        guard watching.match != ownWatcher.match, !isHindered else { return }
        let watcher = watching.match.map { Watcher(of: $0, name: isHidden ? nil : player?.name) }
        switch (ownWatcher.match, watcher) {
        case (nil, let watcher?): enqueue(.insert(.watcher, ownKey, watcher.members))
        case (_?, let watcher?):
            let match = JSON(watcher.match.text)
            enqueue(.update(.watcher, ownKey, setting: ["matchID": match]))
        case (_, nil): enqueue(.delete(.watcher, ownKey))
        }
        ownWatcher.match = watching.match
    }
}

extension LobbyClient {
    /// Returns the key and the end of the watched match, if an event that is not applied yet ends
    /// the match. Returns nil if the match continues, or if a player left between rounds. The
    /// function is mutating only to avoid a copy of the client.
    mutating func watchedMatchEnd(by event: LobbyBucketEvent, at now: Instant) -> (
        ObjectKey, WatchedMatchEnd
    )? {
        // Nearly every event is a move, and a move needs no look-up.
        switch event {
        case .deleted(.match, let deleted):
            guard deleted == watching.match, let shown = watched else { return nil }
            return (shown.key, WatchedMatchEnd(of: shown, in: lobbyState, without: [], at: now))
        case .deleted(.player, let playerKey):
            guard let shown = watched, let id = lobbyState.roster[playerKey]?.id,
                shown.players.contains(id)
            else { return nil }
            let end = WatchedMatchEnd(of: shown, in: lobbyState, without: [id], at: now)
            return end.outcome == nil ? nil : (shown.key, end)
        default: return nil
        }
    }

    /// The watched match; nil if there is none, or while the user plays.
    private var watched: LobbyMatch? {
        own == nil ? watching.match.flatMap { lobbyState[$0] } : nil
    }

    /// Returns the end of the watched match in a new state of the lobby. Returns nil if the match
    /// continues, or if a player left between rounds.
    func watchedMatchEnd(in new: LobbyState, at now: Instant) -> WatchedMatchEnd? {
        guard new.isComplete, lobbyState.isComplete, let key = watching.match,
            new.ledger.seatValidity(of: key) != .live, let shown = watched
        else { return nil }
        let gone = shown.players.filter { !new.roster.contains($0) }
        let end = WatchedMatchEnd(of: shown, in: lobbyState, without: Set(gone), at: now)
        return end.outcome == nil && !gone.isEmpty ? nil : end
    }
}
