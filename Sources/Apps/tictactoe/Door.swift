import FrontDoor
internal import Guests
import Host
import Lobby
import Play
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWire
internal import Visit

/// A door on a loop: takes in guests by ssh, and shows each of them what they came for.
final class Door {
    /// How long somebody who is not let in may take to read why.
    private static let lingering = Duration.seconds(1)
    private static let mostLingerers = 64
    /// What may lie in the kernel for one guest: a frame or two, and nothing older.
    private static let kernelBuffer: Int32 = 32 * 1_024
    /// How long those who leave may take when the door closes.
    private static let patience = Duration.seconds(3)
    /// So many frames are drawn before the door listens again, as somebody may have pressed a key.
    private static let framesPerTurn = 8

    let loop: Loop
    let entrance: SSHDoor
    let limits: DoorLimits
    var caches = GuestCaches()
    /// Whom the host keeps out, if they come from now on.
    var bans: BanList
    private let log: Log
    private let route: LobbyRoute
    private let arrivals: [Arrivals]
    private var isOpen = true
    private var keeper: Doorkeeper
    private var guests: [Int: DoorGuest] = [:]
    private var lastID = 0
    private var lingerers: [(socket: Socket, until: Instant)] = []
    private var lingering: Timer?
    private var closed: (() -> Void)?
    private var lastCall: Timer?

    private var watchers: WatchersReplica
    private var watchersLink: HubLink?
    private var watchersAlarm: Timer?
    private var pace = FramePace()
    private var paceAlarm: Timer?
    private var shownVersion = 0
    private var curious: [DoorGuest] = []

    /// Those to whom something new is to be shown, in the order in which they will be.
    private var audience: [DoorGuest] = []
    private var endOfTurn: EndOfTurn?
    private var nextTurn: Timer?

    init(
        _ entrance: SSHDoor, _ arrivals: [Arrivals], _ limits: DoorLimits, bans: BanList,
        to route: LobbyRoute, on loop: Loop, log: Log
    ) {
        self.loop = loop
        self.entrance = entrance
        self.arrivals = arrivals
        self.limits = limits
        self.bans = bans
        self.log = log
        self.route = route
        keeper = Doorkeeper(limits.crowd)
        watchers = WatchersReplica(.newVisitor(), token: route.token)
        for arrivals in arrivals {
            arrivals.onArrival = { [unowned self] in admit($0, from: $1) }
            arrivals.onNoRoom = { [unowned self] in complain($0) }
        }
        lingering = Timer(on: loop) { [unowned self] in releaseLingerers() }
        watchersAlarm = Timer(on: loop) { [unowned self] in turn(.wake) }
        paceAlarm = Timer(on: loop) { [unowned self] in showWatchers() }
        nextTurn = Timer(on: loop) {}
        endOfTurn = EndOfTurn(on: loop, .commit) { [unowned self] in showSome() }
        watchersLink = route.line { [unowned self] in turn(.link($0)) }
        turn(.begin)
    }

    deinit {
        route.close()
    }

    /// Where it listens.
    var addresses: [SocketAddress] { arrivals.map(\.address) }

    /// Lets nobody in any more, tells everybody who is here, and says when they have left.
    func close(_ closed: @escaping () -> Void) {
        guard isOpen else { return }
        isOpen = false
        self.closed = closed
        for guest in guests.values { guest.turn(.closing) }
        watchersLink?.sayGoodbye()
        lastCall = Timer(on: loop) { [unowned self] in self.closed.take()?() }
        lastCall?.arm(after: guests.isEmpty ? .milliseconds(100) : Self.patience)
    }
}

/// Who comes and goes.
extension Door {
    private func admit(_ socket: Socket, from peer: SocketAddress) {
        guard isOpen else { return dismiss(socket, "The server restarts. Please come back.") }
        do throws(Doorkeeper.Obstacle) {
            try keeper.admit(peer.household, at: loop.now)
        } catch {
            return dismiss(socket, "\(error)")
        }
        // Not before, so that nobody fills the log by coming again and again.
        if let ban = today.flatMap({ bans.ban(onAddress: peer.host, at: $0) }) {
            keeper.release(peer.household)
            log.write(LogEntry(keptOut: peer.hostText, because: ban.reason))
            return dismiss(socket, ban.sentence)
        }
        socket.limitKernelBuffer(to: Self.kernelBuffer)
        lastID += 1
        let id = lastID
        do throws(LibraryError) {
            guests[id] = try DoorGuest(socket, at: self) { [unowned self] in
                release(id, from: peer, $0)
            }
        } catch {
            keeper.release(peer.household)
            complain(error)
        }
    }

