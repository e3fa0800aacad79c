internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// The state of a guest's connection.
struct LoadGuestLine: Sendable {
    var rough = RoughLine()
    var hasCome = false
    var isConnected = false
    /// The place that another run of the program would continue.
    var kept: KeptSeat?
    /// The time of its next planned break.
    var breaksAt: Instant?
    /// The end of a trouble that still affects the guest.
    var mendedAt: Instant?
    /// The time of an unplanned loss of the connection, until it is back.
    var lostAt: Instant?

    /// Its last known hall.
    private var hall: HallNumber?
    private var moves = 0

    /// Notes its hall. Returns the number of its moves so far if it came there from another one.
    mutating func follow(_ present: HallNumber?) -> Int? {
        guard let present, present != hall else { return nil }
        defer { hall = present }
        guard hall != nil else { return nil }
        moves += 1
        return moves
    }

    /// True if the guest's program runs.
    var hasProgram: Bool { rough.trouble != .killed }
    /// True if the guest acts.
    var isAttended: Bool { hasProgram && rough.trouble != .paused }
    var nextDeadline: Instant? { sooner(breaksAt, rough.end) }
}

extension LoadGuest {
    /// Begins a trouble. Only a guest in a match can lose anything.
    mutating func beginTrouble(at now: Instant) {
        line.breaksAt = nil
        guard line.isConnected, line.kept != nil, visit.own != nil,
            let trouble = random.pick(RoughLine.Trouble.allCases)
        else { return }
        report(.broke)
        if trouble == .killed { line.isConnected = false }
        if trouble == .paused {
            inLobby(at: now) { $0.disconnect(by: .keepSeat(.paused), at: now) }
        }
        let effect = line.rough.begin(trouble, at: now, &random)
        if let effect { effects.append(.link(effect)) }
    }

    mutating func endTrouble(at now: Instant) {
        let trouble = line.rough.trouble
        guard trouble != .killed else { return startAgain(at: now) }
        line.mendedAt = now
        for effect in line.rough.finish(at: now) { effects.append(.link(effect)) }
        if trouble == .paused { inLobby(at: now) { $0.resume(at: now) } }
    }

    /// Starts a program that was killed again, once its old connection is gone.
    mutating func startAgain(at now: Instant) {
        guard line.rough.isIdle, let end = line.rough.end, end <= now, let kept = line.kept else {
            return
        }
        line.mendedAt = now
        _ = line.rough.finish(at: now)
        visit = LobbyClient(
            beginning.continuing(
                kept, run: RunID(rawValue: random.next()), seed: random.next()))
        enter(at: now)
        inLobby(at: now) { $0.handle(.begin, at: now) }
    }

    /// Notes an unplanned loss: a server was killed, or hung up. The guest must be back soon.
    mutating func noteLoss(_ reason: LinkFailure, at now: Instant) {
        guard !line.rough.isExcused(at: now) else { return }
        report(.lostLine(reason))
        if line.lostAt == nil { line.lostAt = now }
    }

    mutating func noteConnection(at now: Instant) {
        line.isConnected = true
        if let since = line.lostAt.take() { report(.returned(after: now - since)) }
        guard let since = line.mendedAt.take() else { return }
        report(.recovered(after: now - since))
    }
}
