import Game
import Lobby
import SimperiumClock
import SimperiumJSON
import Visit

/// A hub, its programs, and the connections between them. It owns time and randomness.
///
/// Messages on a connection arrive in order. If `lanes` is 3, each bucket has a connection of its
/// own to a program, as if changes in different buckets could overtake one another.
struct ModelWorld: Hashable {
    /// One thing that can happen next.
    enum Step: Hashable {
        case up(Int)
        case down(Int, lane: Int)
        case wake(Int)
        case expire(Int)
    }

    /// The time when a step can happen, unless another one happens before.
    struct Posting: Hashable {
        let at: Instant
        let step: Step
    }

    var hub = LobbyModelHub()
    var programs: [LobbyProgram] = []
    var now = Instant.start
    var latency: ClosedRange<Int>?
    var lanes = 1
    var random: SeededRandom
    private var postings: [Posting] = []

    init(seed: UInt64 = 0, hasReferee: Bool = false) {
        random = SeededRandom(seed: seed)
        if hasReferee { hub.referee = LobbyEditReferee() }
    }

    /// Returns the postings since the last call.
    mutating func collectPostings() -> [Posting] {
        defer { postings = [] }
        return postings
    }

    var steps: [Step] {
        programs.indices.flatMap { number -> [Step] in
            let program = programs[number]
            let down = program.down.indices.filter { !program.down[$0].isEmpty }
            return (program.up.isEmpty ? [] : [.up(number)])
                + down.map { .down(number, lane: $0) }
        }
    }

    var nextDeadline: Instant? {
        let wakes = programs.compactMap { $0.isGone ? nil : $0.nextDeadline }
        return (wakes + hub.absent.values.map(\.until)).min()
    }

    mutating func perform(_ step: Step) {
        switch step {
        case .up(let number):
            guard let letter = programs[number].up.popFirst() else { return }
            switch letter.content {
            case .join: join(number)
            case .change(let pending): deliver(pending, from: number)
            }
        case .down(let number, let lane):
            guard let letter = programs[number].down[lane].popFirst() else { return }
            programs[number].receive(letter.content, at: now)
            send(from: number)
        case .wake(let number): wake(number)
        case .expire(let number): expire(number)
        }
    }

    /// Wakes the programs with a past deadline.
    mutating func wake() {
        for number in programs.indices { wake(number) }
        for number in hub.absent.keys.sorted() { expire(number) }
    }

    private mutating func wake(_ number: Int) {
        guard !programs[number].isGone, let due = programs[number].nextDeadline, due <= now else {
            return
        }
        handle(.wake, by: number)
    }

    private mutating func expire(_ number: Int) {
        guard let until = hub.absent[number]?.until, until <= now else { return }
        for (bucket, entry) in hub.removeBelongings(of: number, at: now) {
            broadcast(.entry(bucket, entry, length: hub.log(of: bucket).count))
        }
    }
}

/// Actions of players, and breaks of connections.
extension ModelWorld {
    @discardableResult
    mutating func add(_ program: LobbyProgram) -> Int {
        programs.append(program)
        let number = programs.count - 1
        programs[number].number = number
        programs[number].down = Array(repeating: [], count: lanes)
        programs[number].launch(at: now)
        connect(number)
        return number
    }

    mutating func ask(_ request: LobbyRequest, by number: Int) {
        if programs[number].seesKeys { handle(.pressed, by: number) }
        handle(.asked(request), by: number)
    }

    /// Lets the tutorial's program of `number` place a piece.
    mutating func play(_ square: Square, byTutorial number: Int) {
        programs[number].play(square)
        send(from: number)
    }

    mutating func connect(_ number: Int) {
        programs[number].expectFrames()
        deliver(.join, from: number)
    }

    /// Breaks a connection. Messages under way are lost.
    mutating func breakLine(of number: Int, because cause: Absence.Cause = .line) {
        cut(number)
        let keys = LobbyBucket.allCases.map { ($0, hub.belongings(of: number, in: $0)) }
        guard hub.hasGrace else {
            hub.set(number, to: Absence(since: now, until: now, cause: cause), at: now)
            return expire(number)
        }
        let until = now + LobbyModelHub.grace
        let absence = Absence(since: now, until: until, cause: cause)
        hub.set(number, to: absence, at: now)
        postings.append(Posting(at: until, step: .expire(number)))
        for (bucket, keys) in keys where !keys.isEmpty {
            broadcast(.away(bucket, keys, absence))
        }
    }