    private func release(_ id: Int, from peer: SocketAddress, _ departure: Departure) {
        guests[id] = nil
        keeper.release(peer.household)
        log.write(LogEntry(guest: id, from: peer.hostText, left: departure.rawValue))
        if guests.isEmpty { closed.take()?() }
    }

    private func complain(_ error: LibraryError) {
        log.write(LogEntry(trouble: "no room for a guest", "\(error)"))
    }

    /// Says why somebody can't come in, at the least cost, and closes when they have read it.
    private func dismiss(_ socket: Socket, _ sentence: String) {
        guard lingerers.count < Self.mostLingerers else { return }
        socket.sendAtOnce(Dismissal.bytes(sentence))
        socket.finishWriting()
        lingerers.append((socket, loop.now + Self.lingering))
        if lingerers.count == 1 { lingering?.arm(at: lingerers[0].until) }
    }

    private func releaseLingerers() {
        lingerers.removeAll { $0.until <= loop.now }
        lingering?.arm(at: lingerers.first?.until)
    }
}

/// What guests need of the door.
extension Door {
    func provisions(for fingerprint: String?) -> GuestContext {
        GuestContext(
            .newVisitor(), token: route.token, snapshot: watchers.snapshot,
            ban: fingerprint.flatMap(ban(onKey:)))
    }

    private func ban(onKey fingerprint: String) -> Ban? {
        guard let today, let ban = bans.ban(onKey: fingerprint, at: today) else { return nil }
        log.write(LogEntry(keptOut: fingerprint, because: ban.reason))
        return ban
    }

    /// Nil after the year 9999.
    private var today: CalendarDay? {
        let now = Timestamp(milliseconds: ThisProcess.calendarMilliseconds)
        return CalendarDay("\(now)".prefix { $0 != "T" })
    }

    /// Lets go of lines that do not answer, for whoever comes by another one with the same key.
    func giveUpSilent(_ fingerprint: String) {
        for guest in guests.values where guest.isSilent(fingerprint) { guest.turn(.superseded) }
    }

    func line(_ hear: @escaping (LinkEvent) -> Void) -> HubLink { route.line(hear) }

    func write(_ edit: LobbyEdit) {
        turn(.write(edit))
    }

    /// Tells how many people are here: now, or as soon as that is known.
    func tellCensus(to guest: DoorGuest) {
        guard watchers.snapshot.lobbyState.isComplete else { return curious.append(guest) }
        guest.turn(.census(watchers.snapshot.lobbyState.census))
    }
}

/// Who is shown what is new, and when.
extension Door {
    func show(_ guest: DoorGuest) {
        audience.append(guest)
        // This turn's frames may have been drawn already.
        if audience.count == 1 { nextTurn?.arm(at: loop.now) }
    }

    /// Once a second everybody's clock ticks, and some moves are for many eyes. So each turn shows
    /// a few what is new, and between two turns those are heard who have pressed a key.
    private func showSome() {
        guard !audience.isEmpty else { return }
        let next = audience.prefix(Self.framesPerTurn)
        audience.removeFirst(next.count)
        for guest in next { guest.show() }
        if !audience.isEmpty { nextTurn?.arm(at: loop.now) }
    }
}

/// What those see who only watch.
extension Door {
    private func turn(_ event: WatchersReplica.Event) {
        for effect in watchers.handle(event, at: loop.now) { watchersLink?.perform(effect) }
        watchersAlarm?.arm(at: watchers.nextDeadline)
        if !curious.isEmpty, watchers.snapshot.lobbyState.isComplete {
            for guest in curious { guest.turn(.census(watchers.snapshot.lobbyState.census)) }
            curious = []
        }
        showWatchers()
    }

    /// Shows everybody who watches what is new, at most so many times a second: there may be many
    /// of them, and much that is new.
    private func showWatchers() {
        let snapshot = watchers.snapshot
        guard snapshot.version != shownVersion else { return }
        guard pace.allows(at: loop.now, isUrgent: false) else {
            paceAlarm?.arm(at: pace.nextDeadline)
            return
        }
        shownVersion = snapshot.version
        for guest in guests.values where guest.isWatching { guest.turn(.shown(snapshot)) }
    }
}
