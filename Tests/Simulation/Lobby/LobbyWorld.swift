package import Lobby
package import SimperiumClock
package import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire
internal import SyncHub
package import Visit

/// Programs in the lobby and its server, all real, with a simulated network and clock. The same
/// seed gives the same run.
package struct LobbyWorld {
    package internal(set) var server: LobbyServer
    package internal(set) var visitors: [SimulatedVisitor] = []
    package internal(set) var random: SeededRandom
    /// The number of times that each event of interest has been reported to a user.
    package private(set) var coveredEvents: [CoveredEvent: Int] = [:]
    /// The program whose changes of its Player's mode the guard refuses, because they get an
    /// unknown member on the way; nil for none.
    package var programWithRefusedModes: Int?
    private var net: SimulatedNet<Int, Never>

    package init(
        seed: UInt64, isGuarded: Bool = true, grace: Int = 60, isRecorded: Bool = false,
        halls: HallLimits = .unlimited, shards: Int = 1
    ) {
        random = SeededRandom(seed: seed)
        net = SimulatedNet(seed: random.next(), latency: 200...2_000)
        server = LobbyServer(
            isGuarded: isGuarded, grace: grace, isRecorded: isRecorded, halls: halls,
            shards: shards)
    }

    package var now: Instant { net.now }

    /// The shortest and the longest time that a frame takes, in microseconds.
    package var latency: ClosedRange<UInt64> {
        get { net.latency }
        set { net.latency = newValue }
    }

    /// The number of dials out of a hundred that are refused.
    package var failedDials: UInt64 {
        get { net.failedDials }
        set { net.failedDials = newValue }
    }

    /// Adds a program that enters with this mode, or only watches if there is none.
    @discardableResult
    package mutating func add(_ mode: MatchmakingMode? = .auto, seesKeys: Bool = false) -> Int {
        visitors.append(SimulatedVisitor(number: visitors.count))
        visitors[visitors.count - 1].seesKeys = seesKeys
        start(visitors.count - 1, mode)
        return visitors.count - 1
    }

    /// Starts a program that isn't running.
    package mutating func start(_ visitor: Int, _ mode: MatchmakingMode?, goingOn: Bool = false) {
        guard visitors[visitor].visit == nil else { return }
        visitors[visitor].start(&random, goingOn: goingOn)
        let name = PlayerName(cleaning: "p\(visitor)")
        if let mode { ask(.enter(name, mode, .terminal), by: visitor) }
        feed(.begin, to: visitor)
    }

    /// Ends a program like a power cut.
    package mutating func kill(_ visitor: Int) {
        guard visitors[visitor].visit != nil else { return }
        net.cutLine(of: visitor)
        net.end(visitor)
        visitors[visitor].visit = nil
    }

    package mutating func ask(_ request: LobbyRequest, by visitor: Int) {
        let seesKeys = visitors[visitor].seesKeys
        change(visitor) { client, now in
            if seesKeys { _ = client.recordKeyPressOrWakeAnswer(at: now) }
            do throws(RequestObstacle) {
                try client.ask(request, at: now)
            } catch {
                return error
            }
            return nil
        }
    }

    /// Makes a program search all halls.
    package mutating func seek(_ sought: HallSearchGoal, by visitor: Int) {
        change(visitor) { $0.setHallSearch(sought, at: $1) }
    }

    /// Makes a program join a friend, in any hall.
    package mutating func join(_ code: JoinCodeWithHall, by visitor: Int) {
        change(visitor) { $0.joinFriend(by: code, at: $1) }
    }

    /// Hides the names of players from a program who don't want spectators to read them.
    package mutating func hideNames(from visitor: Int) {
        visitors[visitor].visit?.respectHiddenNames()
    }

    /// Makes a program hang up so that its session is kept.
    package mutating func pause(_ visitor: Int, _ cause: Absence.Cause) {
        change(visitor) { $0.disconnect(by: .keepSeat(cause), at: $1) }
    }

    /// Makes a program leave because its user is gone and can't return.
    package mutating func lose(_ visitor: Int) {
        change(visitor) { $0.disconnect(by: .connectionLost, at: $1) }
    }

    package mutating func suspend(_ visitor: Int) {
        visitors[visitor].isSuspended = true
        change(visitor) { $0.disconnect(by: .leave, at: $1) }
    }

    package mutating func resume(_ visitor: Int) {
        visitors[visitor].isSuspended = false
        change(visitor) { $0.resume(at: $1) }
    }

    package mutating func run(for span: Duration) {
        run(until: now + span)
    }

    package mutating func run(until end: Instant) {
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let visitor): feed(.link(event), to: visitor)
            case .wakes(let visitor): feed(.wake, to: visitor)
            case .server(let event): handleByServer(event)
            }
        }
    }

    package mutating func cutLine(of visitor: Int, isSilent: Bool = false) {
        net.cutLine(of: visitor, isSilent: isSilent)
    }

    /// Ends the server, starts another one at the same address, and returns the former one.
    @discardableResult
    package mutating func replaceServer(with other: LobbyServer) -> LobbyServer {
        let former = server
        server = other
        restartServer()
        return former
    }

    package mutating func restartServer() {
        net.endServer()
        server.restart(at: net.now)
        handleByServer(.wake)
    }
}

