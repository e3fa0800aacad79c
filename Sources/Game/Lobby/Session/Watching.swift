package import Game
internal import SimperiumClock
internal import SimperiumJSON
package import SimperiumWire

/// The match that a person watches, and the wish behind it.
package struct Watching: Hashable, Sendable {
    /// The person's wish.
    package enum Choice: Hashable, Sendable {
        case nothing
        /// A match, through all its rounds.
        case match(ObjectKey)
        /// All matches of that person.
        case person(PlayerID)
        /// Any match: another one once it has ended, and never before.
        case anything
    }

    package private(set) var choice = Choice.nothing
    /// The match on show; nil while there is none to see.
    package private(set) var match: ObjectKey?

    package init() {}

    /// True if the person waits for the next round of any match.
    var isWaitingForRound: Bool { choice == .anything && match == nil }

    package mutating func choose(_ choice: Choice, in lobbyState: LobbyState) {
        self.choice = choice
        match = nil
        follow(lobbyState)
    }

    /// Shows another match if the present one has ended.
    package mutating func follow(_ lobbyState: LobbyState) {
        if let match, lobbyState.ledger.standing(of: match) == .live { return }
        match = nil
        switch choice {
        case .nothing: break
        case .match(let key):
            guard lobbyState.ledger.standing(of: key) == .live else { return choice = .nothing }
            match = key
        case .person(let id):
            guard lobbyState.roster.contains(id) else { return choice = .nothing }
            match = lobbyState.ledger.seat(of: id)
        case .anything: match = lobbyState.mostWatched
        }
    }
}

extension LobbyState {
    /// The match with the most spectators and a round in play; of several the newest.
    fileprivate var mostWatched: ObjectKey? {
        let playing = liveMatches.filter { $0.match != nil && $0.match?.outcome == nil }
        let most = playing.map { watchers.count(watching: $0.key) }.max()
        return playing.last { watchers.count(watching: $0.key) == most }?.key
    }
}

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

/// The end of a match that the person watched.
package struct WatchedEnd: Hashable, Sendable {
    package let circle: String
    package let cross: String
    /// The result of a round that was in play; nil if there was none, or the result is not known.
    package let outcome: Outcome?

    /// A match as it was last, in the lobby as it was then; and who of the two has left with it.
    init(
        of shown: LobbyMatch, in lobbyState: LobbyState, without gone: Set<PlayerID>,
        at now: Instant
    ) {
        circle = lobbyState.roster.name(of: shown.circle)
        cross = lobbyState.roster.name(of: shown.cross)
        outcome = shown.match.flatMap { match in
            if case .left = match.outcome { return match.outcome }
            guard match.outcome == nil else { return nil }
            let absences = shown.players.map { lobbyState.roster.absence(of: $0) }
            let isMissing = zip(shown.players, absences).map { id, absence in
                gone.contains(id) || absence.map { $0.until <= now } == true
            }
            guard isMissing[0] != isMissing[1] else { return nil }
            let missing: Piece = isMissing[0] ? .circle : .cross
            let absence = absences[isMissing[0] ? 0 : 1]
            if absence?.isForGood == false { return .notBack(missing) }
            return match.hasBegun ? .left(by: missing) : nil
        }
    }

    package func name(of piece: Piece) -> String { piece == .circle ? circle : cross }
}

extension LobbySession {
    /// Returns the end of the watched match by an event that is not applied yet; nil if it does not
    /// end, or if a player left between rounds.
    ///
    /// Mutating, though it changes nothing, so that no copy of the session is made for it.
    mutating func watchedEnd(by event: LobbyEvent, at now: Instant) -> (ObjectKey, WatchedEnd)? {
        // Nearly each event is a move, which needs no look-up.
        switch event {
        case .deleted(.match, let deleted):
            guard deleted == watching.match, let shown = watched else { return nil }
            return (shown.key, WatchedEnd(of: shown, in: lobbyState, without: [], at: now))
        case .deleted(.player, let playerKey):
            guard let shown = watched, let id = lobbyState.roster[playerKey]?.id,
                shown.players.contains(id)
            else { return nil }
            let end = WatchedEnd(of: shown, in: lobbyState, without: [id], at: now)
            return end.outcome == nil ? nil : (shown.key, end)
        default: return nil
        }
    }

    /// The watched match, while the person plays none.
    private var watched: LobbyMatch? {
        own == nil ? watching.match.flatMap { lobbyState[$0] } : nil
    }

    /// Returns the same for a new state of the lobby.
    func watchedEnd(in new: LobbyState, at now: Instant) -> WatchedEnd? {
        guard new.isComplete, lobbyState.isComplete, let key = watching.match,
            new.ledger.standing(of: key) != .live, let shown = watched
        else { return nil }
        let gone = shown.players.filter { !new.roster.contains($0) }
        let end = WatchedEnd(of: shown, in: lobbyState, without: Set(gone), at: now)
        return end.outcome == nil && !gone.isEmpty ? nil : end
    }
}
