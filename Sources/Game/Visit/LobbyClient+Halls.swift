internal import Game
package import Lobby
package import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// Transfers between halls: to a waiting player, or to the result of a search.
extension LobbyClient {
    /// The counts of all halls; those of the client's hall if there is only one hall, or if the
    /// server has not sent the counts yet.
    package var census: Census {
        halls.census ?? lobbyState.census
    }

    /// The join code, with its hall, that the user can give to a friend; nil if the user has no
    /// code.
    package var invitation: JoinCodeWithHall? {
        player?.code.map { JoinCodeWithHall($0, in: halls.hall ?? .first) }
    }

    mutating func applyHallMessage(_ members: JSONObject, at now: Instant) {
        let message = HallMessage(members)
        if message.hasCounts { (halls.census, halls.isCounted) = (message.census, true) }
        switch message.news {
        case .hall(let hall):
            halls.hall = hall
            if halls.transfer?.step == .entering { halls.transfer?.hasEntered = true }
        case .offer(let hall): acceptHallOffer(hall, at: now)
        case .matches(let page, let next):
            let question = halls.distantMatches.addPage(page, nextAfter: next, besides: halls.hall)
            if let question { passToReplica(.inquire(question), at: now) }
        case .found(let found, let hall, let key): goToSearchResult(found, in: hall, key, at: now)
        case .missing(let wanted): handleNoSearchResult(for: wanted, at: now)
        case nil: break
        }
    }

    /// Starts the transfer to an offered hall. Does nothing if the user no longer looks for an
    /// opponent, or if a match, a challenge, an invitation, a takeover or another transfer has
    /// begun. Also does nothing while the lobby is incomplete, or if the client is already in the
    /// hall.
    private mutating func acceptHallOffer(_ hall: HallNumber, at now: Instant) {
        guard halls.transfer == nil, takeover == nil, hall != halls.hall, own == nil,
            challenge == nil, let player, player.mode.isLooking,
            invitations.isIdle, lobbyState.isComplete
        else { return }
        setPairingPausedForTransfer(true)
        updateAndWriteEdits(at: now)
        halls.transfer = HallTransfer(to: hall, player: player)
    }

    /// Replaces the search in all halls; nil ends the search. If the search finds a player or match
    /// in another hall, the client moves to that hall. A client without a replica passes a target
    /// to watch to the door.
    package mutating func setHallSearch(_ goal: HallSearchGoal?, at now: Instant) {
        defer { performEventConsequences(at: now) }
        guard case .some = replica else {
            if case .toWatch(let text)? = goal { output.effects.append(.wish(.find(text))) }
            return
        }
        guard halls.hall != nil else {
            halls.search = nil
            if case .toWatch(let text)? = goal { reportNothingToWatch(called: text) }
            return
        }
        halls.search = goal.map { RepeatedHallSearch($0, at: now) }
    }

    /// Lists this many matches of other halls from now on; 0 ends the list. A client without a
    /// replica asks the door for the matches.
    package mutating func listDistantMatches(_ rows: Int, at now: Instant) {
        halls.distantMatches.setVisibleRows(rows, at: now)
        if case nil = replica { output.effects.append(.wish(.list(rows))) }
        performEventConsequences(at: now)
    }

    package mutating func requestHallCounts(at now: Instant) {
        passToReplica(.inquire(["halls": [:]]), at: now)
        performEventConsequences(at: now)
    }

    /// Joins a friend by their code, and ends a search. If the code is of another hall, first moves
    /// there. A spectator without a replica is refused, as for all requests that need a Player.
    package mutating func joinFriend(by invitation: JoinCodeWithHall, at now: Instant) {
        defer { performEventConsequences(at: now) }
        halls.search = nil
        guard case .some = replica, let hall = halls.hall, invitation.hall != hall, own == nil
        else { return performAutomaticRequest(.join(invitation.code), at: now) }
        startTransferUnlessPlaying(to: invitation.hall, for: .join(invitation.code), at: now)
    }

    /// Returns true if no player of this hall can be joined by the code. Returns false for a code
    /// of another hall, because only clients in that hall know its codes.
    package func isUnknownCodeOfThisHall(_ invitation: JoinCodeWithHall) -> Bool {
        guard halls.hall == nil || halls.hall == invitation.hall else { return false }
        return lobbyState.freeHolder(of: invitation.code) == nil
    }

    /// Ends the search for an opponent, and begins a transfer to the hall. Does nothing in a match
    /// of this player, in a transfer or in a takeover.
    private mutating func startTransferUnlessPlaying(
        to hall: HallNumber, for request: HallTransfer.ArrivalRequest?, at now: Instant
    ) {
        guard halls.transfer == nil, takeover == nil, own == nil else { return }
        if player?.mode.isLooking == true { performAutomaticRequest(.look(.open), at: now) }
        halls.transfer = HallTransfer(to: hall, player: player, arrivalRequest: request)
    }

    /// Ends the search that the result is for. Then starts the transfer to the hall with the
    /// result, or watches a found match in this hall. Ignores a result for an earlier search.
    private mutating func goToSearchResult(
        _ found: JSONObject, in hall: HallNumber, _ key: ObjectKey, at now: Instant
    ) {
        guard let search = halls.search, search.isAnswered(by: found) else { return }
        halls.search = nil
        let request: HallTransfer.ArrivalRequest? =
            if case .toWatch = search.goal { .watch(key) } else { nil }
        if hall != halls.hall {
            startTransferUnlessPlaying(to: hall, for: request, at: now)
        } else if let request {
            performArrivalRequest(request, at: now)
        }
    }

