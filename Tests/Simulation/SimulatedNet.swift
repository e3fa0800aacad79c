package import SimperiumClock
package import SimperiumSync
package import SimperiumWire
package import SyncHub

/// An effect of a simulated server on its connections.
package enum ServerEffect: Sendable {
    case send([UInt8], to: [SyncHub.ConnectionID])
    case close(SyncHub.ConnectionID, isTakenOver: Bool)
}

/// Time, chance, an agenda, and the wires between programs and a server.
///
/// A world reports the effects of its programs and of its server, and asks for the next event. The
/// net delays, orders and loses frames, refuses dials, and wakes programs. The same seed gives the
/// same story.
package struct SimulatedNet<Program: Hashable & Sendable, PlannedEvent: Sendable>: Sendable {
    /// The next thing that happens.
    package enum Event: Sendable {
        /// A program receives something on its wire.
        case program(LinkEvent, Program)
        /// A program asked to be woken by now.
        case wakes(Program)
        /// The server receives something, or asked to be woken by now.
        case server(Hub.Event)
        /// Something that the world entered in the agenda.
        case world(PlannedEvent)
    }

    private enum Item: Sendable {
        case toServer(Hub.Event, wire: Int)
        case toProgram(LinkEvent, wire: Int)
        case wakes(Program?, at: Instant)
        case world(PlannedEvent)
    }

    /// One connection, from the dial of one run of a program to its end at both ends.
    private struct Wire: Sendable {
        let program: Program
        let run: Int
        let id: SimperiumSync.LinkID
        /// The hall in the address.
        let hall: String?
        /// True once frames are lost in both directions.
        var isBroken = false
        var programKnowsEnd = false
        var serverKnowsEnd = false
        /// The arrival of the last thing on the way. A later thing never overtakes it.
        var serverHearsAt: Instant
        var programHearsAt: Instant
    }

    /// The time when a program or the server wants to be woken, and the entry in the agenda.
    private struct Alarm: Sendable {
        var due: Instant?
        var entered: Instant?
    }

    package private(set) var now = Instant.start
    package private(set) var random: SeededRandom
    /// The shortest and the longest time that a frame takes, in microseconds.
    package var latency: ClosedRange<UInt64>
    /// The longest time, in microseconds, until the ends of a cut wire notice it, or until a dial
    /// is refused. Nil: as long as a frame takes.
    package var noticing: UInt64?
    /// The longest time, in microseconds, until the server notices a wire that was cut in silence.
    /// Nil: it has to find out.
    package var noticingSilence: UInt64?
    /// The number of dials out of a hundred that fail.
    package var failedDials: UInt64 = 0
    /// The number of failed dials out of a hundred that are never answered. Others are refused.
    package var unansweredDials: UInt64 = 0
    /// The address in the refusal of a dial.
    package var address = "there"
    /// The programs whose wires deliver nothing, in both directions, until they are released.
    private var held: Set<Program> = []
    /// The number of frames that programs have sent.
    package private(set) var sent = 0
    private let app: AppID?
    private var wires: [Wire] = []
    /// The wire that a program has, or is about to have.
    private var lines: [Program: Int] = [:]
    /// The number of times that a program has ended.
    private var runs: [Program: Int] = [:]
    private var alarms: [Program?: Alarm] = [:]
    private var agenda = Agenda<Item>()
    private var withheld: [Item] = []

    package init(
        seed: UInt64 = 0, latency: ClosedRange<UInt64>, app: AppID? = LobbyServer.app
    ) {
        random = SeededRandom(seed: seed)
        self.latency = latency
        self.app = app
    }

    package mutating func enter(_ event: PlannedEvent, at instant: Instant) {
        agenda.enter(.world(event), at: instant)
    }

    /// Has a program woken at an instant; the server if it is nil. No instant cancels the alarm.
    package mutating func setAlarm(of sleeper: Program?, at due: Instant?) {
        var alarm = alarms[sleeper] ?? Alarm()
        alarm.due = due
        if let due, alarm.entered.map({ due < $0 }) ?? true {
            let instant = max(due, now)
            alarm.entered = instant
            agenda.enter(.wakes(sleeper, at: instant), at: instant)
        }
        alarms[sleeper] = alarm
    }

    /// Returns the next event, and moves the time to it; nil if there is none until `end`, which
    /// is the time then.
    package mutating func next(until end: Instant) -> Event? {
        while let instant = agenda.next, instant <= end, let item = agenda.popFirst() {
            now = max(now, instant)
            if let event = event(of: item) { return event }
        }
        now = max(now, end)
        return nil
    }

    private mutating func event(of item: Item) -> Event? {
        switch item {
        case .world(let event): return .world(event)
        case .wakes(let sleeper, let instant): return wake(sleeper, at: instant)
        case .toServer(let event, let wire):
            guard !withholds(item, on: wire) else { return nil }
            if case .closed = event {
                guard !wires[wire].serverKnowsEnd else { return nil }
                wires[wire].serverKnowsEnd = true
            } else if wires[wire].isBroken {
                return nil
            }
            return .server(event)
        case .toProgram(let event, let number):
            let wire = wires[number]
            guard runs[wire.program, default: 0] == wire.run, !withholds(item, on: number) else {
                return nil
            }
            if case .closed = event {
                guard !wire.programKnowsEnd else { return nil }
                wires[number].programKnowsEnd = true
            } else if wire.isBroken {
                return nil
            }
            return .program(event, wire.program)
        }
    }

    private mutating func wake(_ sleeper: Program?, at instant: Instant) -> Event? {
        guard let alarm = alarms[sleeper], alarm.entered == instant else { return nil }
        alarms[sleeper]?.entered = nil
        guard let due = alarm.due else { return nil }
        guard due <= now else {
            setAlarm(of: sleeper, at: due)
            return nil
        }
        alarms[sleeper]?.due = nil
        return sleeper.map { .wakes($0) } ?? .server(.wake)
    }

    private mutating func withholds(_ item: Item, on wire: Int) -> Bool {
        guard held.contains(wires[wire].program) else { return false }
        withheld.append(item)
        return true
    }
}

