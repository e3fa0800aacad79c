import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    mutating func start() {
        journal.began = now
        forward(.started)
        guard settings.shards.isHome else { return }
        readDebts()
        resumeFarewells()
        for bucket in LobbyPass.buckets.map(\.name) + [LobbyPass.gameBucket] {
            request(
                .entity(named(ObjectKey(bucket.text)), nil),
                of: .options(of: LobbyPass.app), by: .host
            ) { host, outcome in host.seed(bucket, found: outcome) }
        }
    }

    /// Sets the default options of a lobby bucket, unless an administrator has changed them.
    private mutating func seed(_ bucket: BucketName, found outcome: Outcome) {
        guard case .entity(let found) = outcome else { return }
        guard let found else { return seed(bucket, from: nil, [:], as: "default") }
        guard bucket != LobbyPass.gameBucket,
            let options = (try? JSON(parsing: found.object))?.object
        else { return }
        if LobbyOptions.isOutdated(options, at: found.version) {
            // Each set of default options has a name of its own.
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
        request(.change(change), of: .options(of: LobbyPass.app), by: .host)
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
    /// Sends a request to the hub, for a call or for the server itself. Without a continuation, the
    /// result is ignored.
    @discardableResult
    mutating func request(
        _ wanted: OutsideRequest, of bucket: BucketID, by caller: Caller,
        for call: CallID? = nil, then resume: Requests.Resume? = nil
    ) -> RequestID {
        let id = requests.add(for: call, resume)
        guard has(bucket.log) else {
            requests.end(id)?(&self, .unavailable)
            return id
        }
        if let call { calls.open[call]?.subjects.insert(.log(bucket.log)) }
        forward(.requested(id, wanted, of: bucket, by: caller))
        return id
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
