package import Game
package import Lobby
package import Records
package import SimperiumClock
package import SimperiumSync
package import SimperiumWire

/// One person's visit of the lobby, over a line that may break: what the person asks for and what
/// the hub says go in, frames and notices come out.
///
/// A visit does no I/O. Whoever owns it hands in what happened, carries out the effects in their
/// order, and calls again with `.wake` at `nextDeadline`. Each `dial` is answered by `opened` or
/// `closed`, each `hangUp` by `closed`. What there is to see is in `session`, `status` and
/// `statistics`.
///
///     var visit = LobbyVisit(.lobby(clientID, run: run, seed: seed))
///     perform(visit.handle(.asked(.enter(name, .auto, .terminal)), at: now))
///     perform(visit.handle(.begin, at: now))
package struct LobbyVisit: Sendable {
    /// What is large is kept elsewhere, for a frame is passed on through many hands.
    package enum Event: Hashable, Sendable {
        /// Dials, and from then on whenever there is no line.
        case begin
        /// May come before `begin`: then it is done as soon as there is a line.
        case asked(Request)
        /// Says goodbye, which takes the person out of the lobby: for good, or until `resume`.
        case suspend
        /// Says goodbye for somebody who is gone without having wished it, and can't come back.
        case lost
        /// Comes back, like somebody who has just come.
        case resume
        /// The machine has a network again, or another one.
        case networkChanged
        /// The machine slept, or the program did: the line may be no more.
        case woken
        /// Hangs up so that the person's place waits for them: until `resume`, or for another run
        /// of the program.
        case pause(Absence.Cause)
        case link(LinkEvent)
        /// The lobby as the door sees it now, for a visit that has no connection of its own.
        indirect case shown(LobbySnapshot)
        /// What such a visit wanted to find is here, in this hall.
        indirect case led(LobbySnapshot, LobbyKey)
        /// It is nowhere.
        case missed(String)
        case wake
        /// The person is signed in, with what is kept here of their account.
        indirect case signedIn(AccountCopy)
        /// The person has signed out; what was kept here is to go.
        case signedOut
        /// To go on here with what the person plays on another device.
        indirect case goOnHere(Elsewhere)
        /// Something is to be changed in the account.
        indirect case record(RecordEdit)
        indirect case stored(CopyAnswer)
        /// To be where somebody or something is, in whichever hall that may be.
        case seek(Sought)
    }

    package enum Effect: Hashable, Sendable {
        case link(LinkEffect)
        case tell(Notice)
        /// For a visit that has no connection of its own.
        case wish(WatcherWish)
        case status(SyncStatus)
        /// The hub said something that can't be read. Only a log wants to know.
        case ignored(WireError)
        /// Keep this for another run of the program, or nothing; before anything of the same turn
        /// is sent. `safely` if nobody else has all of it: then it is to outlive the machine.
        case keep(KeptSeat?, safely: Bool)
        /// Another program has the person's place.
        case takenOver
        /// The match is over, because the person's place in it was lost; nil if nobody knows how.
        case lostSeat(opponent: String, SeatEnd?)
        /// Store this, and hand in `.stored` when it is on the disk. Nothing else waits for it.
        case store(StoreWork)
        case account(AccountNews)
    }

    package internal(set) var session: LobbySession
    /// Nil for a visit that is shown snapshots.
    var lobby: LobbyReplica?
    @Boxed var shownSnapshot: LobbySnapshot?
    /// What has happened in the lobby, until the session was told.
    private var news: [LobbyNews] = []
    var seatWatch: SeatWatch?
    /// What the person's account keeps; nil for a guest.
    package internal(set) var records: PersonRecords?
    /// Who is signed in, and where what they do is kept; nil for a guest.
    var admission: AccountAdmission?
    var isUrgent = false
    /// What this device is called on the person's others; none of them hears of it without that.
    package var device = ""
    /// The match of which the person's other devices know that it is played here.
    var notedMatch: LobbyKey?
    /// As long as the person's place on another device is being fetched.
    @Boxed var fetching: Fetching?
    /// In which of the lobby's halls this is, and where else it would like to be.
    package internal(set) var halls = HallStay()
    var effects: [Effect] = []

    /// With `sharesObjects`, somebody calls `share` after each frame.
    package init(
        _ settings: ReplicaSettings, token: Token = .lobby, keptSeat: KeptSeat? = nil,
        keepsSeat: Bool = false, sharesObjects: Bool = false
    ) {
        session = LobbySession(me: PlayerID(rawValue: settings.clientID.text), seed: settings.seed)
        lobby = LobbyReplica(
            settings, token: token, keptSeat: keptSeat, sharesObjects: sharesObjects)
        seatWatch = SeatWatch(settings, keptSeat: keptSeat, keeps: keepsSeat)
    }

    /// A visit of a guest who only watches, and is shown what the door sees: `me` is the key of
    /// their Watcher.
    package init(watchingAs me: PlayerID, shown snapshot: LobbySnapshot, seed: UInt64) {
        session = LobbySession(me: me, seed: seed)
        shownSnapshot = snapshot
        halls.hall = snapshot.hall
        halls.census = snapshot.census
        _ = session.handle(.shown(snapshot.lobbyState), at: .start)
    }

    /// Leaves the names out of those who do not want them read by whoever only watches.
    package mutating func hideNames() {
        session.lobbyState.hidesNames = true
    }

    package var snapshot: LobbySnapshot? { shownSnapshot }

    package var status: SyncStatus {
        lobby?.status ?? snapshot?.status ?? .offline(retryAt: nil, because: nil)
    }

    package var statistics: ReplicaStatistics { lobby?.statistics ?? ReplicaStatistics() }

    /// Whether there is such a match in the lobby, asked for as `LobbyState` wants it.
    package mutating func holds(match key: LobbyKey) -> Bool {
        session.lobbyState.holds(match: key)
    }

    /// When to call `handle(.wake, at:)`, if nothing else happens before.
    package var nextDeadline: Instant? {
        let lobby = sooner(lobby?.nextDeadline, session.nextDeadline)
        // The door asks for those who have no connection.
        guard halls.isAsking, _shownSnapshot.isEmpty else { return lobby }
        return sooner(lobby, sooner(halls.search?.asksAt, halls.elsewhere.asksAt))
    }

    package mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        switch event {
        case .begin, .resume:
            seatWatch?.hasLeft = false
            admission?.copy = nil
            forward(.goOnline, at: now)
        case .asked(let request): forward(.asked(request), at: now)
        case .suspend, .lost:
            seatWatch?.hasLeft = true
            forward(event == .lost ? .loseLine : .goOffline, at: now)
        case .networkChanged: forward(.networkChanged, at: now)
        case .woken: forward(.suspect, at: now)
        case .pause(let cause): forward(.pause(cause), at: now)
        case .link(let event): forward(.link(event), at: now)
        case .shown(let snapshot): show(snapshot, at: now)
        case .led(let snapshot, let key): arrive(at: key, snapshot, at: now)
        case .missed(let text): giveUp(.toWatch(text), at: now)
        case .wake: wake(at: now)
        case .signedIn(let copy): signIn(copy, at: now)
        case .signedOut: signOut(at: now)
        case .goOnHere(let elsewhere): goOn(with: elsewhere, at: now)
        case .record(let edit): make(edit, at: now)
        case .stored(let answer): take(answer, at: now)
        case .seek(let sought): seek(sought, at: now)
        }
        tellNews(at: now)
        fetch(at: now)
        followHalls(at: now)
        hurry(at: now)
        keepSeat()
        noteSeat(at: now)
        defer { effects = [] }
        return effects
    }
}

