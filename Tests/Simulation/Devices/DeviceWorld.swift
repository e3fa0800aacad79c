internal import Game
internal import Records
internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire
internal import SyncHub
internal import Visit

/// Two to five devices of two accounts. Each has several programs with copies of their own, which
/// are offline for long, have slow or full disks, and are killed at any instant.
package struct DeviceWorld {
    enum PlannedEvent {
        case start(device: Int)
        case edit
        case kill
        case cutConnection
        case write(program: Int)
        case fillDisk
    }

    /// The first hub is the lobby's, the others are those of the accounts.
    var hubs: [ModelHub]
    var devices: [SimulatedDevice]
    /// Nil for a program that has ended.
    var programs: [DeviceProgram?] = []
    var random: SeededRandom
    private var net: SimulatedNet<Int, PlannedEvent>
    /// The hub of each channel of a connection.
    private var channels: [SyncHub.ConnectionID: [ChannelNumber: Int]] = [:]
    private var made = 0
    private var isHealed = false
    /// The results of each account that were on a disk, or at the hub.
    private var kept: [Set<String>] = [[], []]
    private var written: [String: JSONObject] = [:]

    package init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        var fork = random.fork()
        net = SimulatedNet(seed: fork.next(), latency: 1_000...100_000)
        net.failedDials = 33
        hubs = (0..<3).map { _ in ModelHub(random: fork.fork()) }
        for name in ["Player", "Match", "Watcher"] {
            hubs[0].begin(Fixture.bucket(name), with: [:])
        }
        for hub in 1...2 {
            for bucket in RecordBucket.allCases {
                hubs[hub].begin(Fixture.bucket(bucket.rawValue), with: [:])
            }
        }
        let count = 2 + random.numberBelow(4)
        devices = (0..<count).map { SimulatedDevice(account: $0 % 2) }
        for device in 0..<count {
            for _ in 0..<(1 + random.numberBelow(3)) {
                net.enter(.start(device: device), at: later(20_000))
            }
        }
        for _ in 0..<(10 + random.numberBelow(30)) { net.enter(.edit, at: later(120_000)) }
        for _ in 0..<random.numberBelow(12) { net.enter(.kill, at: later(120_000)) }
        for _ in 0..<random.numberBelow(12) { net.enter(.cutConnection, at: later(120_000)) }
        for _ in 0..<random.numberBelow(3) { net.enter(.fillDisk, at: later(120_000)) }
    }

    /// Runs the faults, then heals the world. Then all devices of an account must have equal
    /// results, and every result that was on a disk or at the hub.
    package mutating func run() throws(Violation) {
        run(until: .start + .seconds(150))
        isHealed = true
        net.failedDials = 0
        net.cutAllLines()
        for _ in 0..<60 {
            for device in devices.indices { startOnIdleCopies(of: device) }
            run(until: net.now + .seconds(10))
            if isAtRest { break }
        }
        guard isAtRest else { throw Violation("there is no rest: \(states)") }
        try check()
    }
}

extension DeviceWorld {
    private mutating func later(_ milliseconds: UInt64) -> Instant {
        net.now + .milliseconds(Int64(random.numberBelow(milliseconds + 1)))
    }

    private mutating func run(until end: Instant) {
        while let event = net.next(until: end) {
            switch event {
            case .program(let event, let program): feed(.link(event), to: program)
            case .wakes(let program): feed(.wake, to: program)
            case .server(let event): handleByHubs(event)
            case .world(let event): perform(event)
            }
        }
    }

    private mutating func perform(_ event: PlannedEvent) {
        switch event {
        case .start(let device): start(on: device)
        case .edit: edit()
        case .kill:
            guard let program = random.pick(running) else { return }
            programs[program]?.effectsToLive = random.numberBelow(8)
        case .cutConnection: if let program = random.pick(running) { net.cutLine(of: program) }
        case .write(let program): write(program)
        case .fillDisk:
            guard let program = random.pick(running) else { return }
            feed(.stored(.failed(because: "the disk is full")), to: program)
        }
    }

    var running: [Int] { programs.indices.filter { programs[$0] != nil } }

    private mutating func start(on device: Int) {
        let free = devices[device].copies.firstIndex { $0.holder == nil }
        guard free != nil || devices[device].copies.count < 8 else { return }
        let copy = free ?? devices[device].copies.count
        if free == nil {
            devices[device].copies.append(SimulatedCopy(Fixture.clientID(device * 10 + copy)))
        }
        begin(copy, of: device)
    }

    private mutating func startOnIdleCopies(of device: Int) {
        for copy in devices[device].copies.indices
        where devices[device].copies[copy].holder == nil {
            begin(copy, of: device)
        }
    }

    private mutating func begin(_ copy: Int, of device: Int) {
        let program = programs.count
        devices[device].copies[copy].holder = program
        let file = devices[device].copies[copy]
        let number = devices[device].account + 1
        let account = SavedAccount(
            server: "ws://localhost", user: "user-\(number)", name: "name-\(number)",
            token: Fixture.token(number))
        let visitor = ClientID.trappingIfInvalid("visitor-\(program)")
        let settings = ReplicaSettings.lobby(
            visitor, run: RunID(rawValue: random.next()), seed: random.next())
        programs.append(
            DeviceProgram(device: device, copy: copy, visit: LobbyClient(settings)))
        let signedIn = LocalAccountData(
            account, by: file.clientID, keeping: .file, file.buckets)
        feed(.signedIn(signedIn), to: program)
        feed(.begin, to: program)
    }

