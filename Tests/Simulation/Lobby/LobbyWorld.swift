package import Lobby
package import SimperiumClock
package import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire
internal import SyncHub
package import Visit

/// Programs in the lobby and its server, all real, with a wire between them and a clock that are
/// not: the same seed tells the same story.
package struct LobbyWorld {
    enum Happening {
        case opens(wire: Int)
        case toServer([UInt8], wire: Int)
        case toVisitor([UInt8], wire: Int)
        case serverHearsEnd(wire: Int, SyncHub.Farewell)
        case visitorHearsEnd(wire: Int, ConnectionFailure)
        case wakes(Int)
        case serverWakes
    }

    package private(set) var now = Instant.start
    package internal(set) var server: LobbyServer
    /// Those who serve instead of it, if several do.
    package var nodes: LobbyNodes?
    package internal(set) var visitors: [Visitor] = []
    package internal(set) var random: SeededRandom
    /// What a frame takes at least, and at most, in microseconds.
    package var latency: ClosedRange<UInt64> = 200...2_000
    /// In how many of a hundred dials nobody answers.
    package var failedDials: UInt64 = 0
    /// How often somebody was told of what people bring about.
    package private(set) var deeds: [Deed: Int] = [:]
    /// How many frames have arrived anywhere.
    package private(set) var frames = 0
    var wires: [Wire] = []
    var agenda = Agenda<Happening>()
    private var serverWakesAt: Instant?

    package init(
        seed: UInt64, isGuarded: Bool = true, grace: Int = 60, isRecorded: Bool = false,
        halls: HallLimits = .unlimited, nodes: LobbyNodes? = nil
    ) {
        random = SeededRandom(seed: seed)
        self.nodes = nodes
        server = LobbyServer(
            isGuarded: isGuarded, grace: grace, isRecorded: isRecorded, halls: halls)
    }

    /// Adds a program that is here with this mode, or only looks on if there is none.
    @discardableResult
    package mutating func add(_ mode: PlayerMode? = .auto) -> Int {
        visitors.append(Visitor(number: visitors.count))
        start(visitors.count - 1, mode)
        return visitors.count - 1
    }

    /// Runs a program that does not run.
    package mutating func start(_ visitor: Int, _ mode: PlayerMode?, goingOn: Bool = false) {
        guard visitors[visitor].visit == nil else { return }
        visitors[visitor].start(&random, goingOn: goingOn)
        let name = PlayerName(cleaning: "p\(visitor)")
        if let mode { feed(.asked(.enter(name, mode, .terminal)), to: visitor) }
        feed(.begin, to: visitor)
    }

    /// Ends a program as a power cut would.
    package mutating func kill(_ visitor: Int) {
        guard visitors[visitor].visit != nil else { return }
        if let wire = visitors[visitor].line { cut(wire) }
        visitors[visitor].visit = nil
    }

    package mutating func ask(_ request: Request, by visitor: Int) {
        feed(.asked(request), to: visitor)
    }

    /// Has a program look in all halls.
    package mutating func seek(_ sought: Sought, by visitor: Int) {
        feed(.seek(sought), to: visitor)
    }

    /// Has the program hang up so that the person's place waits.
    package mutating func pause(_ visitor: Int, _ cause: Absence.Cause) {
        feed(.pause(cause), to: visitor)
    }

    /// The person is gone, and can't come back.
    package mutating func lose(_ visitor: Int) {
        feed(.lost, to: visitor)
    }

    package mutating func suspend(_ visitor: Int) {
        visitors[visitor].isSuspended = true
        feed(.suspend, to: visitor)
    }

    package mutating func resume(_ visitor: Int) {
        visitors[visitor].isSuspended = false
        feed(.resume, to: visitor)
    }

    package mutating func run(for span: Duration) {
        run(until: now + span)
    }

    package mutating func run(until end: Instant) {
        while let next = agenda.next, next <= end {
            now = max(now, next)
            if let happening = agenda.popFirst() { happen(happening) }
        }
        now = max(now, end)
    }

    private mutating func happen(_ happening: Happening) {
        switch happening {
        case .opens(let wire): open(wire)
        case .toServer(let frame, let wire):
            guard !wires[wire].isBroken else { return }
            frames += 1
            tellServer(.received(frame, from: SyncHub.ConnectionID(wire)))
        case .toVisitor(let frame, let wire):
            guard !wires[wire].isBroken else { return }
            frames += 1
            feed(.link(.received(frame, on: wires[wire].connection)), along: wire)
        case .serverHearsEnd(let wire, let farewell):
            tellServer(.closed(SyncHub.ConnectionID(wire), farewell))
        case .visitorHearsEnd(let wire, let reason):
            guard !wires[wire].hasEnded else { return }
            wires[wire].hasEnded = true
            feed(.link(.closed(wires[wire].connection, reason)), along: wire)
        case .wakes(let visitor):
            visitors[visitor].wakesAt = nil
            feed(.wake, to: visitor)
        case .serverWakes:
            serverWakesAt = nil
            tellServer(.wake)
        }
    }
}