/// Programs and the server.
extension SimulatedNet {
    package mutating func perform(_ effect: LinkEffect, by program: Program) {
        switch effect {
        case .dial(let id, let hall): dial(id, hall: hall, by: program)
        case .send(let frame, let id):
            guard let wire = lines[program], wires[wire].id == id else { return }
            sent += 1
            sendToServer(.received(frame, from: SyncHub.ConnectionID(wire)), on: wire)
        case .hangUp(let id, let manner):
            guard let wire = lines[program], wires[wire].id == id else { return }
            // Its own end is near.
            let pause = min(latency.upperBound, 50_000)
            let instant = now + .microseconds(Int64(pause == 0 ? 0 : random.numberBelow(pause + 1)))
            agenda.enter(.toProgram(.closed(id, .lost), wire: wire), at: instant)
            sendToServer(.closed(SyncHub.ConnectionID(wire), manner.connectionEnd), on: wire)
        }
    }

    /// Hands an event to the lobby's server, and does what it wants.
    package mutating func handle(_ server: inout LobbyServer, _ event: Hub.Event) {
        if case .opened(let id, _) = event {
            server.recordShard(of: id, inHall: wires[Int(id.rawValue)].hall)
        }
        perform(server.handle(event, at: now))
        setAlarm(of: nil, at: server.nextDeadline)
    }

    package mutating func perform(_ effects: [ServerEffect]) {
        for effect in effects {
            switch effect {
            case .send(let frame, let ids): for id in ids { send(frame, to: id) }
            case .close(let id, let isTakenOver):
                close(id, because: isTakenOver ? .takenOver : .closedByHub)
            }
        }
    }

    /// Sends a frame of the server.
    package mutating func send(_ frame: [UInt8], to id: SyncHub.ConnectionID) {
        let wire = Int(id.rawValue)
        sendToProgram(.received(frame, on: wires[wire].id), on: wire)
    }

    /// Ends a wire as the server wants.
    package mutating func close(_ id: SyncHub.ConnectionID, because reason: LinkFailure) {
        let wire = Int(id.rawValue)
        sendToProgram(.closed(wires[wire].id, reason), on: wire)
    }

    private mutating func dial(
        _ id: SimperiumSync.LinkID, hall: String?, by program: Program
    ) {
        let wire = wires.count
        wires.append(
            Wire(
                program: program, run: runs[program, default: 0], id: id, hall: hall,
                serverHearsAt: now, programHearsAt: now))
        lines[program] = wire
        guard failedDials > 0, random.chance(failedDials, in: 100) else {
            let instant = now + delay()
            wires[wire].serverHearsAt = instant
            wires[wire].programHearsAt = instant
            let opened = Hub.Event.opened(SyncHub.ConnectionID(wire), app: app)
            agenda.enter(.toServer(opened, wire: wire), at: instant)
            return agenda.enter(.toProgram(.opened(id), wire: wire), at: instant)
        }
        if unansweredDials > 0, random.chance(unansweredDials, in: 100) { return }
        let refusal = LinkEvent.closed(id, .refused(at: address))
        agenda.enter(.toProgram(refusal, wire: wire), at: noticed())
    }