/// The handling of events by programs and the server.
extension LobbyWorld {
    mutating func feed(_ event: ProgramEvent, to visitor: Int) {
        change(visitor) { $0.handle(event, at: $1) }
    }

    mutating func change(_ visitor: Int, by change: (inout LobbyClient, Instant) -> Void) {
        self.change(visitor) { client, now in
            change(&client, now)
            return nil
        }
    }

    /// Makes a program act, and performs its effects. A refused request is a notice, as in the real
    /// program.
    private mutating func change(
        _ visitor: Int, by change: (inout LobbyClient, Instant) -> RequestObstacle?
    ) {
        guard var client = visitors[visitor].visit else { return }
        visitors[visitor].recordConsent(at: net.now)
        let obstacle = change(&client, net.now)
        let output = client.takeOutput()
        visitors[visitor].visit = client
        visitors[visitor].recordConsent(at: net.now)
        if let obstacle { record(.refused(obstacle), to: visitor) }
        for effect in output.effects { perform(effect, of: visitor) }
        for news in output.news {
            switch news {
            case .notice(let notice): record(notice, to: visitor)
            case .ignored(let error):
                preconditionFailure("the hub is not understood: \(error)")
            case .status, .takenOver, .lostSeat, .account: break
            }
        }
        visitors[visitor].recordHall()
        net.setAlarm(of: visitor, at: visitors[visitor].visit?.nextDeadline)
    }

    private mutating func perform(_ effect: ProgramEffect, of visitor: Int) {
        switch effect {
        case .link(.send(let frame, on: let link)) where visitor == programWithRefusedModes:
            net.perform(.send(frame.withUnknownMemberBesideMode, on: link), by: visitor)
        case .link(let effect):
            if case .send(let frame, _) = effect, frame.startsMatch {
                visitors[visitor].insertCount += 1
            }
            net.perform(effect, by: visitor)
        case .keep(let seat, _): visitors[visitor].disk = seat
        // These clients have connections of their own.
        default: break
        }
    }

    private mutating func record(_ notice: Notice, to visitor: Int) {
        visitors[visitor].notices.append(notice)
        if let event = CoveredEvent(notice, at: visitors[visitor].visit) {
            coveredEvents[event, default: 0] += 1
        }
        guard let client = visitors[visitor].visit,
            let fault = visitors[visitor].consent.fault(of: notice, to: client, at: net.now)
        else { return }
        visitors[visitor].consentFaults.append(fault)
    }

    mutating func handleByServer(_ event: Hub.Event) {
        net.handle(&server, event)
    }

    /// Changes members of the only Match, without asking the guard.
    package mutating func forge(_ members: JSONObject) {
        guard let (key, object) = server.objects(in: .match).first else { return }
        var forged = object
        for member in members { forged[member.name] = member.value }
        net.perform(server.write(forged, as: key, at: net.now))
    }
}

extension [UInt8] {
    /// True if a program inserts a Match by this frame.
    fileprivate var startsMatch: Bool {
        let text = String(decoding: self, as: UTF8.self)
        return text.hasPrefix("1:c:") && !text.contains(#""sv""#) && text.contains("matrix")
    }

    /// The frame with an unknown member in a change that begins with a Player's mode.
    fileprivate var withUnknownMemberBesideMode: [UInt8] {
        let text = String(decoding: self, as: UTF8.self)
        let spoilt = text.replacing(
            #""v":{"mode":"#, with: #""v":{"unknown":{"o":"+","v":1},"mode":"#)
        return Array(spoilt.utf8)
    }
}
