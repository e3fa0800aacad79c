internal import SimperiumClock
internal import SimperiumSync
internal import SimperiumWire

/// One connection, from the dial of one program's run to its end at both ends.
struct Line {
    let client: Int
    let run: Int
    let connection: ConnectionID
    /// Nothing arrives any more, in either direction.
    var isBroken = false
    var hasEnded = false
    /// When the last thing on the way arrives. What comes later is not quicker.
    var hubHearsAt: Instant
    var clientHearsAt: Instant
}

/// What a bad network does.
extension World {
    private mutating func delay() -> Duration {
        let spread = random.below(plan.slowest - plan.quickest + 1)
        return .milliseconds(Int64(plan.quickest + spread))
    }

    mutating func dial(_ connection: ConnectionID, by client: Int) throws(Violation) {
        if let line = clients[client].line, !lines[line].hasEnded {
            throw Violation("two connections at once")
        }
        let line = lines.count
        lines.append(
            Line(
                client: client, run: clients[client].run, connection: connection, hubHearsAt: now,
                clientHearsAt: now))
        clients[client].line = line
        clients[client].watch.connected()
        guard !isHealed, random.chance(plan.failedDials, in: 100) else {
            lines[line].clientHearsAt = now + delay()
            return agenda.enter(.opens(line: line), at: lines[line].clientHearsAt)
        }
        // Or nobody answers at all.
        guard random.chance(2, in: 3) else { return }
        agenda.enter(.clientHearsEnd(line: line, .refused(at: "there")), at: later(2_000))
    }

    mutating func open(_ line: Int) throws(Violation) {
        guard !lines[line].isBroken else { return }
        try carry(hub.opened(line, at: now))
        try feed(.link(.opened(lines[line].connection)), to: line)
    }

    mutating func send(_ frame: [UInt8], on connection: ConnectionID, by client: Int)
        throws(Violation)
    {
        guard let line = clients[client].line, lines[line].connection == connection else {
            throw Violation("sent on a connection of the past")
        }
        lines[line].hubHearsAt = max(lines[line].hubHearsAt, now + delay())
        agenda.enter(.toHub(frame, line: line), at: lines[line].hubHearsAt)
    }

    mutating func deliver(_ frame: [UInt8], from line: Int) throws(Violation) {
        guard !lines[line].isBroken else { return }
        try carry(hub.receive(frame, on: line, at: now))
    }

    /// Sends what the hub says on its way.
    mutating func carry(_ replies: [Reply]) throws(Violation) {
        if let misdeed = hub.misdeed { throw Violation(misdeed) }
        for reply in replies where !lines[reply.link].isBroken {
            let arrival = max(lines[reply.link].clientHearsAt, now + delay())
            lines[reply.link].clientHearsAt = arrival
            agenda.enter(.toClient(reply), at: arrival)
        }
    }

    /// Delivers late, too, on lines that the client has left: it must not matter.
    mutating func deliver(_ reply: Reply) throws(Violation) {
        let line = lines[reply.link]
        guard !line.isBroken else { return }
        guard case .frame(let frame, let answers) = reply.content else {
            return try close(reply.link, .closedByHub)
        }
        if clients[line.client].line == reply.link {
            clients[line.client].watch.heard(answersTo: answers)
        }
        try feed(.link(.received(frame, on: line.connection)), to: reply.link)
    }

    mutating func hangUp(
        _ connection: ConnectionID, _ parting: Parting, by client: Int
    ) throws(Violation) {
        guard let line = clients[client].line, lines[line].connection == connection else {
            throw Violation("hung up a connection of the past")
        }
        agenda.enter(.clientHearsEnd(line: line, .lost), at: later(50))
        letHubHearEnd(of: line, isGoodbye: parting == .goodbye || parting == .lost)
    }

    /// The hub hears what was sent before, and then the end.
    mutating func letHubHearEnd(of line: Int, isGoodbye: Bool) {
        let end = max(lines[line].hubHearsAt, now) + delay()
        agenda.enter(.hubHearsEnd(line: line, isGoodbye: isGoodbye), at: end)
    }

    mutating func close(_ line: Int, _ reason: ConnectionFailure) throws(Violation) {
        guard !lines[line].hasEnded else { return }
        lines[line].hasEnded = true
        try feed(.link(.closed(lines[line].connection, reason)), to: line)
    }

    mutating func breakLine(_ line: Int, isSilent: Bool) {
        lines[line].isBroken = true
        let hubHearsAt = later(isSilent ? 90_000 : 3_000)
        agenda.enter(.hubHearsEnd(line: line, isGoodbye: false), at: hubHearsAt)
        guard !isSilent else { return }
        agenda.enter(.clientHearsEnd(line: line, .lost), at: later(3_000))
    }

    /// Hands the event to the program that dialled, if it still runs.
    private mutating func feed(_ event: Replica.Event, to line: Int) throws(Violation) {
        let line = lines[line]
        guard clients[line.client].run == line.run else { return }
        try feed(event, toClient: line.client)
    }
}