    private mutating func sendToServer(_ event: Hub.Event, on wire: Int) {
        wires[wire].serverHearsAt = max(wires[wire].serverHearsAt, now + delay())
        agenda.enter(.toServer(event, wire: wire), at: wires[wire].serverHearsAt)
    }

    private mutating func sendToProgram(_ event: LinkEvent, on wire: Int) {
        wires[wire].programHearsAt = max(wires[wire].programHearsAt, now + delay())
        agenda.enter(.toProgram(event, wire: wire), at: wires[wire].programHearsAt)
    }

    private mutating func delay() -> Duration {
        let spread = latency.upperBound - latency.lowerBound
        return .microseconds(
            Int64(latency.lowerBound + (spread == 0 ? 0 : random.numberBelow(spread + 1))))
    }

    private mutating func noticed() -> Instant {
        now + (noticing.map { .microseconds(Int64(random.numberBelow($0 + 1))) } ?? delay())
    }
}

/// Trouble.
extension SimulatedNet {
    /// True if this is the program's latest connection.
    package func isLatest(_ id: SimperiumSync.LinkID, of program: Program) -> Bool {
        lines[program].map { wires[$0].id == id } ?? false
    }

    /// True if a program has a connection whose end it has not noticed.
    package func isConnected(_ program: Program) -> Bool {
        lines[program].map { !wires[$0].programKnowsEnd } ?? false
    }

    /// Loses everything on a program's wire from now on. Both ends notice it soon, or have to find
    /// out if it is silent.
    package mutating func cutLine(of program: Program, isSilent: Bool = false) {
        if let wire = lines[program] { cut(wire, isSilent: isSilent) }
    }

    package mutating func cutAllLines() {
        for wire in wires.indices where !wires[wire].programKnowsEnd { cut(wire) }
    }

    /// Ends the server. It will never notice the ends of the old wires.
    package mutating func endServer() {
        for wire in wires.indices where !wires[wire].serverKnowsEnd {
            wires[wire].serverKnowsEnd = true
            cut(wire)
        }
    }

    private mutating func cut(_ wire: Int, isSilent: Bool = false) {
        guard !wires[wire].isBroken else { return }
        wires[wire].isBroken = true
        let closed = Hub.Event.closed(SyncHub.ConnectionID(wire), .broken)
        guard !isSilent else {
            guard let noticingSilence else { return }
            let instant = now + .microseconds(Int64(random.numberBelow(noticingSilence + 1)))
            return agenda.enter(.toServer(closed, wire: wire), at: instant)
        }
        agenda.enter(.toServer(closed, wire: wire), at: noticed())
        agenda.enter(.toProgram(.closed(wires[wire].id, .lost), wire: wire), at: noticed())
    }

    /// A program has ended, as by `kill -9`: the server receives what it sent before, and then the
    /// end. Nothing reaches the program's next run that was meant for this one.
    package mutating func end(_ program: Program) {
        runs[program, default: 0] += 1
        setAlarm(of: program, at: nil)
        guard let wire = lines.removeValue(forKey: program), !wires[wire].isBroken else { return }
        sendToServer(.closed(SyncHub.ConnectionID(wire), .broken), on: wire)
    }

    /// Delivers nothing on the wires of these programs, until they are released.
    package mutating func hold(_ programs: some Sequence<Program>) { held.formUnion(programs) }

    /// Delivers everything that was withheld.
    package mutating func release() {
        held = []
        for item in withheld { agenda.enter(item, at: now + delay()) }
        withheld = []
    }
}

extension SyncHub.ConnectionID {
    fileprivate init(_ wire: Int) {
        self.init(rawValue: UInt64(wire))
    }
}

extension ClientHangUpManner {
    /// The end of the connection as the server receives it.
    fileprivate var connectionEnd: ConnectionEnd {
        switch self {
        case .goodbye: .goodbye
        case .lost: .lost
        case .keepingSeat(.paused): .paused
        case .keepingSeat(.gone): .gone
        case .abandoning, .keepingSeat(.line): .broken
        }
    }
}
