internal import Game
internal import Lobby
package import Records
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// The person's place in a match, which is kept for another run of the program.
extension LobbyClient {
    /// Whether nothing was heard so far of the place that an earlier run of the program had.
    package var isReturning: Bool { seatWatch?.isReturning ?? false }

    /// Whether the person is in a match that another run of the program can go on with.
    package var outlivesProgram: Bool {
        session.own != nil && seatWatch?.outlivesProgram == true
    }

    /// How to hang up for somebody who goes without having wished it.
    package var partingUnasked: Event {
        if outlivesProgram { return .pause(.gone) }
        // Who comes by ssh has a line to lose. A server of the first version would wait for it.
        let isGuest = session.player?.way == .ssh
        return session.own != nil && isGuest && session.lobbyState.hasAsking ? .lost : .suspend
    }

    /// The same where what the person came by closes for everybody. That is nobody's loss, so a
    /// match waits as it does for a broken line, also for somebody who can't come back to it.
    package var partingAtClosing: Event { session.isInMatch ? .pause(.gone) : .suspend }

    /// Has the line watched closely while a match is open, or may be.
    mutating func hurry(at now: Instant) {
        let isUrgent = session.isInMatch || seatWatch?.hasKept == true
        guard isUrgent != self.isUrgent else { return }
        self.isUrgent = isUrgent
        forward(Replica.Event.hurry(isUrgent), at: now)
    }

    mutating func take(_ news: SeatNews, at now: Instant) {
        let opponent = session.own?.opponentName ?? seatWatch?.kept?.opponent
        let isBack = seatWatch?.take(news) ?? false
        switch news {
        case .kept:
            fetching = nil
            if isBack { forward(LobbySession.Event.returned, at: now) }
        case .takenOver: effects.append(.takenOver)
        case .lost where fetching != nil: goHome(at: now)
        case .lost(let end):
            guard let opponent else { return }
            seatWatch?.hasToldEnd = session.own != nil
            effects.append(.lostSeat(opponent: opponent, end))
        }
    }

