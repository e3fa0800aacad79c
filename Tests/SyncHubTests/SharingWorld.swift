import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// Users with several devices each, who share notes and write to them, on connections that break,
/// with a server that is killed now and then.
///
/// Kim owns `k`, Lee owns `l`. Ann owns nothing that is shared, and may empty her bucket.
struct SharingWorld {
    private(set) var server: TestHub
    private(set) var devices: [Device] = []
    private var random: SeededRandom
    private var names = 0

    /// A program of one user.
    struct Device {
        let bucket: BucketID
        var replica: TestReplica
        let asksForAuthors: Bool
        /// Its changes without an answer.
        var unanswered: [Change] = []
        var acknowledged: [Change] = []
        /// The authors of changes, by the change's id, as this device received them.
        var authors: [ChangeID: String] = [:]
    }

    static let owners: [(key: String, bucket: BucketID)] = [("k", .todo), ("l", .todoOfLee)]

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        var limits = TestHub.limits(&random)
        limits.memory.lingeringBuckets = random.numberBelow(4)
        limits.promptWork = random.pick([0, 100, limits.promptWork]) ?? 0
        server = TestHub(limits: limits)
        server.setOptions(["sharing": true])
        for (key, bucket) in Self.owners {
            let note = Change(
                .modify(Diff(from: [:], to: ["t": ""])), key: named(key), id: named("new-\(key)"))
            _ = server.request(.change(note), of: bucket, as: bucket.identity)
        }
        let people = 2 + random.numberBelow(2)
        for number in 0..<(people + random.numberBelow(3)) {
            devices.append(
                Device(
                    bucket: BucketID.ofPeople[number % people],
                    replica: TestReplica(clientID: "c-\(number)"),
                    asksForAuthors: random.chance(1, in: 2)))
        }
    }

    mutating func live(steps: Int) {
        for _ in 0..<steps { step() }
    }

    /// Connects all devices, and lets them resend and receive everything.
    mutating func finish() {
        server.isStoreSlow = false
        server.isComputingSlow = false
        for _ in 0..<60 {
            server.answerQuestions()
            server.finishComputing()
            server.wait(.seconds(1))
            for index in devices.indices {
                connect(index)
                listen(index)
                server.page(&devices[index].replica)
            }
        }
    }

    private mutating func step() {
        let index = random.numberBelow(devices.count)
        switch random.numberBelow(40) {
        case 0..<16: edit(index)
        case 16..<22: listen(index)
        case 22..<24: server.page(&devices[index].replica)
        case 24..<27: connect(index)
        case 27: disconnect(index)
        case 28: server.isStoreSlow.toggle()
        case 29..<32: server.answerQuestions()
        case 32..<35: share()
        case 35: leave(index)
        case 36: server.isComputingSlow.toggle()
        case 37: server.finishComputing()
        case 38 where random.chance(1, in: 6): empty(index)
        case 39 where random.chance(1, in: 2): kill()
        default: break
        }
        server.wait(.milliseconds(random.numberBelow(300)))
    }

    private mutating func kill() {
        server.restart()
        for index in devices.indices { devices[index].replica.loseLine() }
    }

    /// Shares a note with a user, ends that, or changes the user's right.
    private mutating func share() {
        guard let (key, bucket) = random.pick(Self.owners) else { return }
        let other = random.pick(BucketID.ofPeople.filter { $0 != bucket })?.user.text ?? ""
        if random.chance(1, in: 4) {
            server.unshare(key, with: other, in: bucket)
        } else {
            server.share(key, with: other, mayWrite: !random.chance(1, in: 6), in: bucket)
        }
    }
}

extension SharingWorld {
    private mutating func connect(_ index: Int) {
        guard devices[index].replica.connection == nil else { return }
        let device = devices[index]
        let connection = server.connect()
        devices[index].replica.beginAgain()
        devices[index].replica.connection = connection
        server.enter(
            token: device.bucket.token, client: device.replica.clientID,
            more: device.asksForAuthors ? #","extensions":["authors"]"# : "", on: connection)
        server.send(devices[index].replica.firstFrame, from: connection)
        for change in device.unanswered { say(change, by: index) }
    }

    private mutating func disconnect(_ index: Int) {
        if random.chance(1, in: 2) { listen(index) }
        server.disconnect(&devices[index].replica)
    }

    private mutating func listen(_ index: Int) {
        for frame in server.listen(&devices[index].replica) { devices[index].record(frame) }
    }

    /// Types a word into a note on a device. It is sent now or later.
    private mutating func edit(_ index: Int) {
        let ghosts = devices[index].replica.ghosts
        guard let key = random.pick(Self.owners.map(\.key)), let ghost = ghosts[key] else { return }
        names += 1
        let id: ChangeID = named("\(devices[index].bucket.user)-\(names)")
        guard let letter = Unicode.Scalar(0x4E00 + names) else { return }
        let text = Array(ghost.object["t"]?.string ?? "")
        let place = random.numberBelow(text.count + 1)
        var object = ghost.object
        object["t"] = JSON(String(text[..<place]) + String(letter) + String(text[place...]))
        let change = Change(
            .modify(Diff(from: ghost.object, to: object)), key: named(key),
            version: EntityVersion(ghost.version), id: id)
        devices[index].unanswered.append(change)
        say(change, by: index)
    }

    private mutating func leave(_ index: Int) {
        let mine = Self.owners.filter { $0.bucket == devices[index].bucket }.map(\.key)
        guard
            let key = devices[index].replica.ghosts.keys.sorted().first(where: {
                !mine.contains($0)
            })
        else { return }
        names += 1
        say(Change(.remove, key: named(key), id: named("leave-\(names)")), by: index)
    }

    private mutating func empty(_ index: Int) {
        guard devices[index].bucket == .todoOfAnn else { return }
        names += 1
        say(Change(.empty, key: named("todo"), id: named("empty-\(names)")), by: index)
    }

    private mutating func say(_ change: Change, by index: Int) {
        server.say(change, by: devices[index].replica.connection)
    }
}

extension SharingWorld.Device {
    /// Records the results of the device's own changes, and the authors of others.
    mutating func record(_ frame: String) {
        for entry in Said(frame)?.entries ?? [] {
            switch entry {
            case .accepted(let change):
                for id in change.changeIDs { answer(id, isAccepted: true) }
            // The change was applied before, and is among the missed ones.
            case .refused(let refusal):
                for id in refusal.changeIDs {
                    answer(id, isAccepted: refusal.error == .alreadyApplied)
                }
            case .unreadable: break
            }
        }
        guard asksForAuthors, let start = frame.firstRange(of: ":c:")?.upperBound,
            let entries = (try? JSON(parsing: Array(frame[start...].utf8)))?.array
        else { return }
        for entry in entries where entry["error"] == nil {
            for id in entry["ccids"]?.array?.compactMap({ $0.string.flatMap(ChangeID.init) }) ?? []
            {
                authors[id] = entry["author"]?.string ?? bucket.user.text
            }
        }
    }

    private mutating func answer(_ id: ChangeID, isAccepted: Bool) {
        guard let index = unanswered.firstIndex(where: { $0.id == id }) else { return }
        let change = unanswered.remove(at: index)
        if isAccepted { acknowledged.append(change) }
    }
}

extension BucketID {
    fileprivate var token: String {
        switch user.text {
        case "kim": .kim
        case "lee": .lee
        default: .ann
        }
    }
}
