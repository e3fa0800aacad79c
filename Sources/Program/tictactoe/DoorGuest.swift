import FrontDoor
internal import Guests
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
internal import Visit

/// A guest of a door: the core of the guest's program, joined to the ssh connection, to a timer
/// and, for a player, to a connection to the hub.
final class DoorGuest {
    private unowned let door: SSHDoor
    private let address: String
    /// The guest's number in the spectators' feed and in recordings.
    let number: Int
    private let socket: Socket
    private var guest: Guest
    private(set) var fingerprint: String?
    private var connection: GuestConnection?
    /// The connection to the hub; nil for a spectator, and before the guest first dials.
    private var hubLink: HubLink?
    private var alarm: Timer?
    private var queue = SerialEventQueue<Guest.Event>()
    /// True while the guest waits for a turn.
    private var isAwaitingTurn = false
    /// The tasks of the next turn: to handle `.wake` if `isWakeDue`, and to show the newest
    /// snapshot if `needsSnapshot`.
    private var (isWakeDue, needsSnapshot) = (false, false)
    private var onDeparture: ((DepartureReason) -> Void)?

    /// Starts the guest's session. Calls `onDeparture` once, with the reason, when the session has
    /// ended and all effects are performed.
    init(
        _ socket: Socket, from address: String, at door: SSHDoor, number: Int,
        _ onDeparture: @escaping (DepartureReason) -> Void
    ) throws(LibraryError) {
        self.door = door
        self.address = address
        self.number = number
        self.socket = socket
        self.onDeparture = onDeparture
        let now = door.loop.now
        door.spectatorFeed.recording?.write(RecordedDoor.Event.entered(number), at: now)
        guest = Guest(door.limits, at: now)
        alarm = Timer(on: door.loop) { [unowned self] in wakeOrRequestTurn() }
        connection = try door.sshServer.startSession(on: socket.descriptor) { [weak self] in
            self?.handle($0)
        }
        alarm?.arm(at: guest.nextDeadline)
    }

    /// True for a spectator whose screen shows the door's common feed.
    var isWatching: Bool { queryInPlace(&guest) { $0.isWatching } }

    var watchesMatch: Bool { queryInPlace(&guest) { $0.watchesMatch() } }

    /// Returns how urgently this spectator needs a snapshot of the door's feed.
    func urgency(for snapshot: SpectatorHallSnapshot) -> SnapshotUrgency {
        queryInPlace(&guest) { $0.urgency(for: snapshot) }
    }

    func isUnresponsive(withKey fingerprint: String) -> Bool {
        queryInPlace(&guest) { $0.isUnresponsive(withKey: fingerprint) }
    }

    /// Returns this session as the rival of a new guest with the key `fingerprint`. Returns nil if
    /// this guest has a different key or no seat, or is not `inside`.
    func asSameKeyGuest(_ fingerprint: String) -> FreeKeySeat.SameKeyGuest? {
        queryInPlace(&guest) { $0.asSameKeyGuest(fingerprint, at: door.loop.now) }
    }

    func processEvent(_ event: Guest.Event) {
        queue.append(event)
        guard queue.beginHandling() else { return }
        while let event = queue.next() {
            for effect in handle(event) { perform(effect) }
        }
        let (deadline, wantsTurn) = queryInPlace(&guest) { ($0.nextDeadline, $0.wantsTurn) }
        alarm?.arm(at: deadline)
        if wantsTurn { requestTurn() }
        if deadline == nil, let departure = guest.departure { finishSession(departure) }
    }

    private func handle(_ event: Guest.Event) -> [Guest.Effect] {
        let now = door.loop.now
        guard let recording = door.spectatorFeed.recording else {
            return guest.handle(event, at: now, sharing: &door.caches)
        }
        recording.write(RecordedDoor.Event.guest(number, event), at: now)
        let effects = guest.handle(event, at: now, sharing: &door.caches)
        recording.write(effects.map { RecordedDoor.Effect.guest(number, $0) })
        return effects
    }

    private func wakeOrRequestTurn() {
        // The clocks on all spectators' screens tick at the same moment. So each spectator waits
        // for a turn, and the door reads players' keys between the turns.
        guard isWatching, !queryInPlace(&guest, { $0.isKeyPressOrFrameDue(at: door.loop.now) })
        else {
            return processEvent(.wake)
        }
        isWakeDue = true
        requestTurn()
    }

    /// Shows a spectator the newest snapshot in the next turn.
    func showSnapshotInNextTurn() {
        needsSnapshot = true
        requestTurn()
    }

    private func requestTurn() {
        guard !isAwaitingTurn else { return }
        isAwaitingTurn = true
        door.turnQueue.append(self)
    }

    /// Performs the guest's turn: reads input and draws.
    func performTurn() {
        if needsSnapshot {
            needsSnapshot = false
            processEvent(.answered(.snapshot(door.spectatorFeed.hallSnapshot(for: number))))
        }
        if isWakeDue {
            isWakeDue = false
            processEvent(.wake)
        }
        isAwaitingTurn = false
        processEvent(.turn)
        // These events may have requested another snapshot, or another wake.
        if needsSnapshot || isWakeDue { requestTurn() }
    }

    private func finishSession(_ departure: DepartureReason) {
        alarm = nil
        connection = nil
        if let hubLink = hubLink.take() { door.keepUntilClosed(hubLink) }
        onDeparture.take()?(departure)
    }

    private func perform(_ effect: Guest.Effect) {
        switch effect {
        case .send(let bytes): connection?.send(bytes)
        case .finish(let status): connection?.finishWithExitStatus(status)
        case .hangUp: connection?.hangUp()
        case .hold(let isPaused): connection?.setReadingPaused(isPaused)
        case .askForLife: connection?.sendKeepalive()
        case .takeOver:
            if let fingerprint { door.endResponsiveRivalSessions(fingerprint) }
            queue.append(.cleared)
        case .call(let request):
            door.sendAccountRequest(request, of: address) { [weak self, unowned door, address] in
                if let self { return processEvent(.called($0)) }
                if case .signedIn(_, _, let token) = $0 {
                    door.sendAccountRequest(.signOut(token), of: address) { _ in }
                }
            }
        case .revoke(let token): door.sendAccountRequest(.signOut(token), of: address) { _ in }
        case .link(let effect): perform(effect)
        case .wish(let request): door.spectatorFeed.processRequest(request, of: number)
        }
    }

    private func handle(_ event: GuestConnection.Event) {
        switch event {
        case .heard(let bytes): processEvent(.heard(bytes: bytes))
        case .admitted: processEvent(.admitted)
        case .came(let login):
            fingerprint = login.fingerprint
            if let fingerprint { door.endSilentSessions(fingerprint) }
            processEvent(
                .came(GuestSSHLogin(login), door.newGuestParameters(for: login.fingerprint)))
        case .typed(let bytes): processEvent(.typed(bytes))
        case .resized(let size): processEvent(.resized(size))
        case .closedInput: processEvent(.closedInput)
        case .drained: processEvent(.drained)
        case .ended: processEvent(.lost)
        }
    }

    private func perform(_ effect: LinkEffect) {
        if case .dial = effect, hubLink == nil {
            hubLink = door.connector.makeHubLink { [weak self] in self?.processEvent(.link($0)) }
        }
        hubLink?.perform(effect)
    }
}

extension GuestSSHLogin {
    fileprivate init(_ login: SSHLogin) {
        self.init(
            user: login.user, fingerprint: login.fingerprint,
            terminal: login.terminal, environment: login.environment, command: login.command)
    }
}
