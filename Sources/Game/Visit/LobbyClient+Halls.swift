internal import Game
package import Lobby
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// The transfer to another hall: to a waiting player, or to the result of a search.
extension LobbyClient {
    /// The number of players that the client knows of: in all halls if there are several.
    package var census: Census {
        halls.census ?? lobbyState.census
    }

    /// The code for a friend to play with the user.
    package var invitation: InvitationCode? {
        player?.code.map { InvitationCode($0, in: halls.hall ?? .first) }
    }

    mutating func apply(_ members: JSONObject, at now: Instant) {
        count(members)
        switch HallNews(members) {
        case .hall(let hall):
            halls.hall = hall
            if halls.transfer?.move.step == .entering { halls.transfer?.hasEntered = hall }
        case .offer(let hall): consider(hall, at: now)
        case .counts: break
        case .matches(let page, let next):
            let question = halls.elsewhere.add(page, after: next, besides: halls.hall)
            if let question { forward(.inquire(question), at: now) }
        case .found(let found, let hall, let key): follow(found, to: hall, key, at: now)
        case .missing(let wanted): miss(wanted, at: now)
        case nil: break
        }
    }

    /// Applies the counts in a message. A page of matches has them, too.
    private mutating func count(_ members: JSONObject) {
        guard case .counts(let census, let count)? = HallNews(countsIn: members) else { return }
        halls.census = count > 1 ? census : nil
        halls.isCounted = true
    }

    /// Accepts the offer of another hall's opponent, unless something has begun here.
    private mutating func consider(_ hall: HallNumber, at now: Instant) {
        guard halls.transfer == nil, fetching == nil, hall != halls.hall, own == nil,
            challenge == nil, let player, player.mode.isLooking,
            invitations.isIdle, lobbyState.isComplete
        else { return }
        request(.stepAside(true), at: now)
        halls.transfer = HallTransfer(to: hall, as: player)
    }

    mutating func search(for sought: Sought, at now: Instant) {
        guard case .some = replica else { return ask(theDoorFor: sought, at: now) }
        if case .matches(let rows) = sought { return halls.elsewhere.look(at: rows, at: now) }
        halls.search = nil
        switch sought {
        case .code(let invitation):
            guard let hall = halls.hall, invitation.hall != hall, own == nil else {
                return request(.join(invitation.code), at: now)
            }
            go(to: invitation.hall, for: .join(invitation.code), at: now)
        case .opponent, .toWatch:
            guard halls.hall != nil else { return giveUp(sought, at: now) }
            halls.search = HallSearch(sought, at: now)
        case .everybody: forward(.inquire(["halls": [:]]), at: now)
        case .matches, .nothing: break
        }
    }

    private mutating func go(
        to hall: HallNumber, for errand: HallTransfer.Errand?, at now: Instant
    ) {
        guard halls.transfer == nil, fetching == nil, own == nil else { return }
        if player?.mode.isLooking == true { request(.look(.open), at: now) }
        halls.transfer = HallTransfer(to: hall, as: player, for: errand)
    }

    private mutating func follow(
        _ found: JSONObject, to hall: HallNumber, _ key: ObjectKey, at now: Instant
    ) {
        guard let search = halls.search, search.isAnswered(by: found) else { return }
        halls.search = nil
        let errand: HallTransfer.Errand? =
            if case .toWatch = search.sought { .watch(key) } else { nil }
        if hall != halls.hall {
            go(to: hall, for: errand, at: now)
        } else if let errand {
            fulfil(errand, at: now)
        }
    }

    private mutating func miss(_ wanted: JSONObject, at now: Instant) {
        guard let search = halls.search, search.wanted == wanted else { return }
        if let other = search.elsewise(at: now) {
            halls.search = other
        } else if case .toWatch = search.sought {
            halls.search = nil
            giveUp(search.sought, at: now)
        }
    }

    mutating func giveUp(_ sought: Sought, at now: Instant) {
        guard case .toWatch(let text) = sought else { return }
        output.news.append(.notice(.refused(.nobodyCalled(text))))
    }
}

