internal import Game
internal import Lobby
internal import Records
internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// The person's place in a match, of which their other devices know, and which they may fetch.
extension LobbyVisit {
    /// What the person plays on another device, and could go on with here; nil if nothing.
    package var elsewhere: Elsewhere? {
        guard let note = records?.seat, note.client != session.me.rawValue, let account,
            fetching == nil, session.own == nil, session.lobbyState.isComplete,
            status == .synced, accountStatus == .synced
        else { return nil }
        let (person, match) = (
            PlayerID(rawValue: note.client), LobbyKey(rawValue: note.match)
        )
        let lobbyState = session.lobbyState
        guard lobbyState.roster[person]?.user == account.user,
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
            lobby?.isTakenOver == false
        else { return }
        if let match {
            let note = SeatNote(
                match: match.rawValue, client: session.me.rawValue, device: device)
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

    private mutating func become(_ clientID: ClientID, takesSeat: Bool, at now: Instant) {
        session = session.successor(as: PlayerID(rawValue: clientID.text))
        seatWatch = seatWatch.map { SeatWatch(clientID, after: $0, takesSeat: takesSeat) }
        perform(lobby?.become(clientID, takesSeat: takesSeat, at: now) ?? [], at: now)
    }
}
