import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// What an administrator asks of `all`: the changes in everybody's buckets of one name.
struct Firehose {
    private static let usualBatch = 100
    private static let largestBatch = 1_000

    let bucket: BucketID
    /// Behind which it goes on; nil as long as nothing else is known than that it is the present.
    var place: Ordinal?
    let showsNames: Bool
    let showsObjects: Bool
    let showsOnlyLatest: Bool
    let waits: Bool
    let skipped: [ClientID]
    let batch: Int
    /// What is to be shown, while what belongs to it is looked up.
    var found: [UsersChange] = []
    var names: [UserName?] = []
    var objects: [JSON] = []

    init(_ query: Parameters, _ bucket: BucketID) throws(Refusal) {
        self.bucket = bucket
        showsNames = query.isOn("username")
        showsObjects = query.isOn("data")
        showsOnlyLatest = query.isOn("most_recent")
        waits = query["wait"] != "0"
        skipped = query.values(of: "skip_clientid").compactMap(ClientID.init)
        let batch = query["batch"].flatMap(Int.init) ?? Self.usualBatch
        self.batch = min(max(batch, 1), Self.largestBatch)
        guard let text = query["cv"], !text.isEmpty else { return }
        guard let place = ChangeVersion(text).flatMap(Ordinal.init) else { throw .unknownCursor }
        self.place = place
    }

    /// What is to be shown of what was found.
    func shown(of changes: [UsersChange]) -> [UsersChange] {
        let wanted = changes.filter { change in
            guard !skipped.isEmpty, let author = change.entry?.clientID else { return true }
            return !skipped.contains(author)
        }
        guard showsOnlyLatest else { return wanted }
        var later: Set<String> = []
        return wanted.reversed().filter { later.insert($0.name).inserted }.reversed()
    }

    /// All of it as JSON, once all is there that belongs to it.
    var answer: [UInt8] {
        var bytes = Array("[".utf8)
        for (number, change) in found.enumerated() {
            if number > 0 { bytes += ",".utf8 }
            change.entry?.write(
                into: &bytes, of: change.user, named: showsNames ? names[number] : nil,
                object: showsObjects ? objects[number] : JSON?.none)
        }
        return bytes + "]".utf8
    }
}

extension UsersChange {
    fileprivate var name: String { "\(user)/\(change.key)" }

    fileprivate var entry: AcceptedChange? {
        guard case .accepted(let change)? = try? ChangeEntry.list(change.entry.span).first else {
            return nil
        }
        return change
    }
}

extension Host {
    mutating func begin(_ firehose: Firehose, for id: CallID) throws(Refusal) {
        calls[id]?.step = .firehose(firehose)
        if firehose.waits { waiters.add(id, until: now + settings.limits.patience) }
        proceed(withFirehoseOf: id)
    }

    /// Looks for changes; or, without a place to start from, waits for the next one.
    mutating func proceed(withFirehoseOf id: CallID) {
        guard case .firehose(let firehose) = calls[id]?.step else { return }
        guard let place = firehose.place else { return wait(id, firehose) }
        let portion = Portion(entries: firehose.batch, bytes: Limits.reply)
        effects.append(
            .read(
                .call(id),
                .everybodysChanges(
                    after: place, in: firehose.bucket.name, of: firehose.bucket.app,
                    atMost: portion)))
    }

    private mutating func wait(_ id: CallID, _ firehose: Firehose) {
        guard firehose.waits else { return answer(id, .json(Array("[]".utf8))) }
        firehoses.insert(id)
    }

    /// Takes the changes that were found.
    mutating func learn(_ changes: [UsersChange], hasMore: Bool, ofFirehose id: CallID) {
        guard case .firehose(var firehose) = calls[id]?.step else { return }
        firehose.found = firehose.shown(of: changes)
        firehose.place = changes.last?.change.place ?? firehose.place
        calls[id]?.step = .firehose(firehose)
        if firehose.found.isEmpty {
            return hasMore ? unfinished.append(id) : wait(id, firehose)
        }
        lookUp(for: firehose, id)
    }

    /// Looks for what belongs to the next change, or answers with all of it.
    private mutating func lookUp(for firehose: Firehose, _ id: CallID) {
        let (app, count) = (firehose.bucket.app, firehose.found.count)
        if firehose.showsNames, firehose.names.count < count {
            let next = firehose.found[firehose.names.count]
            effects.append(.look(.call(id), .owner(next.user, app: app)))
        } else if firehose.showsObjects, firehose.objects.count < count {
            let next = firehose.found[firehose.objects.count]
            let bucket = BucketID(app: app, user: next.user, name: firehose.bucket.name)
            effects.append(
                .read(.call(id), .version(next.change.version, of: next.change.key, in: bucket)))
        } else {
            answer(id, .json(firehose.answer))
        }
    }

    /// Takes the name of a change's user, who may have none.
    mutating func learn(name: UserName?, ofFirehose id: CallID) {
        guard case .firehose(var firehose) = calls[id]?.step else { return }
        firehose.names.append(name)
        calls[id]?.step = .firehose(firehose)
        lookUp(for: firehose, id)
    }

    /// Takes the object after a change. There is none after a removal, and none that is forgotten.
    mutating func learn(object: [UInt8]?, ofFirehose id: CallID) {
        guard case .firehose(var firehose) = calls[id]?.step else { return }
        firehose.objects.append(object.flatMap { try? JSON(parsing: $0) } ?? .null)
        calls[id]?.step = .firehose(firehose)
        lookUp(for: firehose, id)
    }

    /// Has those who wait for a change in a bucket like this look again.
    mutating func wakeFirehoses(for change: StoredChange, in bucket: BucketID) {
        guard !firehoses.isEmpty else { return }
        for id in firehoses.sorted() {
            guard case .firehose(var firehose) = calls[id]?.step else {
                firehoses.remove(id)
                continue
            }
            guard firehose.bucket.app == bucket.app, firehose.bucket.name == bucket.name else {
                continue
            }
            firehoses.remove(id)
            let before = Ordinal(epoch: change.place.epoch, count: change.place.count - 1)
            firehose.place = firehose.place ?? before
            calls[id]?.step = .firehose(firehose)
            unfinished.append(id)
        }
    }
}
