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
        case .bulk: try begin(try Bulk(request, of: bucket, by: caller), for: id)
        case .firehose: try begin(Firehose(query, bucket), for: id)
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
        let limits = JSONLimits(bytes: Limits.clientFrame, depth: Limits.depth)
        guard let object = (try? JSON(parsing: request.body, limits: limits))?.object else {
            throw .badBody("an object in JSON")
        }
        if bucket.name == .options, let flaw = BucketOptions.flaw(in: object) {
            throw .badOption(flaw)
        }
        let write = ItemWrite(
            bucket: bucket, caller: caller, key: item.key, version: item.version, object: object,
            replaces: request.target.query.isOn("replace"),
            changeID: try changeID(in: request.target.query))
        guard write.replaces || write.version != nil else {
            return send(write.merging, of: write, for: id)
        }
        calls.open[id]?.step = .finding(write)
        ask(.entity(item.key, item.version), of: bucket, by: caller, for: id)
    }

    private mutating func send(_ change: Change, of write: ItemWrite, for id: CallID) {
        let returnsObject = calls.open[id]?.request.target.query.isOn("response") == true
        calls.open[id]?.step = .writing(returnsObject: returnsObject)
        ask(.change(change), of: write.bucket, by: write.caller, for: id)
    }

    /// Takes what the hub says of what it was asked for a call.
    mutating func apply(_ outcome: Outcome, for id: CallID) throws(Refusal) {
        guard let step = calls.open[id]?.step else { return }
        switch (outcome, step) {
        case (.refused(let error), _): throw .change(error)
        case (.unavailable, _): throw .unavailable
        case (.index(let page), _): answer(id, .json(page))
        case (.changes(let changes), _):
            guard let changes else { throw .unknownCursor }
            answer(id, .json(changes))
        case (.entity(let found), .finding(let write)):
            guard found != nil || write.version == nil else { throw .noSuchObject }
            send(try write.change(from: found), of: write, for: id)
        case (.entity(let found), _):
            guard let found else { throw .noSuchObject }
            answer(id, .object(found.object, version: found.version))
        case (.accepted(let version, let object, _), .writing(returnsObject: true)):
            answer(id, .object(object, version: version))
        case (.accepted(let version, _, _), _): answer(id, .object(nil, version: version))
        }
    }
}

extension ItemWrite {
    /// As if its author had never seen the object: what it names is set, and all else stays.
    fileprivate var merging: Change {
        Change(.modify(Diff(from: [:], to: object)), key: key, id: changeID)
    }

    /// What makes of the object that was found what its author wants.
    fileprivate func change(from found: FoundEntity?) throws(Refusal) -> Change {
        guard let found else { return merging }
        guard let base = (try? JSON(parsing: found.object, limits: .standard))?.object else {
            throw .unavailable
        }
        var wanted = replaces ? object : base
        if !replaces { for member in object { wanted[member.name] = member.value } }
        return Change(
            .modify(Diff(from: base, to: wanted)), key: key, version: found.version, id: changeID)
    }
}

extension Parameters {
    func isOn(_ name: String) -> Bool {
        self[name] == "1" || self[name] == "true"
    }

    /// Of names that come again the last counts.
    fileprivate var lastValues: [String: String] {
        Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
    }
}