extension LobbyVisit {
    /// Keeps what this visit and others have alike only once.
    package mutating func share(with others: inout SharedObjects) {
        lobby?.share(with: &others)
    }

    /// What this brings about is told after what there was before.
    private mutating func tellNews(at now: Instant) {
        var place = 0
        while place < news.count {
            if let event = lobby?.event(of: news[place]) { forward(.heard(event), at: now) }
            place += 1
        }
        // The room that an index took is given back.
        if place > 0 { news.removeAll(keepingCapacity: place < 16) }
    }

    private mutating func wake(at now: Instant) {
        if lobby?.isStoreSilent(at: now) == true { take(.failed(because: nil), at: now) }
        forward(Replica.Event.wake, at: now)
        if let deadline = session.nextDeadline, deadline <= now {
            forward(LobbySession.Event.wake, at: now)
        }
    }

    mutating func forward(_ event: Replica.Event, at now: Instant) {
        perform(lobby?.handle(event, at: now) ?? [], at: now)
    }

    mutating func forward(_ event: LobbySession.Event, at now: Instant) {
        for effect in session.handle(event, at: now) {
            switch effect {
            case .edit(let edit): write(edit, at: now)
            case .tell(.matchEnded(_, .connectionBroken)) where seatWatch?.hasToldEnd == true:
                seatWatch?.hasToldEnd = false
            case .tell(let notice): effects.append(.tell(notice))
            }
        }
    }

    private mutating func write(_ edit: LobbyEdit, at now: Instant) {
        guard let made = lobby?.make(edit, at: now) else {
            return effects.append(.wish(.write(edit)))
        }
        perform(made, at: now)
    }

    mutating func perform(_ effects: [LobbyReplica.Effect], at now: Instant) {
        for effect in effects {
            switch effect {
            case .link(let effect): self.effects.append(.link(effect))
            case .status(let status): self.effects.append(.status(status))
            case .ignored(let error): self.effects.append(.ignored(error))
            case .told(let news): self.news.append(news)
            case .seat(let news): take(news, at: now)
            case .noticed(let members): take(members, at: now)
            case .record(let event): take(event, at: now)
            case .account(let news): take(news, at: now)
            case .store(let work): self.effects.append(.store(work))
            }
        }
    }
}
