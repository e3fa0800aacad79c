internal import Lobby
internal import SimperiumClock
internal import SimperiumSync
internal import Visit

/// What is known of a guest's line.
struct GuestLine: Sendable {
    var rough = RoughLine()
    var hasCome = false
    var isConnected = false
    /// What another run of the program would go on with.
    var kept: KeptSeat?
    /// When something happens to it next.
    var breaksAt: Instant?
    /// Since when a trouble is over from which the guest has not recovered.
    var mendedAt: Instant?
    /// Since when it has no line although nobody broke it on purpose.
    var lostAt: Instant?

    /// In which hall it was last.
    private var hall: HallNumber?

    /// Takes note of where it is, and says whether it has come there from another hall.
    mutating func follow(_ present: HallNumber?) -> Bool {
        guard let present, present != hall else { return false }
        defer { hall = present }
        return hall != nil
    }

    /// Whether the guest's program runs.
    var hasProgram: Bool { rough.trouble != .killed }
    /// Whether there is somebody who does anything.
    var isAttended: Bool { hasProgram && rough.trouble != .paused }
    var nextDeadline: Instant? { sooner(breaksAt, rough.end) }
}

extension LoadGuest {
    /// Only somebody in a match has anything to lose.
    mutating func beginTrouble(at now: Instant) {
        line.breaksAt = nil
        guard line.isConnected, line.kept != nil, visit.own != nil,
            let trouble = random.pick(RoughLine.Trouble.allCases)
        else { return }
        report(.broke)
        if trouble == .killed { line.isConnected = false }
        if trouble == .paused {
            inLobby(at: now) { $0.part(by: .pause(.paused), at: now) }
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

    /// Starts a program that was killed again, once the old line is no more.
    mutating func startAgain(at now: Instant) {
        guard line.rough.isIdle, let end = line.rough.end, end <= now, let kept = line.kept else {
            return
        }
        line.mendedAt = now
        _ = line.rough.finish(at: now)
        visit = LobbyClient(
            beginning.goingOn(
                with: kept, run: RunID(rawValue: random.next()), seed: random.next()))
        enter(at: now)
        inLobby(at: now) { $0.handle(.begin, at: now) }
    }

    /// A server was killed, or hung up. Who plays wants to be back soon.
    mutating func noteLoss(_ reason: ConnectionFailure, at now: Instant) {
        guard !line.rough.isExcused(at: now) else { return }
        report(.lostLine(reason))
        if line.lostAt == nil, visit.own != nil { line.lostAt = now }
    }

    mutating func noteConnection(at now: Instant) {
        line.isConnected = true
        if let since = line.lostAt.take() { report(.returned(after: now - since)) }
        guard let since = line.mendedAt.take() else { return }
        report(.recovered(after: now - since))
    }
}
