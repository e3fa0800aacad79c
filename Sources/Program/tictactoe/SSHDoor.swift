import FrontDoor
internal import Guests
import Host
import Lobby
import Records
internal import SimperiumBytes
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWire
internal import Visit

/// The ssh server on a loop. It accepts guests, and runs a `DoorGuest` for each.
final class SSHDoor {
    /// The size of the socket's send buffer for one guest, in bytes. It has room for a frame or
    /// two, so that outdated frames do not wait in it.
    private static let socketSendBuffer: Int32 = 32 * 1_024
    /// The time that guests have to leave when the door closes.
    private static let timeToLeave = Duration.seconds(3)

    let loop: Loop
    let sshServer: SSHServer
    let limits: DoorLimits
    var caches = GuestCaches()
    private let log: Log
    /// The limit on the rate of log lines about guests that could not be accepted.
    private var noRoomLogRate = RateLimiter(atOnce: 1, perMinute: 1)
    /// The open listeners; empty once the door has closed them.
    private var listeners: [SocketListener]
    private var limiter: ConnectionLimiter
    /// The bans, which apply to guests who connect later.
    var bans: BanList
    private let refusedGuests: RefusedGuests
    let connector: LobbyConnector
    private let keySeats: KeyDerivedLobbySeats
    /// The closing hub connections of guests who have left.
    private var closingLinks: [HubLink] = []
    private var guests: [Int: DoorGuest] = [:]
    private var lastID = 0
    let turnQueue: GuestTurnQueue
    let spectatorFeed: DoorSpectatorFeed
    private var updateSchedule = SpectatorUpdateSchedule()
    private var updateAlarm: Timer?

    private var isClosing = false
    /// Called once, when all guests have left or after the time limit. Nil while the door is open,
    /// and after that call.
    private var onClosed: (() -> Void)?
    private var closingAlarm: Timer?

    init(
        _ sshServer: SSHServer, at listeners: [SocketListener], limits: DoorLimits, bans: BanList,
        to connector: LobbyConnector, spectatorFeed: DoorSpectatorFeed,
        keySeats: KeyDerivedLobbySeats, on loop: Loop, log: Log
    ) {
        self.connector = connector
        self.keySeats = keySeats
        self.loop = loop
        self.sshServer = sshServer
        self.listeners = listeners
        self.limits = limits
        self.log = log
        limiter = ConnectionLimiter(limits.crowd)
        self.bans = bans
        refusedGuests = RefusedGuests(on: loop)
        turnQueue = GuestTurnQueue(on: loop)
        self.spectatorFeed = spectatorFeed
        for listener in listeners {
            listener.onConnection = { [unowned self] in admit($0, from: $1) }
            listener.onNoRoom = { [unowned self] in logNoRoomForGuest($0) }
        }
        updateAlarm = Timer(on: loop) { [unowned self] in updateSpectators() }
        spectatorFeed.onChange = { [unowned self] in updateSpectators() }
        spectatorFeed.onAnswer = { [unowned self] answer, number in
            guests[number]?.processEvent(.answered(answer))
        }
        spectatorFeed.begin()
    }

    deinit {
        connector.closeConnections()
    }

    var addresses: [SocketAddress] { listeners.map(\.address) }

    /// Closes the listeners, so that the next door process can listen at the same addresses while
    /// guests are still leaving this door.
    func closeListeners() {
        listeners = []
    }

    /// Accepts no more guests, and notifies the connected guests. Calls `closed` once they have
    /// left, or after a time limit. A second call has no effect.
    func close(_ closed: @escaping () -> Void) {
        guard !isClosing else { return }
        isClosing = true
        onClosed = closed
        closingAlarm = Timer(on: loop) { [unowned self] in onClosed.take()?() }
        for guest in guests.values { guest.processEvent(.closing) }
        spectatorFeed.closeLinksWithGoodbye()
        // Without guests, the shorter limit leaves time to send the door's own messages.
        closingAlarm?.arm(after: guests.isEmpty ? .milliseconds(100) : Self.timeToLeave)
    }

