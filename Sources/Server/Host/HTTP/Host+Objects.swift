import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Puts what a call wants of a bucket to the hub.
    mutating func carryOut(
        _ action: DataAction, of request: HTTPRequest, in bucket: BucketID, by caller: Caller,
        for id: CallID
    ) throws(Refusal) {
        let query = request.target.query
        calls.open[id]?.request.body = []
        calls.open[id]?.bodyBytes = request.body.count
        switch action {
        case .index:
            let index = IndexRequest(query: query.lastValues)
            owe(settings.hub.pace.commands(forEntries: index.limit), for: id)
            answer(id, with: .index(index), of: bucket, by: caller)
        case .read(let item):
            answer(id, with: .entity(item.key, item.version), of: bucket, by: caller)
        case .write(let item): try write(item, of: request, in: bucket, by: caller, for: id)
        case .remove(let item):
            let change = Change(
                .remove, key: item.key, version: item.version, id: try changeID(in: query))
            answer(id, with: .change(change), of: bucket, by: caller)
        case .changes: askForChanges(id, query, of: bucket, by: caller)
        case .bulk: try beginBulk(request, of: bucket, by: caller, for: id)
        case .firehose: try begin(Firehose(query, bucket), for: id)
        case .share(let share): try begin(share, of: request, in: bucket, by: caller, for: id)
        }
    }

    /// Answers with the changes behind a cursor, or keeps the call until there are some.
    private mutating func askForChanges(
        _ id: CallID, _ query: Parameters, of bucket: BucketID, by caller: Caller
    ) {
        let waits = query["wait"] != "0" && calls.waiters.count < settings.limits.waitingRequests
        // A caller without a cursor wants changes from now on.
        let cursor = query["cv"].map { Cursor($0) }
        let request = answer(
            id, with: .changes(after: cursor, waits: waits), of: bucket, by: caller)
        calls.open[id]?.poll = (request, bucket)
        if waits { calls.waiters.add(id, until: now + settings.limits.patience) }
    }

    /// The id that the author gave the change, or one that no other change has.
    private mutating func changeID(in query: Parameters) throws(Refusal) -> ChangeID {
        guard let text = query["ccid"] else { return named(ChangeID(secrets.hexText())) }
        guard let id = ChangeID(text) else { throw .badName("a change") }
        return id
    }

    private mutating func write(
        _ item: DataAction.Item, of request: HTTPRequest, in bucket: BucketID, by caller: Caller,
        for id: CallID
    ) throws(Refusal) {
        guard request.body.count <= settings.hub.promptWork else {
            let body = request.body
            return try perform(.object(body), bytes: body.count, for: id) {
                host, outcome throws(Refusal) in
                guard case .object(let object) = outcome else { throw .unavailable }
                try host.write(object, as: item, in: bucket, by: caller, for: id)
            }
        }
        try write(
            ItemWrite.object(in: request.body), as: item, in: bucket, by: caller, for: id)
    }

    private mutating func write(
        _ object: JSONObject?, as item: DataAction.Item, in bucket: BucketID, by caller: Caller,
        for id: CallID
    ) throws(Refusal) {
        guard let object else {
            throw .badBody("a JSON object, nested at most \(Limits.depth) levels")
        }
        guard let query = calls.open[id]?.request.target.query else { return }
        if bucket.name == .options, let flaw = BucketOptions.flaw(in: object) {
            throw .badOption(flaw)
        }
        let write = ItemWrite(
            bucket: bucket, caller: caller, key: item.key, version: item.version, object: object,
            replaces: query.isOn("replace"), changeID: try changeID(in: query))
        guard write.replaces || write.version != nil else {
            return send(write.merging, of: write, for: id)
        }
        ask(.entity(item.key, item.version), of: bucket, by: caller, for: id) {
            host, outcome throws(Refusal) in
            guard case .entity(let found) = outcome, found != nil || write.version == nil else {
                throw .noSuchObject
            }
            try host.make(write, of: found, for: id)
        }
    }

    private mutating func send(_ change: Change, of write: ItemWrite, for id: CallID) {
        let returnsObject = calls.open[id]?.request.target.query.isOn("response") == true
        ask(.change(change), of: write.bucket, by: write.caller, for: id) {
            host, outcome throws(Refusal) in
            guard case .accepted(let version, let object, _) = outcome else { throw .unavailable }
            host.answer(id, .object(returnsObject ? object : nil, version: version))
        }
    }

    /// Makes of the object that was found what its author wants.
    private mutating func make(
        _ write: ItemWrite, of found: FoundEntity?, for id: CallID
    ) throws(Refusal) {
        guard let found else { return send(write.merging, of: write, for: id) }
        guard !write.isLonger(than: settings.hub.promptWork, with: found) else {
            return try perform(.change(write, from: found), bytes: 0, for: id) {
                host, outcome throws(Refusal) in
                guard case .change(let change?) = outcome else { throw .unavailable }
                host.send(change, of: write, for: id)
            }
        }
        guard let change = write.change(from: found) else { throw .unavailable }
        send(change, of: write, for: id)
    }
}

extension Parameters {
    func isOn(_ name: String) -> Bool {
        self[name] == "1" || self[name]?.lowercased() == "true"
    }

    /// Of names that come again the last counts.
    fileprivate var lastValues: [String: String] {
        Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
    }
}