/// What programs and the server do with an event.
extension LobbyWorld {
    mutating func feed(_ event: LobbyVisit.Event, to visitor: Int) {
        visitors[visitor].noteConsent(at: now)
        let effects = visitors[visitor].visit?.handle(event, at: now) ?? []
        visitors[visitor].noteConsent(at: now)
        for effect in effects { perform(effect, of: visitor) }
        visitors[visitor].followHall()
        guard let due = visitors[visitor].visit?.nextDeadline else { return }
        if let wakesAt = visitors[visitor].wakesAt, wakesAt <= due { return }
        visitors[visitor].wakesAt = due
        agenda.enter(.wakes(visitor), at: max(due, now))
    }

    /// Hands the event to the program that dialled, if it still runs.
    private mutating func feed(_ event: LobbyVisit.Event, along wire: Int) {
        let wire = wires[wire]
        if visitors[wire.visitor].runs == wire.run { feed(event, to: wire.visitor) }
    }

    private mutating func perform(_ effect: LobbyVisit.Effect, of visitor: Int) {
        switch effect {
        case .link(.dial(let id)): dial(id, by: visitor)
        case .link(.send(let frame, _)): send(frame, by: visitor)
        case .link(.hangUp(_, let parting)): hangUp(parting, by: visitor)
        case .tell(let notice): note(notice, to: visitor)
        case .ignored(let error): preconditionFailure("the hub is not understood: \(error)")
        // These visits have lines of their own.
        case .status, .wish, .takenOver, .lostSeat, .store, .account: break
        case .keep(let seat, _): visitors[visitor].disk = seat
        }
    }

    private mutating func note(_ notice: Notice, to visitor: Int) {
        visitors[visitor].notices.append(notice)
        if let deed = Deed(notice, at: visitors[visitor].session) {
            deeds[deed, default: 0] += 1
        }
        guard let session = visitors[visitor].session,
            let fault = visitors[visitor].consent.fault(of: notice, to: session, at: now)
        else { return }
        visitors[visitor].outrages.append(fault)
    }

    mutating func tellServer(_ event: Hub.Event) {
        perform(nodes?.handle(event, at: now) ?? server.handle(event, at: now))
        guard let due = nodes?.nextDeadline ?? server.nextDeadline else { return }
        if let serverWakesAt, serverWakesAt <= due { return }
        serverWakesAt = due
        agenda.enter(.serverWakes, at: max(due, now))
    }

    private mutating func perform(_ effects: [LobbyServer.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let frame, let ids): for id in ids { deliver(frame, to: Int(id.rawValue)) }
            case .close(let id, let isTakenOver):
                end(Int(id.rawValue), isTakenOver ? .takenOver : .closedByHub)
            }
        }
    }
}

/// What the wire does.
extension LobbyWorld {
    private mutating func delay() -> Duration {
        let spread = random.below(latency.upperBound - latency.lowerBound + 1)
        return .microseconds(Int64(latency.lowerBound + spread))
    }