    /// Handles a search without a result. If the text of `toWatch` was treated as a player's name,
    /// searches for the match with this text as its key. If that search also fails, ends it and
    /// notifies the user. A search for an opponent continues.
    private mutating func handleNoSearchResult(for wanted: JSONObject, at now: Instant) {
        guard let search = halls.search, search.wanted == wanted else { return }
        if let other = search.searchAsMatchKey(at: now) {
            halls.search = other
        } else if case .toWatch(let text) = search.goal {
            halls.search = nil
            reportNothingToWatch(called: text)
        }
    }

    mutating func reportNothingToWatch(called text: String) {
        output.news.append(.notice(.refused(.nobodyCalled(text))))
    }
}

extension LobbyClient {
    /// Performs the next steps of a transfer, and sends the requests that are due. A match of the
    /// user ends the search.
    mutating func continueTransferAndSearch(at now: Instant) {
        // Most clients have nothing to do here, and examining the whole state takes time.
        guard halls.isSeeking || halls.isAsking else { return }
        while takeTransferStepIfDue(at: now) {}
        if isOnline, let question = halls.distantMatches.nextRequest(at: now) {
            passToReplica(.inquire(question), at: now)
        }
        guard let search = halls.search, search.nextRequestAt <= now, isOnline else { return }
        halls.search?.nextRequestAt = now + RepeatedHallSearch.pause
        if own != nil { return halls.search = nil }
        passToReplica(.inquire(["find": .object(search.wanted)]), at: now)
    }

    /// Begins the next step of a transfer once the server has acknowledged all changes of the
    /// current step. In the step `leaving`, a broken connection suffices. In the first step, a
    /// match, a refusal or a broken connection cancels the transfer. On arrival, ends the transfer
    /// and performs the arrival request. Returns true only if a new step has begun.
    private mutating func takeTransferStepIfDue(at now: Instant) -> Bool {
        guard let transfer = halls.transfer else { return false }
        let isSettled = statistics.unsentOrUnacknowledged == 0
        switch transfer.step {
        case .steppingAside:
            // If the player still looks for an opponent, the server has refused the change.
            if !isOnline || own != nil || isSettled && player?.mode.isLooking == true {
                cancelTransferBeforeLeaving(at: now)
                return false
            }
            guard isSettled else { return false }
            halls.transfer?.step = .leaving
            performAutomaticRequest(.watch(.nothing), at: now)
            performAutomaticRequest(.leave, at: now)
        case .leaving:
            // After a broken connection, nothing is left in this hall to return to.
            guard isSettled || !isOnline else { return false }
            halls.transfer?.step = .entering
            enterHall(at: now)
        case .entering:
            guard transfer.hasEntered, lobbyState.isComplete,
                player == nil || lobbyState.roster.contains(me)
            else { return false }
            halls.transfer = nil
            if let request = transfer.arrivalRequest { performArrivalRequest(request, at: now) }
            return false
        }
        return true
    }

    /// Cancels a transfer in its first step; does nothing in a later step. The player stays in this
    /// hall, and a search that was paused for the transfer resumes.
    mutating func cancelTransferBeforeLeaving(at now: Instant) {
        guard halls.transfer?.step == .steppingAside else { return }
        halls.transfer = nil
        setPairingPausedForTransfer(false)
        updateAndWriteEdits(at: now)
    }

    /// Enters the other hall, with the Player as the user last changed it.
    private mutating func enterHall(at now: Instant) {
        if let player { halls.transfer?.player = player }
        guard let transfer = halls.transfer, let clientID = ClientID(me.rawValue) else { return }
        let wish = RequestedHall("\(transfer.to)", isToWatch: transfer.isToWatch)
        restart(as: clientID, takesSeat: false, hall: wish, at: now)
        guard let player = transfer.player else { return }
        let mode = player.mode.isLooking ? .auto : player.mode
        performAutomaticRequest(.enter(player.name, mode, player.way), at: now)
    }

    mutating func performArrivalRequest(_ request: HallTransfer.ArrivalRequest, at now: Instant) {
        switch request {
        case .join(let code): performAutomaticRequest(.join(code), at: now)
        case .watch(let key):
            let choice = lobbyState.roster[key].map { Watching.WatchChoice.person($0.id) }
            performAutomaticRequest(.watch(choice ?? .match(key)), at: now)
        }
    }
}

/// A client that shows the door's snapshots, without a connection of its own.
extension LobbyClient {
    /// Returns `now` for a first snapshot, or if the watched match, one of its players, the hall or
    /// the status has changed. Returns `later` for other changes, and `none` if the version is the
    /// same.
    package func urgency(for snapshot: SpectatorHallSnapshot) -> SnapshotUrgency {
        guard let shown = self.snapshot else { return .now }
        guard snapshot.version != shown.version else { return .none }
        guard snapshot.hall == shown.hall, snapshot.status == shown.status else { return .now }
        guard let key = watching.match else { return .later }
        let (old, new) = (shown.lobbyState, snapshot.lobbyState)
        guard let match = new[key], match == old[key] else { return .now }
        let isSame = [match.circle, match.cross].allSatisfy { new.roster[$0] == old.roster[$0] }
        return isSame ? .later : .now
    }

    /// Adopts a snapshot of a hall. If the snapshot is of another hall than the previous one, first
    /// resets the client, except for the user's choices.
    mutating func adoptSnapshot(_ snapshot: SpectatorHallSnapshot, at now: Instant) {
        if snapshot.hall != halls.hall, halls.hall != nil {
            startOverKeepingChoices(as: me)
        }
        self.snapshot = snapshot
        halls.hall = snapshot.hall
        halls.census = snapshot.census
        halls.distantMatches.replaceMatches(snapshot.matches, besides: snapshot.hall)
        adoptSharedLobbyState(snapshot.lobbyState, at: now)
        updateAndWriteEdits(at: now)
    }
}