    /// Shows spectators the update that is due, if there is one: all changes to one group, and a
    /// match's changes to all spectators of the match.
    private func updateSpectators() {
        let update = updateSchedule.nextUpdate(
            to: spectatorFeed.versions, forGuests: guests.count, at: loop.now)
        updateAlarm?.arm(at: updateSchedule.nextDeadline)
        guard let update else { return }
        for guest in guests.values where guest.isWatching {
            let isInGroup = update.isForGroup(of: guest.number)
            guard isInGroup || guest.watchesMatch else { continue }
            switch guest.urgency(for: spectatorFeed.hallSnapshot(for: guest.number)) {
            case .none: break
            case .later where !isInGroup: break
            case .later, .now: guest.showSnapshotInNextTurn()
            }
        }
    }

    private func admit(_ socket: Socket, from peer: SocketAddress) {
        guard !isClosing else {
            return refusedGuests.sendReasonAndClose(socket, DoorWords.closing)
        }
        do throws(ConnectionLimiter.ExceededLimit) {
            try limiter.admit(peer.addressPrefix, at: loop.now)
        } catch {
            return refusedGuests.sendReasonAndClose(socket, "\(error)")
        }
        if let finding = bans.checkAttempt(fromAddress: peer.host, at: { .today }) {
            limiter.release(peer.addressPrefix)
            if finding.isFirstFromSubnet {
                log.write(ServerLogEntry(keptOut: peer.hostText, because: finding.ban.reason))
            }
            return refusedGuests.sendReasonAndClose(socket, finding.ban.sentence)
        }
        socket.limitKernelBuffer(to: Self.socketSendBuffer)
        lastID += 1
        let id = lastID
        do throws(LibraryError) {
            guests[id] = try DoorGuest(socket, from: peer.hostText, at: self, number: id) {
                [unowned self] in
                releaseGuest(id, from: peer, $0)
            }
        } catch {
            limiter.release(peer.addressPrefix)
            logNoRoomForGuest(error)
        }
    }

    private func releaseGuest(_ id: Int, from peer: SocketAddress, _ departure: DepartureReason) {
        let key = guests.removeValue(forKey: id)?.fingerprint
        spectatorFeed.removeDepartedGuest(id)
        spectatorFeed.recording?.write(RecordedDoor.Event.left(id), at: loop.now)
        limiter.release(peer.addressPrefix)
        log.write(
            ServerLogEntry(guest: id, from: peer.hostText, key: key, left: departure.rawValue))
        if guests.isEmpty { onClosed.take()?() }
    }

    private func logNoRoomForGuest(_ error: LibraryError) {
        // While no descriptors are free, the listener tries again every 100 ms, and fails each
        // time.
        guard noRoomLogRate.chargeIfAllowed(at: loop.now) else { return }
        log.write(ServerLogEntry(trouble: LogWords.noRoomForGuest, "\(error)"))
    }

    func newGuestParameters(for fingerprint: String?) -> NewGuestParameters {
        var context = NewGuestParameters(
            .newLobbyClient(), token: connector.token, snapshot: spectatorFeed.snapshot,
            ban: fingerprint.flatMap(findAndLogBan(onKey:)), place: fingerprint.map(lobbySeat(of:)))
        context.startedAt = ServerTime.now + (Instant.start - loop.now)
        if fingerprint != nil { context.terms = signInParameters }
        return context
    }

    /// The parameters of a sign-in for a guest with a key; nil if secrets must not be sent to the
    /// server.
    private var signInParameters: NewGuestParameters.SignInParameters? {
        guard connector.maySendSecrets else { return nil }
        return NewGuestParameters.SignInParameters(at: connector.origin, as: .randomLobbyClient())
    }

    func sendAccountRequest(
        _ request: AccountRequest, of guest: String, _ take: @escaping (AccountReply) -> Void
    ) {
        connector.accountClient.call(request, cancelsOthers: false, of: guest, take)
    }

    private func lobbySeat(of fingerprint: String) -> NewGuestParameters.KeyLobbySeat {
        keySeats.lobbySeat(
            of: fingerprint,
            at: FreeKeySeat(besides: guests.values.compactMap { $0.asSameKeyGuest(fingerprint) }))
    }

    /// Ends each responsive session with this key if the session is in a match, so that a guest can
    /// continue the match in another session.
    func endResponsiveRivalSessions(_ fingerprint: String) {
        let rivals = guests.values.filter { $0.asSameKeyGuest(fingerprint)?.isLively == true }
        for guest in rivals { guest.processEvent(.handedOver) }
    }

