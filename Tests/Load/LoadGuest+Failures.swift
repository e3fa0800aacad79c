internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// The state of a guest's connection and program.
struct LoadConnectionState: Sendable {
    var faults = FaultyConnection()
    var hasArrived = false
    var isConnected = false
    /// The place that another run of the program would continue.
    var kept: KeptSeat?
    /// The time of its next planned break.
    var breaksAt: Instant?
    /// The end of a planned failure that still affects the guest.
    var failureEndedAt: Instant?
    /// The time of an unplanned loss of the connection, until it is back.
    var lostAt: Instant?

    /// Its last known hall.
    private var hall: HallNumber?
    private var moves = 0

    /// Records its hall. Returns the number of its moves so far if it came there from another one.
    mutating func recordHall(_ present: HallNumber?) -> Int? {
        guard let present, present != hall else { return nil }
        defer { hall = present }
        guard hall != nil else { return nil }
        moves += 1
        return moves
    }

    /// True if the guest's program runs.
    var hasProgram: Bool { faults.failure != .killed }
    /// True if the guest acts.
    var isAttended: Bool { hasProgram && faults.failure != .paused }
    var nextDeadline: Instant? { sooner(breaksAt, faults.end) }
}

extension LoadGuest {
    /// Begins a planned failure. Only a guest in a match can lose anything.
    mutating func beginFailure(at now: Instant) {
        connection.breaksAt = nil
        guard connection.isConnected, connection.kept != nil, visit.own != nil,
            let failure = random.pick(FaultyConnection.PlannedFailure.allCases)
        else { return }
        report(.broke)
        if failure == .killed { connection.isConnected = false }
        if failure == .paused {
            changeVisit(at: now) { $0.disconnect(by: .keepSeat(.paused), at: now) }
        }
        let effect = connection.faults.begin(failure, at: now, &random)
        if let effect { effects.append(.link(effect)) }
    }

    mutating func endFailure(at now: Instant) {
        let failure = connection.faults.failure
        guard failure != .killed else { return restartProgram(at: now) }
        connection.failureEndedAt = now
        for effect in connection.faults.finish(at: now) { effects.append(.link(effect)) }
        if failure == .paused { changeVisit(at: now) { $0.resume(at: now) } }
    }

    /// Starts a program that was killed again, once its old connection is gone.
    mutating func restartProgram(at now: Instant) {
        guard connection.faults.isIdle, let end = connection.faults.end, end <= now,
            let kept = connection.kept
        else { return }
        connection.failureEndedAt = now
        _ = connection.faults.finish(at: now)
        visit = LobbyClient(
            beginning.continuing(
                kept, run: RunID(rawValue: random.next()), seed: random.next()))
        enter(at: now)
        changeVisit(at: now) { $0.handle(.begin, at: now) }
    }

    /// Records an unplanned loss: a server was killed, or hung up. The guest must be back soon.
    mutating func recordLoss(_ reason: LinkFailure, at now: Instant) {
        guard !connection.faults.isExcused(at: now) else { return }
        report(.lostLine(reason))
        if connection.lostAt == nil { connection.lostAt = now }
    }

    mutating func recordReturn(at now: Instant) {
        connection.isConnected = true
        if let since = connection.lostAt.take() { report(.returned(after: now - since)) }
        guard let since = connection.failureEndedAt.take() else { return }
        report(.recovered(after: now - since))
    }
}