    /// Ends a program, with or without a goodbye.
    mutating func end(_ number: Int, saysGoodbye: Bool) {
        programs[number].isGone = true
        guard saysGoodbye else { return breakLine(of: number) }
        cut(number)
        hub.set(number, to: Absence(since: now, until: now, cause: .line), at: now)
        expire(number)
    }

    private mutating func cut(_ number: Int) {
        programs[number].cut()
        if !programs[number].isGone { handle(.heard(.offline), by: number) }
    }

    mutating func handle(_ event: ModelClient.Event, by number: Int) {
        programs[number].handle(event, at: now)
        send(from: number)
    }
}

/// Messages.
extension ModelWorld {
    private mutating func send(from number: Int) {
        let fresh = programs[number].isCaughtUp ? programs[number].replica.takeUnsent() : []
        for pending in fresh { deliver(.change(pending), from: number) }
        if let due = programs[number].nextDeadline {
            postings.append(Posting(at: due, step: .wake(number)))
        }
    }

    /// Sends the times when the players to move began to think.
    private mutating func tellAges(_ number: Int) {
        for start in hub.referee?.clockStarts(of: nil) ?? [] {
            let since = now + (start.since - ServerTime(now))
            send(number, .aged(.match, start.key, since: since))
        }
    }

    private mutating func join(_ number: Int) {
        let isBack = hub.absent[number] != nil
        hub.set(number, to: nil, at: now)
        programs[number].isListening = true
        for bucket in LobbyBucket.allCases {
            // As of a server of the first version where there is no referee.
            if hub.referee != nil, programs[number].knowsRules {
                send(number, .rules(bucket, LobbyEditReferee.rules))
            }
            let log = hub.log(of: bucket)
            if let length = programs[number].replica.lengths[bucket], !programs[number].forgets {
                send(number, .missed(bucket, Array(log.dropFirst(length)), length: log.count))
            } else {
                let index = hub.index(of: bucket)
                send(
                    number,
                    .index(bucket, index.map(\.key), index.map(\.object), length: log.count))
            }
            if bucket == .match, programs[number].knowsRules { tellAges(number) }
            let present = programs.indices.filter { hub.absent[$0] == nil }
                .flatMap { hub.belongings(of: $0, in: bucket) }
            // As a real replica reports a player who was away before the break.
            if !present.isEmpty { send(number, .back(bucket, present)) }
            for (absentee, absence) in hub.absent.sorted(by: { $0.key < $1.key }) {
                let keys = hub.belongings(of: absentee, in: bucket)
                if !keys.isEmpty { send(number, .away(bucket, keys, absence)) }
            }
            let own = hub.belongings(of: number, in: bucket)
            if isBack, !own.isEmpty { broadcast(.back(bucket, own)) }
        }
        programs[number].forgets = false
    }

    private mutating func deliver(_ pending: ModelReplica.Pending, from number: Int) {
        let bucket = pending.edit.parts.0
        let answer = hub.accept(
            pending.edit, change: pending.change, by: number, named: programs[number].id, at: now)
        switch answer {
        case .accepted(let entry):
            broadcast(.entry(bucket, entry, length: hub.log(of: bucket).count))
        case .refused(let refusal):
            send(number, .refused(bucket, change: pending.change, refusal))
        case .known: send(number, .known(bucket, change: pending.change))
        }
    }

    private mutating func broadcast(_ frame: ModelReplica.Frame) {
        for number in programs.indices where programs[number].isListening { send(number, frame) }
    }

    private mutating func send(_ number: Int, _ frame: ModelReplica.Frame) {
        let lane = lanes == 1 ? 0 : LobbyBucket.allCases.firstIndex { $0 == frame.bucket } ?? 0
        let at = arrival(after: programs[number].down[lane].last?.at)
        programs[number].down[lane].append(Letter(at: at, content: frame))
        postings.append(Posting(at: at, step: .down(number, lane: lane)))
    }

    private mutating func deliver(_ cargo: LobbyProgram.Cargo, from number: Int) {
        let at = arrival(after: programs[number].up.last?.at)
        programs[number].up.append(Letter(at: at, content: cargo))
        postings.append(Posting(at: at, step: .up(number)))
    }

    private mutating func arrival(after last: Instant?) -> Instant {
        guard let latency else { return now }
        let wait = latency.lowerBound + random.numberBelow(latency.count)
        return max(last ?? now, now + .microseconds(wait))
    }
}

/// Something on a line, and when it arrives.
struct Letter<Content: Hashable>: Hashable {
    let at: Instant
    let content: Content
}