    /// Keeps a leaving guest's connection to the hub until it has closed.
    func keepUntilClosed(_ link: HubLink) {
        closingLinks.removeAll(where: \.isIdle)
        if !link.isIdle { closingLinks.append(link) }
    }

    private func findAndLogBan(onKey fingerprint: String) -> Ban? {
        guard let ban = CalendarDay.today.flatMap({ bans.ban(onKey: fingerprint, at: $0) }) else {
            return nil
        }
        log.write(ServerLogEntry(keptOut: fingerprint, because: ban.reason))
        return ban
    }

    /// Ends unresponsive sessions with this key, for a guest who has connected again.
    func endSilentSessions(_ fingerprint: String) {
        for guest in guests.values where guest.isUnresponsive(withKey: fingerprint) {
            guest.processEvent(.superseded)
        }
    }
}

/// The guests that wait for a turn. In a turn, a guest's input is read and the guest's picture is
/// drawn.
///
/// Clocks tick for all guests every second, a move is drawn for all spectators, and some guests
/// paste long text. So each tick serves only a few guests, and the keys of all guests are read
/// before the next tick.
final class GuestTurnQueue {
    /// The maximum number of turns between two reads of the sockets.
    private static let guestsPerTurn = 8

    private let loop: Loop
    private var guests = Queue<DoorGuest>()
    private var endOfTurn: EndOfTurnAction?
    private var nextTurn: Timer?

    init(on loop: Loop) {
        self.loop = loop
        nextTurn = Timer(on: loop) {}
        endOfTurn = EndOfTurnAction(on: loop, .commit) { [unowned self] in serveNextGuests() }
    }

    func append(_ guest: DoorGuest) {
        guests.append(guest)
        // This tick may have served its guests already.
        if guests.count == 1 { nextTurn?.arm(at: loop.now) }
    }

    private func serveNextGuests() {
        guard !guests.isEmpty else { return }
        for _ in 0..<min(guests.count, Self.guestsPerTurn) { guests.popFirst()?.performTurn() }
        if !guests.isEmpty { nextTurn?.arm(at: loop.now) }
    }
}

/// The connections of refused guests, kept open for a second so that the clients can read the
/// reason.
final class RefusedGuests {
    private static let timeToRead = Duration.seconds(1)
    private static let mostSockets = 64

    private let loop: Loop
    private var sockets: [(socket: Socket, until: Instant)] = []
    private var alarm: Timer?

    init(on loop: Loop) {
        self.loop = loop
        alarm = Timer(on: loop) { [unowned self] in closeOverdueSockets() }
    }

    /// Sends a refused guest the reason without a key exchange, and closes the connection after a
    /// pause. If too many connections are waiting, closes this one at once, and sends nothing.
    func sendReasonAndClose(_ socket: Socket, _ sentence: String) {
        guard sockets.count < Self.mostSockets else { return }
        socket.sendIfRoom(UnencryptedDisconnectPacket.bytes(sentence))
        socket.finishWriting()
        sockets.append((socket, loop.now + Self.timeToRead))
        if sockets.count == 1 { alarm?.arm(at: sockets[0].until) }
    }

    private func closeOverdueSockets() {
        sockets.removeAll { $0.until <= loop.now }
        alarm?.arm(at: sockets.first?.until)
    }
}

/// The lobby seats of guests with keys. A door derives the seats from its host key and the guests'
/// keys. So each door with that host key finds the same seats without storing them.
struct KeyDerivedLobbySeats {
    let hostKeySeed: [UInt8]

    func lobbySeat(of fingerprint: String, at seat: FreeKeySeat) -> NewGuestParameters.KeyLobbySeat
    {
        let secret = hexHMAC(FreeKeySeat.seedOfSecret(fingerprint, slot: seat.slot))
        let name = hexHMAC(FreeKeySeat.seedOfClientID(fingerprint, slot: seat.slot)).prefix(15)
        var settings = ReplicaSettings.lobbyClient(.trappingIfInvalid(String(name)))
        settings.ownSecret = ResumeSecret(secret)
        return NewGuestParameters.KeyLobbySeat(
            settings, slot: seat.slot, isRivalled: seat.isRivalled)
    }

    private func hexHMAC(_ text: String) -> String {
        hmacSHA256(Array(text.utf8), key: hostKeySeed).hexText
    }
}
