internal import Drawing
internal import Game
internal import Lobby
package import Records
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// The person's place in a match, which is kept for another run of the program.
extension LobbyClient {
    /// True if another run of the program can continue the match.
    package var outlivesProgram: Bool {
        own != nil && seatWatch?.outlivesProgram == true
    }

    /// The goodbye for a person who is cut off.
    package var partingUnasked: LeaveReason {
        if outlivesProgram { return .pause(.gone) }
        // A guest by ssh lost the connection, which the others must read. A server of the first
        // version waits for the guest.
        let isGuest = player?.way == .ssh
        return own != nil && isGuest && lobbyState.hasAsking ? .lost : .suspend
    }

    /// The same when the server or the door closes. A match waits as it does for a broken
    /// connection, also for a player who can't come back to it.
    package var partingAtClosing: LeaveReason { isInMatch ? .pause(.gone) : .suspend }

    /// Has the line watched closely while a match is open, or may be.
    mutating func updateUrgency(at now: Instant) {
        let isUrgent = isInMatch || seatWatch?.hasKept == true
        guard isUrgent != self.isUrgent else { return }
        self.isUrgent = isUrgent
        forward(.hurry(isUrgent), at: now)
    }

    mutating func handle(_ news: ResumeResult, at now: Instant) {
        let opponent = own?.opponentName ?? seatWatch?.kept?.opponent
        let isBack = seatWatch?.handle(news) ?? false
        switch news {
        case .kept:
            fetching = nil
            guard isBack else { return }
            findsOwnObjects = true
            finishTick(at: now)
        case .takenOver: output.news.append(.takenOver)
        case .lost where fetching != nil: cancelTakeover(at: now)
        case .lost(let end):
            guard let opponent else { return }
            seatWatch?.hasToldEnd = own != nil
            output.news.append(.lostSeat(opponent: opponent, end))
        }
    }

    mutating func saveSeat() {
        // Of most visits nothing is kept, and looking at all of the lobby costs time.
        guard seatWatch?.keeps == true, let replica else { return }
        let own = own
        let kept = seatWatch?.update(own?.key, isComplete: lobbyState.isComplete) { clientID in
            guard let own, let seat = replica.seat else { return nil }
            return KeptSeat(
                seat, of: clientID, in: own.key, against: own.opponentName,
                unsent: replica.unsentObject(own.key, in: LobbyBucket.match.name))
        }
        guard let kept else { return }
        output.effects.insert(.keep(kept, safely: !isOnline), at: 0)
    }

    /// True if another program has the place that this one had.
    private var isTakenOver: Bool { status == .offline(retryAt: nil, because: .takenOver) }

    var isOnline: Bool {
        switch status {
        case .authorizing, .indexing, .synced: true
        case .connecting, .offline, .unauthorized: false
        }
    }
}

/// The person's place in a match, which their other devices see and may fetch.
extension LobbyClient {
    /// The match on another device that the person could continue here.
    package var elsewhere: OtherDeviceMatch? {
        guard let note = records?.seat, note.client != me.rawValue, let account,
            fetching == nil, own == nil, lobbyState.isComplete,
            status == .synced, accountStatus == .synced
        else { return nil }
        let person = PlayerID(rawValue: note.client)
        guard let match = ObjectKey(note.match), lobbyState.roster[person]?.user == account.user,
            lobbyState.ledger.seatedMatch(of: person) == match, let shown = lobbyState[match]
        else { return nil }
        let opponent = lobbyState.roster.name(of: shown.opponent(of: person))
        return OtherDeviceMatch(note: note, opponent: opponent)
    }

    /// Lets the person's other devices know as a seat here begins and ends.
    mutating func publishSeat(at now: Instant) {
        guard let keeping = admission?.keeping, keeping != .nothing, !device.isEmpty else { return }
        let match = own?.key
        guard match != notedMatch || match == nil && isNoteOurs, fetching == nil,
            !isTakenOver
        else { return }
        if let match {
            let note = PublishedSeat(
                match: match.text, client: me.rawValue, device: ForeignText(device))
            if records?.seat != note { writeRecord(.seat(note), at: now) }
        } else {
            guard lobbyState.isComplete else { return }
            if isNoteOurs { writeRecord(.seat(nil), at: now) }
        }
        notedMatch = match
    }

    private var isNoteOurs: Bool { records?.seat?.client == me.rawValue }

