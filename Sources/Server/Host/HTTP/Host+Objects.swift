import SimperiumClock
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Returns the bucket that the path names, and the caller with a client id, as the author of
    /// changes. Throws if the caller may not open the bucket.
    mutating func bucketAndCaller(_ call: RoutedCall) throws(CallRefusal) -> (BucketID, Caller) {
        let (identity, app) = (try call.caller(), try call.app())
        let name = try call.bucketName()
        let isAdministrator = identity.rights.contains(.administrator)
        guard isAdministrator || name != .options else { throw .notYours }
        let bucket =
            name == .options
            ? BucketID.optionsBucket(of: app) : BucketID(app: app, user: identity.user, name: name)
        guard isAdministrator || mayOwnerOpen(bucket) else { throw .noSuchPath }
        // If the query has no valid client id, a new one is created.
        let clientID =
            call.request.target.query["clientid"].flatMap(ClientID.init)
            ?? ClientID.trappingIfInvalid("http-" + secrets.newHexSecret())
        let caller = Caller(
            identity: identity, clientID: clientID,
            onlyCreates: call.request.target.query.isOn("new"))
        return (bucket, caller)
    }

    mutating func showIndex(_ call: RoutedCall) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        let index = IndexRequest(query: call.request.target.query.lastValues)
        chargeWorkToAddress(settings.hub.pace.commands(forEntries: index.limit), for: call.id)
        answerFromHub(call.id, with: .index(index), of: bucket, by: caller)
    }

    mutating func readObject(_ call: RoutedCall) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        let wanted = CallerRequest.entity(try call.key(), try call.version())
        answerFromHub(call.id, with: wanted, of: bucket, by: caller)
    }

    mutating func removeObject(_ call: RoutedCall) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        let change = Change(
            .remove, key: try call.key(), version: try call.version(),
            id: try changeIDOrNew(in: call.request.target.query))
        answerFromHub(call.id, with: .change(change), of: bucket, by: caller)
    }

    /// Answers with the changes after a cursor. If there are none and the call may wait, keeps the
    /// call open until a change arrives or `longPollTimeout` has passed.
    mutating func pollChanges(_ call: RoutedCall) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        let query = call.request.target.query
        let waits = query["wait"] != "0" && calls.longPolls.count < settings.limits.waitingRequests
        // A caller without a cursor wants changes from now on.
        let cursor = query["cv"].map { HistoryCursor($0) }
        let request = answerFromHub(
            call.id, with: .changes(after: cursor, waits: waits), of: bucket, by: caller)
        // The request has been answered already if the bucket is in another shard.
        guard calls.open[call.id] != nil else { return }
        calls.open[call.id]?.poll = (request, bucket)
        if waits { calls.longPolls.add(call.id, until: now + settings.limits.longPollTimeout) }
    }

    /// Returns the change id in the query, or a new id if the query has none. Throws if the id is
    /// not valid.
    private mutating func changeIDOrNew(in query: FormParameters) throws(CallRefusal) -> ChangeID {
        guard let text = query["ccid"] else {
            return ChangeID.trappingIfInvalid(secrets.newHexSecret())
        }
        guard let id = ChangeID(text) else { throw .badName("a change") }
        return id
    }

    mutating func writeObject(_ call: RoutedCall) throws(CallRefusal) {
        let (bucket, caller) = try bucketAndCaller(call)
        let (key, body) = (try call.key(), call.request.body)
        _ = try call.version()
        let isLong = body.count > settings.hub.promptWork
        try compute(.object(body), isLong: isLong, bytes: body.count, for: call.id) {
            host, outcome throws(CallRefusal) in
            guard case .object(let object) = outcome else { throw .unavailable }
            try host.writeBody(object, under: key, of: call, in: bucket, by: caller)
        }
    }

    private mutating func writeBody(
        _ object: JSONObject?, under key: ObjectKey, of call: RoutedCall, in bucket: BucketID,
        by caller: Caller
    ) throws(CallRefusal) {
        guard let object else {
            throw .badBody("a JSON object, nested at most \(Limits.depth) levels")
        }
        if bucket.name == .options, let flaw = BucketOptions.flaw(in: object) {
            throw .badOption(flaw)
        }
        let (id, query) = (call.id, call.request.target.query)
        let write = HTTPObjectWrite(
            bucket: bucket, caller: caller, key: key, version: try call.version(), object: object,
            replaces: query.isOn("replace"), returnsObject: query.isOn("response"),
            changeID: try changeIDOrNew(in: query))
        guard write.replaces || write.version != nil else {
            return send(write.mergingChange, of: write, for: id)
        }
        askHub(.entity(write.key, write.version), of: bucket, by: caller, for: id) {
            host, outcome throws(CallRefusal) in
            guard case .entity(let found) = outcome, found != nil || write.version == nil else {
                throw .noSuchObject
            }
            try host.sendDifference(write, of: found, for: id)
        }
    }

    private mutating func send(_ change: Change, of write: HTTPObjectWrite, for id: CallID) {
        askHub(.change(change), of: write.bucket, by: write.caller, for: id) {
            host, outcome throws(CallRefusal) in
            guard case .accepted(let version, let object, _) = outcome else { throw .unavailable }
            host.answer(
                id, .objectOrEmptyBody(write.returnsObject ? object : nil, version: version))
        }
    }

    /// Sends the change from the stored object to the wanted one. If no object is stored, inserts
    /// the caller's object.
    private mutating func sendDifference(
        _ write: HTTPObjectWrite, of found: VersionedObjectJSON?, for id: CallID
    ) throws(CallRefusal) {
        guard let found else { return send(write.mergingChange, of: write, for: id) }
        let isLong = write.isLongToCompare(with: found, limit: settings.hub.promptWork)
        try compute(.change(write, from: found), isLong: isLong, bytes: 0, for: id) {
            host, outcome throws(CallRefusal) in
            guard case .change(let change?) = outcome else { throw .unavailable }
            host.send(change, of: write, for: id)
        }
    }
}

extension FormParameters {
    func isOn(_ name: String) -> Bool {
        self[name] == "1" || self[name]?.lowercased() == "true"
    }

    fileprivate var lastValues: [String: String] {
        Dictionary(pairs.map { ($0.name, $0.value) }) { _, last in last }
    }
}
