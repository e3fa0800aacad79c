import FrontDoor
internal import Guests
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
internal import Visit

/// A guest of the door. It joins the core of the guest's program to the ssh connection, a timer,
/// and a player's connection to the hub.
final class DoorGuest {
    private unowned let door: Door
    /// The guest's address, and the guest's number in the spectators' feed and in recordings.
    private let address: String
    let number: Int
    private let socket: Socket
    private var visit: Guest
    private var fingerprint: String?
    private var line: GuestLine?
    /// Nil for a spectator.
    private var hubLink: HubLink?
    private var alarm: Timer?
    private var queue = TurnQueue<Guest.Event>()
    /// True while the guest waits for a turn.
    private var isInLine = false
    private var left: ((Departure) -> Void)?

    /// Creates a guest. `left` is called once with the reason, after all other effects.
    init(
        _ socket: Socket, from address: String, at door: Door, number: Int,
        _ left: @escaping (Departure) -> Void
    ) throws(LibraryError) {
        self.door = door
        self.address = address
        self.number = number
        self.socket = socket
        self.left = left
        let now = door.loop.now
        door.watchers.recording?.write(RecordedDoor.Event.entered(number), at: now)
        visit = Guest(door.limits, at: now)
        alarm = Timer(on: door.loop) { [unowned self] in turn(.wake) }
        line = try door.entrance.admit(socket.descriptor) { [weak self] in self?.handle($0) }
        alarm?.arm(at: visit.nextDeadline)
    }

    /// True for a spectator, who sees the door's own feed.
    var isWatching: Bool { inPlace(&visit) { $0.isWatching } }

    func isSilent(_ fingerprint: String) -> Bool {
        inPlace(&visit) { $0.isSilent(fingerprint) }
    }

    /// Returns this guest's claim to the place of a key; nil if there is none.
    func rival(_ fingerprint: String) -> KeySeat.Rival? {
        inPlace(&visit) { $0.rival(fingerprint, at: door.loop.now) }
    }

    func turn(_ event: Guest.Event) {
        queue.append(event)
        guard queue.startTurn() else { return }
        while let event = queue.next() {
            for effect in handle(event) { perform(effect) }
        }
        let (deadline, wantsTurn) = inPlace(&visit) { ($0.nextDeadline, $0.wantsTurn) }
        alarm?.arm(at: deadline)
        if wantsTurn, !isInLine {
            isInLine = true
            door.putInLine(self)
        }
        if deadline == nil, let departure = visit.departure { leave(departure) }
    }

    private func handle(_ event: Guest.Event) -> [Guest.Effect] {
        let now = door.loop.now
        guard let recording = door.watchers.recording else {
            return visit.handle(event, at: now, sharing: &door.caches)
        }
        recording.write(RecordedDoor.Event.guest(number, event), at: now)
        let effects = visit.handle(event, at: now, sharing: &door.caches)
        recording.write(effects.map { RecordedDoor.Effect.guest(number, $0) })
        return effects
    }

    /// Reads input and draws.
    func takeTurn() {
        isInLine = false
        turn(.turn)
    }

    private func leave(_ departure: Departure) {
        alarm = nil
        line = nil
        if let hubLink = hubLink.take() { door.seeOff(hubLink) }
        left.take()?(departure)
    }
}

extension DoorGuest {
    private func perform(_ effect: Guest.Effect) {
        switch effect {
        case .send(let bytes): line?.send(bytes)
        case .finish(let status): line?.finish(status)
        case .hangUp: line?.hangUp()
        case .hold(let isHeld): line?.hold(isHeld)
        case .askForLife: line?.askForLife()
        case .askCensus: door.watchers.grant(.count, to: number)
        case .takeOver:
            if let fingerprint { door.handOver(fingerprint) }
            queue.append(.cleared)
        case .call(let request):
            door.call(request, of: address) { [weak self] in self?.turn(.called($0)) }
        case .revoke(let token): door.call(.signOut(token), of: address) { _ in }
        case .link(let effect): perform(effect)
        case .wish(let wish): door.watchers.grant(wish, to: number)
        }
    }

    private func handle(_ event: GuestLine.Event) {
        switch event {
        case .heard(let bytes): turn(.heard(bytes: bytes))
        case .admitted: turn(.admitted)
        case .came(let login):
            fingerprint = login.fingerprint
            if let fingerprint { door.giveUpSilent(fingerprint) }
            turn(.came(Arrival(login), door.context(for: login.fingerprint)))
        case .typed(let bytes): turn(.typed(bytes))
        case .resized(let size): turn(.resized(size))
        case .closedInput: turn(.closedInput)
        case .drained: turn(.drained)
        case .ended: turn(.lost)
        }
    }

    private func perform(_ effect: LinkEffect) {
        if case .dial = effect, hubLink == nil {
            hubLink = door.line { [weak self] in self?.turn(.link($0)) }
        }
        hubLink?.perform(effect)
    }
}

extension Arrival {
    fileprivate init(_ login: SSHLogin) {
        self.init(
            user: login.user, fingerprint: login.fingerprint,
            terminal: login.terminal, environment: login.environment, command: login.command)
    }
}