    mutating func keepSeat() {
        // Of most visits nothing is kept, and looking at all of the lobby costs time.
        guard seatWatch?.keeps == true, let replica,
            let kept = seatWatch?.follow(session, replica)
        else { return }
        effects.insert(.keep(kept, safely: !isOnline), at: 0)
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

/// The person's place in a match, of which their other devices know, and which they may fetch.
extension LobbyClient {
    /// What the person plays on another device, and could go on with here; nil if nothing.
    package var elsewhere: Elsewhere? {
        guard let note = records?.seat, note.client != session.me.rawValue, let account,
            fetching == nil, session.own == nil, session.lobbyState.isComplete,
            status == .synced, accountStatus == .synced
        else { return nil }
        let person = PlayerID(rawValue: note.client)
        let lobbyState = session.lobbyState
        guard let match = ObjectKey(note.match), lobbyState.roster[person]?.user == account.user,
            lobbyState.ledger.seat(of: person) == match, let shown = lobbyState[match]
        else { return nil }
        let opponent = lobbyState.roster.name(of: shown.opponent(of: person))
        return Elsewhere(note: note, opponent: opponent)
    }

    /// Lets the person's other devices know as a seat here begins and ends.
    mutating func noteSeat(at now: Instant) {
        guard let keeping = admission?.keeping, keeping != .nothing, !device.isEmpty else { return }
        let match = session.own?.key
        guard match != notedMatch || match == nil && isNoteOurs, fetching == nil,
            !isTakenOver
        else { return }
        if let match {
            let note = SeatNote(
                match: match.text, client: session.me.rawValue, device: device)
            if records?.seat != note { make(.seat(note), at: now) }
        } else {
            guard session.lobbyState.isComplete else { return }
            if isNoteOurs { make(.seat(nil), at: now) }
        }
        notedMatch = match
    }

    private var isNoteOurs: Bool { records?.seat?.client == session.me.rawValue }

    /// Takes leave of the place here, and then has the one of the other device.
    mutating func goOn(with place: Elsewhere, at now: Instant) {
        guard place == elsewhere, let clientID = ClientID(place.note.client),
            let home = ClientID(session.me.rawValue)
        else { return }
        fetching = Fetching(
            place: place, clientID: clientID, home: Home(clientID: home, player: session.player))
        forward(LobbySession.Event.asked(.leave), at: now)
    }

    /// Asks for the other place once the server knows that there is nobody here.
    mutating func fetch(at now: Instant) {
        guard let fetching, !fetching.hasAsked else { return }
        guard isOnline else { return goHome(at: now) }
        let sums = statistics
        guard sums.unsent + sums.unacknowledged == 0 else { return }
        self.fetching?.hasAsked = true
        become(fetching.clientID, takesSeat: true, at: now)
    }

    /// Goes on as who the person was here, because the other place is no more.
    mutating func goHome(at now: Instant) {
        guard let fetching = fetching.take() else { return }
        if fetching.hasAsked { become(fetching.home.clientID, takesSeat: false, at: now) }
        if let player = fetching.home.player {
            let request = Request.enter(player.name, player.mode, player.way)
            forward(LobbySession.Event.asked(request), at: now)
        }
        guard fetching.hasAsked else { return }
        effects.append(.lostSeat(opponent: fetching.place.opponent, nil))
    }
}

/// What a person plays on another of their devices, as this one sees it.
package struct Elsewhere: Hashable, Sendable {
    package let note: SeatNote
    /// What the opponent is called.
    package let opponent: String
}

/// Who a person is on a device that fetches such a place.
struct Home: Sendable {
    let clientID: ClientID
    let player: Player?
}

/// How far a device is that fetches such a place.
struct Fetching: Sendable {
    let place: Elsewhere
    let clientID: ClientID
    /// Who the person was here, to be so again if nothing comes of it.
    let home: Home
    /// Whether the place was asked for: before that, this device takes leave of its own.
    var hasAsked = false
}

/// The part of a client that is kept for another run of the program.
struct SeatWatch: Sendable {
    private let clientID: ClientID
    /// Whether anything is kept here at all.
    let keeps: Bool
    /// Whether another run can have the person's place, because it is kept here or elsewhere.
    let outlivesProgram: Bool
    /// What is kept now, as far as this run knows.
    @Boxed private(set) var kept: KeptSeat?
    /// Whether the hub has yet to say what became of the seat that an earlier run had.
    private(set) var isReturning: Bool
    /// The match that was kept when its seat was lost. It may still be on show for a moment.
    private var lostMatch: ObjectKey?
    /// Whether the person has taken leave, so that nothing waits for them.
    var hasLeft = false
    /// Whether the person was told why the match is over, which they will be told of again.
    var hasToldEnd = false

    init(_ settings: ReplicaSettings, keptSeat: KeptSeat?, keeps: Bool) {
        clientID = settings.clientID
        self.keeps = keeps
        outlivesProgram = keeps || settings.ownSecret != nil
        kept = keptSeat
        isReturning = keptSeat != nil || settings.ownSecret != nil
    }

    /// The same for a place that another device has, or had.
    init(_ clientID: ClientID, after other: SeatWatch, takesSeat: Bool) {
        self.clientID = clientID
        keeps = other.keeps
        outlivesProgram = takesSeat || other.outlivesProgram
        kept = other.kept
        isReturning = takesSeat
    }

    /// Whether anything is kept now.
    var hasKept: Bool { !_kept.isEmpty }

    /// Whether an earlier run's place is given back just now. That is news once.
    mutating func take(_ news: SeatNews) -> Bool {
        defer { isReturning = false }
        if news != .kept { lostMatch = kept?.match }
        return isReturning && news == .kept
    }

    /// What is to be kept from now on, if that is something else than until now.
    mutating func follow(_ session: LobbySession, _ replica: Replica) -> KeptSeat?? {
        guard keeps, !isReturning else { return nil }
        let present = hasLeft ? nil : seat(of: session, replica)
        // As long as not all is here, the match that was kept may still be found.
        let isOver = hasLeft || lostMatch != nil || session.lobbyState.isComplete
        guard present != kept, present != nil || isOver else { return nil }
        kept = present
        return .some(present)
    }

    private func seat(of session: LobbySession, _ replica: Replica) -> KeptSeat? {
        guard let match = session.own, match.key != lostMatch, let seat = replica.seat else {
            return nil
        }
        return KeptSeat(
            seat, of: clientID, in: match.key, against: match.opponentName,
            unsent: replica.unsent(match.key, in: LobbyBucket.match.name))
    }
}