    /// Lets a program store a result of a round against a bot, or add or remove a friend.
    private mutating func edit() {
        guard let program = random.pick(running), let running = programs[program] else { return }
        made += 1
        let stamp = ServerTime(milliseconds: Int64(made))
        guard random.chance(3, in: 4) else {
            let friend = "friend-\(random.numberBelow(3))"
            let isFriend = running.visit.records?.isFriend(friend) == true
            let edit =
                isFriend
                ? RecordEdit.unfriend(friend) : .friend(friend, Friend(since: stamp))
            return record(edit, by: program)
        }
        let result = RoundResult(
            against: nil, called: "bot", as: .circle, random.chance(1, in: 2) ? .won : .lost,
            by: .line, at: stamp, level: Bot.allCases.first)
        let key = ResultKey.bot("\(made)")
        written[key.text] = result.members
        record(.result(key, result), by: program)
    }
}

extension DeviceWorld {
    private mutating func feed(_ event: ProgramEvent, to program: Int) {
        programs[program]?.visit.handle(event, at: net.now)
        performEffects(of: program)
    }

    private mutating func record(_ edit: RecordEdit, by program: Int) {
        programs[program]?.visit.changeAccountRecord(edit, at: net.now)
        performEffects(of: program)
    }

    private mutating func performEffects(of program: Int) {
        guard let effects = programs[program]?.visit.takeOutput().effects else { return }
        for effect in effects {
            if let rest = programs[program]?.effectsToLive, !isHealed {
                guard rest > 0 else { return kill(program) }
                programs[program]?.effectsToLive = rest - 1
            }
            perform(effect, by: program)
        }
        net.setAlarm(of: program, at: programs[program]?.visit.nextDeadline)
    }

    private mutating func perform(_ effect: ProgramEffect, by program: Int) {
        switch effect {
        case .link(let effect): net.perform(effect, by: program)
        case .store(let work):
            programs[program]?.unwritten.append(work)
            net.enter(.write(program: program), at: later(isHealed ? 5 : 400))
        default: break
        }
    }

    private mutating func kill(_ program: Int) {
        guard let ended = programs[program] else { return }
        programs[program] = nil
        devices[ended.device].copies[ended.copy].holder = nil
        net.end(program)
        net.enter(.start(device: ended.device), at: later(30_000))
    }

    /// Lets a program's disk perform the first waiting work. Does nothing if the program has ended,
    /// or an earlier call has done the work.
    private mutating func write(_ program: Int) {
        guard let running = programs[program], let work = running.unwritten.first else { return }
        programs[program]?.unwritten.removeFirst()
        devices[running.device].copies[running.copy].perform(work)
        let results = devices[running.device].copies[running.copy].results
        kept[devices[running.device].account].formUnion(results)
        feed(.stored(.stored(work.number)), to: program)
    }

    /// Passes a frame to the hub of its channel, and every other event to all hubs.
    private mutating func handleByHubs(_ event: Hub.Event) {
        guard case .received(let frame, let id) = event else {
            for hub in hubs.indices { net.perform(hubs[hub].handle(event, at: net.now)) }
            return
        }
        guard let message = try? ClientMessage(frame: frame.span) else { return }
        var hub = 0
        if case .command(let command, let channel) = message {
            if case .initialize(.success(let request)) = command {
                channels[id, default: [:]][channel] = Fixture.account(of: request.token)
            }
            hub = channels[id]?[channel] ?? 0
        }
        net.perform(hubs[hub].handle(event, at: net.now))
    }
}

extension DeviceWorld {
    private var isAtRest: Bool {
        running.allSatisfy { program in
            guard let visit = programs[program]?.visit else { return true }
            return visit.accountStatus == .synced && visit.unsentRecords.isEmpty
                && programs[program]?.unwritten.isEmpty == true
        } && devices.allSatisfy { $0.copies.allSatisfy { $0.holder != nil } }
    }

    private var states: String {
        running.map { program in
            guard let visit = programs[program]?.visit else { return "" }
            return "\(visit.accountStatus) \(visit.unsentRecords)"
        }.joined(separator: ", ")
    }

    private func check() throws(Violation) {
        for account in 0..<2 {
            let name = Fixture.bucket(RecordBucket.result.rawValue)
            let results = hubs[account + 1].objects(in: name)
            let keys = Set(results.keys.map(\.text))
            guard kept[account].isSubset(of: keys) else {
                throw Violation("lost \(kept[account].subtracting(keys))")
            }
            for (key, object) in results where written[key.text] != object {
                throw Violation("\(key) is \(object)")
            }
            let friends = hubs[account + 1].objects(in: Fixture.bucket("friend"))
            for program in running {
                guard let running = programs[program],
                    devices[running.device].account == account
                else { continue }
                let records = running.visit.records
                guard records?.resultCount == keys.count,
                    records?.statistics.total.played == keys.count
                else {
                    throw Violation("program \(program) counts \(records?.resultCount as Any)")
                }
                guard let shown = records?.friends.keys,
                    Set(shown) == Set(friends.keys.map(\.text))
                else { throw Violation("program \(program) has other friends") }
                let copy = devices[running.device].copies[running.copy]
                guard copy.results == keys else {
                    throw Violation("the copy of program \(program) is not at rest")
                }
            }
        }
    }
}

extension Fixture {
    fileprivate static func token(_ account: Int) -> Token {
        .trappingIfInvalid("0123456789abcdef0123456789abcde\(account)")
    }

    fileprivate static func account(of token: Token) -> Int {
        token == self.token(1) ? 1 : token == self.token(2) ? 2 : 0
    }
}