    private mutating func dial(_ connection: SimperiumSync.ConnectionID, by visitor: Int) {
        let wire = wires.count
        wires.append(
            Wire(
                visitor: visitor, run: visitors[visitor].runs, connection: connection,
                serverHearsAt: now, visitorHearsAt: now))
        visitors[visitor].line = wire
        guard random.chance(failedDials, in: 100) else {
            wires[wire].visitorHearsAt = now + delay()
            return agenda.enter(.opens(wire: wire), at: wires[wire].visitorHearsAt)
        }
        agenda.enter(.visitorHearsEnd(wire: wire, .refused(at: "there")), at: now + delay())
    }

    private mutating func open(_ wire: Int) {
        guard !wires[wire].isBroken else { return }
        tellServer(.opened(SyncHub.ConnectionID(wire), app: LobbyServer.app))
        feed(.link(.opened(wires[wire].connection)), along: wire)
    }

    private mutating func send(_ frame: [UInt8], by visitor: Int) {
        guard let wire = visitors[visitor].line else { return }
        visitors[visitor].insertCount += frame.startsMatch ? 1 : 0
        wires[wire].serverHearsAt = max(wires[wire].serverHearsAt, now + delay())
        agenda.enter(.toServer(frame, wire: wire), at: wires[wire].serverHearsAt)
    }

    private mutating func deliver(_ frame: [UInt8], to wire: Int) {
        guard !wires[wire].isBroken else { return }
        wires[wire].visitorHearsAt = max(wires[wire].visitorHearsAt, now + delay())
        agenda.enter(.toVisitor(frame, wire: wire), at: wires[wire].visitorHearsAt)
    }

    private mutating func hangUp(_ parting: Parting, by visitor: Int) {
        guard let wire = visitors[visitor].line else { return }
        agenda.enter(.visitorHearsEnd(wire: wire, .lost), at: now + delay())
        let farewell: SyncHub.Farewell =
            switch parting {
            case .goodbye: .goodbye
            case .lost: .lost
            case .keepingSeat(.paused): .paused
            case .keepingSeat(.gone): .gone
            case .keepingSeat(.line), .abandoning: .broken
            }
        let end = max(wires[wire].serverHearsAt, now + delay())
        agenda.enter(.serverHearsEnd(wire: wire, farewell), at: end)
    }

    private mutating func end(_ wire: Int, _ reason: ConnectionFailure) {
        let end = max(wires[wire].visitorHearsAt, now + delay())
        agenda.enter(.visitorHearsEnd(wire: wire, reason), at: end)
    }

    /// Loses what is on the wire and all that is still sent. Both ends hear of it sometime soon; if
    /// it is silent they have to find out by themselves.
    package mutating func cut(_ wire: Int, isSilent: Bool = false) {
        guard !wires[wire].isBroken else { return }
        wires[wire].isBroken = true
        guard !isSilent else { return }
        agenda.enter(.serverHearsEnd(wire: wire, .broken), at: now + delay())
        agenda.enter(.visitorHearsEnd(wire: wire, .lost), at: now + delay())
    }

    package mutating func cutLine(of visitor: Int, isSilent: Bool = false) {
        if let wire = visitors[visitor].line { cut(wire, isSilent: isSilent) }
    }

    package mutating func restartServer() {
        for wire in wires.indices where !wires[wire].isBroken && !wires[wire].hasEnded {
            wires[wire].isBroken = true
            end(wire, .lost)
        }
        server.restart(at: now)
        tellServer(.wake)
    }
}

extension LobbyWorld {
    /// Changes members of the only Match there is, as somebody does who bypasses everything.
    package mutating func forge(_ members: JSONObject) {
        guard let (key, object) = server.objects(in: .match).first else { return }
        var forged = object
        for member in members { forged[member.name] = member.value }
        perform(server.write(forged, as: key, at: now))
    }
}

extension SyncHub.ConnectionID {
    init(_ wire: Int) {
        self.init(rawValue: UInt64(wire))
    }
}

extension [UInt8] {
    /// Whether a program inserts a Match by this frame.
    fileprivate var startsMatch: Bool {
        let text = String(decoding: self, as: UTF8.self)
        return text.hasPrefix("1:c:") && !text.contains(#""sv""#) && text.contains("matrix")
    }
}
