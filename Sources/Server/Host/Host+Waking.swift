import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    mutating func start() {
        journal.began = now
        forward(.started)
        readDebts()
        for bucket in LobbyPass.buckets.map(\.name) + [LobbyPass.gameBucket] {
            request(
                .entity(named(ObjectKey(bucket.text)), nil),
                of: .options(of: LobbyPass.app), by: .host, for: .seeding(bucket))
        }
    }

    /// Gives one of the lobby's buckets the usual options, unless an administrator gave it others.
    private mutating func seed(_ bucket: BucketName, found outcome: Outcome) {
        guard case .entity(let found) = outcome else { return }
        guard let found else { return seed(bucket, from: nil, [:], as: "default") }
        guard bucket != LobbyPass.gameBucket,
            let options = (try? JSON(parsing: found.object))?.object
        else { return }
        if LobbyOptions.isOutdated(options, at: found.version) {
            // The name is another one each time that other options are the usual ones.
            seed(bucket, from: found.version, options, as: "default-\(LobbyOptions.grace)")
        } else if let grace = LobbyOptions.shortGrace(in: options) {
            log(LogEntry(shortGrace: grace, of: bucket))
        }
    }

    private mutating func seed(
        _ bucket: BucketName, from version: EntityVersion?, _ before: JSONObject, as name: String
    ) {
        let change = Change(
            .modify(
                Diff(
                    from: before,
                    to: bucket == LobbyPass.gameBucket
                        ? LobbyOptions.games : LobbyOptions.present)),
            key: named(ObjectKey(bucket.text)), version: version,
            id: named(ChangeID("\(name)-\(bucket.text)")))
        request(.change(change), of: .options(of: LobbyPass.app), by: .host, for: .nothing)
    }

    mutating func wake() {
        forward(.wake)
        wakeHalls()
        endWaiting()
        retryDebts()
        guard !calls.unfinished.isEmpty else { return }
        let call = calls.unfinished.removeFirst()
        proceed(withBulkOf: call)
        proceed(withFirehoseOf: call)
    }

    mutating func shutDown() {
        forward(.shutDown)
        for id in calls.open.keys.sorted() { refuse(id, .unavailable) }
    }
}

extension Host {
    @discardableResult
    mutating func request(
        _ wanted: OutsideRequest, of bucket: BucketID, by caller: Caller,
        for purpose: Requests.Purpose
    ) -> RequestID {
        let id = requests.add(purpose)
        if let call = requests.call(of: id) {
            calls.open[call]?.subjects.insert(.log(bucket.log))
        }
        forward(.requested(id, wanted, of: bucket, by: caller))
        return id
    }

    mutating func apply(_ outcome: Outcome, of request: RequestID) {
        switch requests.end(request) {
        case .seeding(let bucket): seed(bucket, found: outcome)
        case .call(let call):
            proceed(call) { host throws(Refusal) in try host.apply(outcome, for: call) }
        case .bulk(let call, let index): apply(outcome, ofBulk: call, at: index)
        case .debt(let key, let bucket): apply(outcome, ofDebt: key, in: bucket)
        case .establishing(let establishing): apply(outcome, of: establishing)
        case .nothing, nil: break
        }
    }

    /// Takes what the store says to a call.
    mutating func receive(_ answer: StoreAnswer, for id: CallID) {
        switch (answer, calls.open[id]?.step) {
        case (.buckets(let names), .listingBuckets): list(names, for: id)
        case (.buckets(let names), .account(let account)): drop(names, for: id, account)
        case (.everybodysChanges(let changes, let hasMore), .firehose):
            receive(changes, hasMore: hasMore, ofFirehose: id)
        case (.everybodysHead(let head), .firehose): receive(head: head, ofFirehose: id)
        case (.version(let object), .firehose): receive(object: object, ofFirehose: id)
        default: break
        }
    }

    /// Takes what the accounts say to a call.
    mutating func receive(_ answer: AccountAnswer, for id: CallID) {
        proceed(id) { host throws(Refusal) in
            switch (answer, host.calls.open[id]?.step) {
            case (.user(let user), .firehose): host.receive(name: user?.name, ofFirehose: id)
            case (.user(let user), .identifying): try host.identified(id, as: user)
            case (.user(let user), .account(let account)):
                try host.found(user, for: id, account)
            case (.tokens(let tokens), .account(let account)):
                try host.found(tokens, for: id, account)
            case (.user(let user), .sharing(let step)):
                try host.found(user, for: id, step)
            case (.user(let user), .person(.lookingUp)): try host.show(user, for: id)
            case (.user(let user), .person(.beginningGame(let start))):
                try host.found(user, for: id, start)
            case (.links(let links), .person(let step)): try host.found(links, for: id, step)
            case (.users(let users, let hasMore), .person(.listingAccounts)):
                host.list(users, hasMore: hasMore, for: id)
            default: break
            }
        }
    }
}

extension Caller {
    /// The server itself.
    fileprivate static let host = Caller(
        identity: .administrator(for: .app), clientID: named(ClientID("server")))
}

extension Hub.Ending {
    var reason: CloseReason { CloseReason(CloseCode(rawValue: code), words) }

    private var words: String {
        switch self {
        case .silence: "no message for too long"
        case .tooMuch: "too much data at once"
        case .revoked: "token revoked"
        case .takenOver: "taken over"
        case .trouble: "reconnect"
        case .shutdown: "the server is stopping"
        }
    }
}
