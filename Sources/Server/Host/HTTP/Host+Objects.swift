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
            calls.open[id]?.step = .reading
            let index = IndexRequest(query: query.lastValues)
            owe(settings.hub.pace.commands(forEntries: index.limit), for: id)
            ask(.index(index), of: bucket, by: caller, for: id)
        case .read(let item):
            calls.open[id]?.step = .reading
            ask(.entity(item.key, item.version), of: bucket, by: caller, for: id)
        case .write(let item): try write(item, of: request, in: bucket, by: caller, for: id)
        case .remove(let item):
            calls.open[id]?.step = .removing
            let change = Change(
                .remove, key: item.key, version: item.version, id: try changeID(in: query))
            ask(.change(change), of: bucket, by: caller, for: id)
        case .changes: askForChanges(id, query, of: bucket, by: caller)
        case .bulk: try beginBulk(request, of: bucket, by: caller, for: id)
        case .firehose: try begin(Firehose(query, bucket), for: id)
        case .share(let share): try begin(share, of: request, in: bucket, by: caller, for: id)
        }
    }

    @discardableResult
    mutating func ask(
        _ wanted: OutsideRequest, of bucket: BucketID, by caller: Caller, for id: CallID
    ) -> RequestID {
        request(wanted, of: bucket, by: caller, for: .call(id))
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
            let step = PendingStep(
                task: .object(request.body), next: .write(item, bucket, caller),
                bytes: request.body.count)
            return try compute(step, for: id)
        }
        try write(
            ItemWrite.object(in: request.body), as: item, in: bucket, by: caller, for: id)
    }

    mutating func write(
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
        calls.open[id]?.step = .finding(write)
        ask(.entity(item.key, item.version), of: bucket, by: caller, for: id)
    }

    mutating func send(_ change: Change, of write: ItemWrite, for id: CallID) {
        let returnsObject = calls.open[id]?.request.target.query.isOn("response") == true
        calls.open[id]?.step = .writing(returnsObject: returnsObject)
        ask(.change(change), of: write.bucket, by: write.caller, for: id)
    }

    /// Makes of the object that was found what its author wants.
    private mutating func make(
        _ write: ItemWrite, of found: FoundEntity?, for id: CallID
    ) throws(Refusal) {
        guard let found else { return send(write.merging, of: write, for: id) }
        guard !write.isLonger(than: settings.hub.promptWork, with: found) else {
            let step = PendingStep(task: .change(write, from: found), next: .send(write), bytes: 0)
            return try compute(step, for: id)
        }
        guard let change = write.change(from: found) else { throw .unavailable }
        send(change, of: write, for: id)
    }

    /// Takes what the hub says of what it was asked for a call.
    mutating func apply(_ outcome: Outcome, for id: CallID) throws(Refusal) {
        guard let step = calls.open[id]?.step else { return }
        if case .person(.beginningGame(let start)) = step {
            return try apply(outcome, for: id, start)
        }
        switch (outcome, step) {
        case (.refused(let error), _): throw .change(error)
        case (.unavailable, _): throw .unavailable
        case (.notShared(let refusal), _): throw .share(refusal)
        case (.sharers(let found), .sharing(.asking(let app))):
            list(ShareStep.Listing(found, in: app), for: id)
        case (.shared, _), (.sharers, _), (.accepted, .sharing): answer(id, .success)
        case (.index(let page), _): answer(id, .json(page))
        case (.changes(let changes), _):
            guard let changes else { throw .unknownCursor }
            answer(id, .json(changes))
        case (.entity(let found), .finding(let write)):
            guard found != nil || write.version == nil else { throw .noSuchObject }
            try make(write, of: found, for: id)
        case (.entity(let found), _):
            guard let found else { throw .noSuchObject }
            answer(id, .object(found.object, version: found.version))
        case (.accepted(let version, let object, _), .writing(returnsObject: true)):
            answer(id, .object(object, version: version))
        case (.accepted(let version, _, _), _): answer(id, .object(nil, version: version))
        }
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
