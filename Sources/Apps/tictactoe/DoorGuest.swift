import EventLoop
import FrontDoor
import Network
import Play

/// One guest of a door: their visit as a value, joined to their ssh line and a clock.
final class DoorGuest {
    let id: Int
    private let loop: Loop
    private let socket: Socket
    private var visit: Guest
    private var line: GuestLine?
    private var alarm: Timer?
    /// What the visit is to be told when it is done with what it is doing.
    private var news: [Guest.Event] = []
    private var isBusy = false
    private var hear: ((Wish) -> Void)?

    /// What a guest needs of the door.
    enum Wish {
        case census
        /// The guest has gone. Nothing comes after this.
        case depart(Departure)
    }

    init(
        _ id: Int, on socket: Socket, at door: SSHDoor, _ limits: DoorLimits, seed: UInt64,
        loop: Loop, _ hear: @escaping (Wish) -> Void
    ) throws(LibraryError) {
        self.id = id
        self.loop = loop
        self.socket = socket
        self.hear = hear
        visit = Guest(limits, seed: seed, at: loop.now)
        alarm = Timer(on: loop) { [unowned self] in turn(.wake) }
        line = try door.admit(socket.descriptor) { [weak self] in
            self?.turn(Guest.Event($0))
        }
        turn(nil)
    }

    func turn(_ event: Guest.Event?) {
        if let event { news.append(event) }
        guard !isBusy else { return }
        isBusy = true
        var next = 0
        while next < news.count {
            for effect in visit.handle(news[next], at: loop.now) { perform(effect) }
            next += 1
        }
        news.removeAll()
        isBusy = false
        alarm?.arm(at: visit.nextDeadline)
        if let departure = visit.departure, visit.nextDeadline == nil { leave(departure) }
    }

    private func perform(_ effect: Guest.Effect) {
        switch effect {
        case .send(let bytes): line?.send(bytes)
        case .finish(let status): line?.finish(status)
        case .hangUp: line?.hangUp()
        case .hold(let isHeld): line?.hold(isHeld)
        case .askForLife: line?.askForLife()
        case .askCensus: hear?(.census)
        }
    }

    private func leave(_ departure: Departure) {
        alarm = nil
        line = nil
        hear.take()?(.depart(departure))
    }
}

extension Guest.Event {
    fileprivate init(_ event: GuestLine.Event) {
        switch event {
        case .heard(let bytes): self = .heard(bytes: bytes)
        case .admitted: self = .admitted
        case .came(let papers): self = .came(Arrival(papers))
        case .typed(let bytes): self = .typed(bytes)
        case .resized(let size): self = .resized(size)
        case .closedInput: self = .closedInput
        case .drained: self = .drained
        case .ended: self = .lost
        }
    }
}

extension Arrival {
    fileprivate init(_ papers: Papers) {
        self.init(
            user: papers.user, fingerprint: papers.fingerprint,
            terminal: papers.terminal.map { Terminal(name: $0.name, size: $0.size) },
            environment: papers.environment, command: papers.command)
    }
}