extension LobbyClient {
    /// Advances the transfer, and repeats searches that are due.
    mutating func followHalls(at now: Instant) {
        // Usually there is no transfer or search, and looking at all objects is slow.
        guard halls.isSeeking || halls.isAsking else { return }
        while let event = nextEvent, let outcome = halls.transfer?.move.handle(event) {
            perform(outcome, at: now)
            guard case .take = outcome else { break }
        }
        if isOnline, let question = halls.elsewhere.nextQuestion(at: now) {
            forward(.inquire(question), at: now)
        }
        guard let search = halls.search, search.asksAt <= now, isOnline else { return }
        halls.search?.asksAt = now + HallSearch.pause
        if own != nil { return halls.search = nil }
        forward(.inquire(["find": .object(search.wanted)]), at: now)
    }

    /// The result of the last step; nil while it is not known.
    private var nextEvent: HallMove.Event? {
        guard let transfer = halls.transfer else { return nil }
        if transfer.move.step != .entering, !isOnline { return .offline }
        let sums = statistics
        let isSettled = sums.unsent + sums.unacknowledged == 0
        switch transfer.move.step {
        case .steppingAside where own != nil: return .seated
        case .steppingAside:
            guard isSettled else { return nil }
            return player?.mode.isLooking == true ? .refused : .acknowledged
        case .leaving: return isSettled ? .acknowledged : nil
        case .entering:
            guard let hall = transfer.hasEntered, lobbyState.isComplete,
                player == nil || lobbyState.roster.contains(me)
            else { return nil }
            return .entered(hall)
        }
    }

    private mutating func perform(_ outcome: HallMove.Outcome, at now: Instant) {
        switch outcome {
        case .take(.steppingAside), .wait: break
        case .take(.leaving):
            request(.watch(.nothing), at: now)
            request(.leave, at: now)
        case .take(.entering): enterHall(at: now)
        case .stayed, .played:
            halls.transfer = nil
            request(.stepAside(false), at: now)
        case .done:
            guard let transfer = halls.transfer.take() else { return }
            if let errand = transfer.errand { fulfil(errand, at: now) }
        }
    }

    /// Enters the other hall with the Player from this one, or as the user has asked since.
    private mutating func enterHall(at now: Instant) {
        if let player { halls.transfer?.player = player }
        guard let transfer = halls.transfer, let clientID = ClientID(me.rawValue) else {
            return
        }
        let wish = HallRequest("\(transfer.move.to)", isToWatch: transfer.isToWatch)
        become(clientID, takesSeat: false, hall: wish, at: now)
        guard let player = transfer.player else { return }
        let mode = player.mode.isLooking ? .auto : player.mode
        request(.enter(player.name, mode, player.way), at: now)
    }

    mutating func fulfil(_ errand: HallTransfer.Errand, at now: Instant) {
        switch errand {
        case .join(let code): request(.join(code), at: now)
        case .watch(let key):
            let choice = lobbyState.roster[key].map { Watching.Choice.person($0.id) }
            request(.watch(choice ?? .match(key)), at: now)
        }
    }
}

/// A client without a connection of its own, which is shown the door's snapshots.
extension LobbyClient {
    /// Shows a snapshot. If its hall is another one, the client starts over there.
    mutating func show(_ snapshot: LobbySnapshot, at now: Instant) {
        if snapshot.hall != halls.hall, halls.hall != nil {
            startOver(as: me)
        }
        shownSnapshot = snapshot
        halls.hall = snapshot.hall
        halls.census = snapshot.census
        halls.elsewhere.show(snapshot.matches, besides: snapshot.hall)
        show(snapshot.lobbyState, at: now)
        finishTurn(at: now)
    }

    /// Shows the hall with the result of a search, and watches the result.
    mutating func arrive(at key: ObjectKey, _ snapshot: LobbySnapshot, at now: Instant) {
        show(snapshot, at: now)
        fulfil(.watch(key), at: now)
    }

    /// Asks the door to search the other halls, or to list their matches.
    mutating func ask(theDoorFor sought: Sought, at now: Instant) {
        switch sought {
        case .matches(let rows):
            halls.elsewhere.look(at: rows, at: now)
            output.effects.append(.wish(.list(rows)))
        case .toWatch(let text): output.effects.append(.wish(.find(text)))
        case .code(let invitation): request(.join(invitation.code), at: now)
        // Only players ask for these, and players have a connection.
        case .opponent, .everybody, .nothing: break
        }
    }
}