    /// Takes leave of the place here, and then has the one of the other device.
    mutating func startTakeover(with place: OtherDeviceMatch, at now: Instant) {
        guard place == elsewhere, let clientID = ClientID(place.note.client),
            let home = ClientID(me.rawValue)
        else { return }
        fetching = MatchTakeover(
            place: place, clientID: clientID, home: TakeoverOrigin(clientID: home, player: player))
        request(.watch(.nothing), at: now)
        request(.leave, at: now)
    }

    /// Asks for the other place once the server has removed this one.
    mutating func continueTakeover(at now: Instant) {
        guard let fetching, !fetching.hasAsked else { return }
        guard isOnline else { return cancelTakeover(at: now) }
        let sums = statistics
        guard sums.unsent + sums.unacknowledged == 0 else { return }
        self.fetching?.hasAsked = true
        become(fetching.clientID, takesSeat: true, at: now)
    }

    /// Returns to the Player of before, because the other place is gone.
    mutating func cancelTakeover(at now: Instant) {
        guard let fetching = fetching.take() else { return }
        if fetching.hasAsked { become(fetching.home.clientID, takesSeat: false, at: now) }
        if let player = fetching.home.player {
            request(.enter(player.name, player.mode, player.way), at: now)
        }
        guard fetching.hasAsked else { return }
        output.news.append(.lostSeat(opponent: fetching.place.opponent, nil))
    }
}

/// A match on another device of the person, as this one sees it.
package struct OtherDeviceMatch: Hashable, Sendable {
    package let note: PublishedSeat
    /// The opponent's name.
    package let opponent: String
}

/// The person's Player on a device that fetches such a place.
struct TakeoverOrigin: Sendable {
    let clientID: ClientID
    let player: Player?
}

/// The progress of a device that fetches such a place.
struct MatchTakeover: Sendable {
    let place: OtherDeviceMatch
    let clientID: ClientID
    /// The Player of before, in case it fails.
    let home: TakeoverOrigin
    /// True if the place was asked for: before that, this device leaves its own.
    var hasAsked = false
}

/// The part of a client that is kept for another run of the program.
struct KeptSeatTracker: Sendable {
    private let clientID: ClientID
    /// True if this program keeps its place.
    let keeps: Bool
    /// True if another run can have the person's place, because it is kept here or elsewhere.
    let outlivesProgram: Bool
    /// The place that is kept now, as far as this run knows.
    @Boxed private(set) var kept: KeptSeat?
    /// True until the hub has answered about the seat of an earlier run.
    private(set) var isReturning: Bool
    /// The match that was kept when its seat was lost. It may still be on show for a moment.
    private var lostMatch: ObjectKey?
    /// True if the person has said goodbye, so that nothing waits for them.
    var hasLeft = false
    /// True if the person was told why the match is over: the second notice is dropped.
    var hasToldEnd = false

    init(_ settings: ReplicaSettings, keptSeat: KeptSeat?, keeps: Bool) {
        clientID = settings.clientID
        self.keeps = keeps
        outlivesProgram = keeps || settings.ownSecret != nil
        kept = keptSeat
        isReturning = keptSeat != nil || settings.ownSecret != nil
    }

    /// The same for a place that another device has, or had.
    init(_ clientID: ClientID, after other: KeptSeatTracker, takesSeat: Bool) {
        self.clientID = clientID
        keeps = other.keeps
        outlivesProgram = takesSeat || other.outlivesProgram
        kept = other.kept
        isReturning = takesSeat
    }

    /// True if a place is kept now.
    var hasKept: Bool { !_kept.isEmpty }

    /// Returns true if the place of an earlier run is given back by this news.
    mutating func handle(_ news: ResumeResult) -> Bool {
        defer { isReturning = false }
        if news != .kept { lostMatch = kept?.match }
        return isReturning && news == .kept
    }

    /// Returns the place to keep from now on, or nil if it is the same as before. `seat` makes the
    /// present one in the match. As long as not all of the lobby is here, the match that was kept
    /// may still be found.
    mutating func update(
        _ match: ObjectKey?, isComplete: Bool, seat: (ClientID) -> KeptSeat?
    ) -> KeptSeat?? {
        guard keeps, !isReturning else { return nil }
        let present = hasLeft || match == lostMatch ? nil : seat(clientID)
        let isOver = hasLeft || lostMatch != nil || isComplete
        guard present != kept, present != nil || isOver else { return nil }
        kept = present
        return .some(present)
    }
}
