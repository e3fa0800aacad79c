import SimperiumWire
import SyncHub

/// The entries of a server's log.
extension ServerLogEntry {
    package init(trouble event: String, _ why: String? = nil) {
        self.init(event, at: .error, why.map { [("why", .sentence($0))] } ?? [])
    }

    package init(started program: String, version: String, at addresses: [String]) {
        self.init(
            "started", at: .info,
            [("program", .word(program)), ("version", .word(version))]
                + addresses.map { ("address", .word($0)) })
    }

    package init(stopping program: String, by cause: String) {
        self.init(
            "stopping", at: .info, [("program", .word(program)), ("by", .word(cause))])
    }

    package init(stopped program: String) {
        self.init("stopped", at: .info, [("program", .word(program))])
    }

    /// Creates the entry for a server that has read its certificate and key again, and uses both
    /// from now on.
    package init(reloadedCertificate file: String) {
        self.init("certificate reloaded", at: .info, [("file", .sentence(file))])
    }

    /// Creates the entry for a certificate in use that has expired or expires soon. `lastDay` is
    /// its last valid day.
    package init(certificate file: String, validUntil lastDay: String, hasExpired: Bool) {
        self.init(
            hasExpired ? "certificate expired" : "certificate expires soon",
            at: hasExpired ? .error : .warning,
            [("on", .word(lastDay)), ("file", .sentence(file))])
    }

    /// Creates the entry for a data file that older versions of the program can't open any more.
    package init(upgradedFileFrom format: Int, to newFormat: Int) {
        self.init(
            "data file upgraded", at: .info,
            [("from_format", .number(format)), ("to_format", .number(newFormat))])
    }

    /// Creates an entry from a sentence that the program also prints for people.
    package init(announcing sentence: String) {
        self.init(sentence, at: .info)
    }

    /// Creates the entry for a refused action on an account; returns nil for a guest of the ssh
    /// server whose key is not linked to an account, because most guests have no account.
    init?(_ account: AccountActionToLog, refused refusal: CallRefusal) {
        guard account.action != .authorize || !account.isByKey || refusal != .noSuchUser else {
            return nil
        }
        self.init(
            "\(account.event) refused", at: .warning,
            account.facts + [("why", .sentence(refusal.reason))])
    }

    /// Creates the entry for a completed action on an account.
    init(done account: AccountActionToLog) {
        self.init(account.event, at: .info, account.facts)
    }

    package init(serverReached server: String) {
        self.init("server reached", at: .info, [("at", .word(server))])
    }

    package init(doorEnded how: String, startingAgainIn milliseconds: Int) {
        self.init(
            "door ended", at: .warning,
            [("by", .word(how)), ("again_ms", .number(milliseconds))])
    }

    /// Creates the entry for a server on Redis that now has these shards, because they are new or
    /// because their owner failed, left, or passed them on.
    package init(shardsTakenOver count: Int, by role: String) {
        self.init(
            "shards taken over", at: .info,
            [("count", .number(count)), ("role", .sentence(role))])
    }

    package init(redisAnswersAgainAt address: String) {
        self.init("Redis answers again", at: .info, [("at", .word(address))])
    }

    package init(linesLost count: Int) {
        self.init(
            "log lines lost", at: .warning, [("count", .number(count))])
    }

    package init(bansRead count: Int) {
        self.init(
            "ban list read", at: .info, [("count", .number(count))])
    }

    /// Creates the entry for a guest who was refused because of a ban on their address or key.
    package init(keptOut who: String, because reason: String) {
        self.init(
            "banned", at: .info, [("who", .word(who)), ("why", .quotation(reason))])
    }

    init(turnedAway address: String) {
        self.init("too many connections", at: .warning, [("from", .word(address))])
    }

    /// Creates the entry for a request over loopback for another host, or from another site's page.
    init(foreignSiteRefused why: String) {
        self.init("request of another site refused", at: .warning, [("why", .sentence(why))])
    }

    /// Creates the entry for connections that come mostly from one address, though no proxy is
    /// trusted.
    package init(crowdFrom address: String) {
        self.init(
            "most connections come from one address", at: .warning,
            [
                ("from", .word(address)),
                ("why", .sentence("if it is a proxy, name it with --trusted-proxy")),
            ])
    }

    /// Creates the entry for the first request of a trusted proxy that names no client.
    package init(unnamedClientOf proxy: String) {
        self.init(
            "trusted proxy names no client", at: .warning,
            [
                ("from", .word(proxy)),
                ("why", .sentence("it must send X-Forwarded-For or a PROXY header")),
            ])
    }

    /// Creates the entry for a guest of the ssh server who has left. `key` is the fingerprint of
    /// the guest's key; nil for a guest without a key.
    package init(guest number: Int, from address: String, key: String?, left reason: String) {
        var facts: [(String, LogFieldValue)] = [
            ("guest", .number(number)), ("from", .word(address)),
        ]
        if let key { facts.append(("key", .word(key))) }
        self.init("left", at: .info, facts + [("because", .word(reason))])
    }

    /// Creates the entry for events that were the same as `entry`, which is in the log already.
    init(repeating entry: ServerLogEntry, times count: Int) {
        let facts = entry.facts.map { ($0.name, $0.value) }
        self.init(entry.event, at: entry.level, facts + [("repeated", .number(count))])
    }

    init(linesOmitted count: Int) {
        self.init("omitted", at: .warning, [("lines", .number(count))])
    }

    /// Creates the entry for an administrator's options that give clients less time to reconnect
    /// than the default options.
    init(shortGrace seconds: Int, of bucket: BucketName) {
        self.init(
            "short time to reconnect", at: .warning,
            [("bucket", .quotation(bucket.text)), ("seconds", .number(seconds))])
    }

    /// Creates the entry for an event of the hub; returns nil for an event that is not logged.
    init?(_ note: Hub.LogEvent, _ addresses: [ConnectionID: String]) {
        func origin(_ connection: ConnectionID) -> [(String, LogFieldValue)] {
            addresses[connection].map { [("from", .word($0))] } ?? []
        }
        switch note {
        case .opened: return nil
        case .closed(let connection, let farewell):
            self.init(
                "closed", at: .info, on: connection, [("farewell", .word("\(farewell)"))])
        case .authorized(let connection, let channel, let bucket):
            let facts =
                [("channel", LogFieldValue.number(Int(channel.rawValue)))] + bucket.facts
                + origin(connection)
            self.init("authorized", at: .info, on: connection, facts)
        // Nothing is wrong with a client that is sent to another server.
        case .denied(_, _, AuthorizationFailureReason.elsewhere.code): return nil
        case .denied(let connection, let channel, let code):
            var facts: [(String, LogFieldValue)] = [
                ("channel", .number(Int(channel.rawValue))), ("code", .number(code)),
            ]
            if let why = LogWords.reason(ofDenial: code) { facts.append(("why", .sentence(why))) }
            self.init("denied", at: .warning, on: connection, facts + origin(connection))
        case .takenOver(let before, let connection):
            let number = Int(truncatingIfNeeded: connection.rawValue)
            self.init("session taken over", at: .info, on: before, [("by", .number(number))])
        case .unreadable(let connection, let error):
            self.init(
                LogWords.unreadable, at: .warning, on: connection, [("why", .quotation("\(error)"))]
            )
        case .ignored(let connection): self.init("ignored", at: .info, on: connection)
        case .refused(let bucket, let error, let reason):
            let why = reason.map { LogFieldValue.quotation($0) } ?? .sentence(error.sentence)
            self.init(
                "refused", at: .info, on: nil,
                bucket.facts + [("code", .number(error.code)), ("why", why)])
        case .delayed(let connection): self.init("delayed", at: .warning, on: connection)
        case .logged(let connection, let line):
            self.init("client", at: .info, on: connection, [("says", .quotation(line.text))])
        case .stated(let connection, let state):
            let counts = [("objects", state.index.count), ("pending", state.pending.count)]
            self.init("state", at: .info, on: connection, counts.map { ($0, .number($1)) })
        case .storeFailed(let bucket):
            self.init("store failed", at: .error, on: nil, bucket.facts)
        }
    }

    private init(
        _ event: String, at level: LogSeverity, on connection: ConnectionID?,
        _ facts: [(String, LogFieldValue)] = []
    ) {
        let number = connection.map { Int(truncatingIfNeeded: $0.rawValue) }
        let first = number.map { [("connection", LogFieldValue.number($0))] } ?? []
        self.init(event, at: level, first + facts)
    }
}

/// An action on an account, for the log.
struct AccountActionToLog: Hashable {
    let action: AccountAction
    /// The action's name in the log.
    let event: String
    let app: AppID
    /// The name of the user, the fingerprint of the user's key, or the id of a user whose device
    /// was linked. The user may not exist.
    let name: String
    /// True if the user is identified by a key.
    let isByKey: Bool
    /// The address of the caller, or of the guest if the caller is the ssh server.
    let address: String

    fileprivate var facts: [(String, ServerLogEntry.LogFieldValue)] {
        [
            ("app", .quotation(app.text)), ("user", .name(name)), ("from", .name(address)),
        ]
    }
}

extension BucketID {
    fileprivate var facts: [(String, ServerLogEntry.LogFieldValue)] {
        [
            ("app", .quotation(app.text)), ("user", .quotation(user.text)),
            ("bucket", .quotation(name.text)),
        ]
    }
}

/// The event names, reasons and roles that other files use in log entries.
package enum LogWords {
    package static let server = "server"
    package static let sshDoor = "door"
    package static let signal = "signal"
    package static let serverNotReached = "server not reached"
    package static let doorRefused = "the server refuses this door"
    package static let unreadable = "unreadable"
    package static let bansNotRead = "ban list not updated"
    package static let banIgnored = "invalid ban in Redis ignored"
    package static let checkpointFailed = "checkpoint failed"
    package static let damaged = "the store is damaged"
    package static let doorNotStarted = "door not started"
    package static let noRoom = "connection not accepted"
    package static let noRoomForGuest = "guest not accepted"
    package static let notReloaded = "certificate not reloaded"
    package static let notWritten = "not written"
    package static let storeClosed =
        "the store can't be opened again; the next try is in 10 seconds"
    package static let storeReopened = "the store was closed, opened again and checked"
    package static let hangs = "it stopped responding and was killed"
    package static let writer = "writer"
    package static let standsBy = "stands by"

    /// Returns the reason for `doorRefused`. `reason` is the server's.
    package static func missingToken(becauseOf reason: String) -> String {
        "\(reason): name the server's token with --door-token-file or --lobby-token-file"
    }

    /// Returns the reason for the code of a denied channel; nil for a code with several meanings.
    static func reason(ofDenial code: Int) -> String? {
        switch AuthorizationFailureReason(code: code) {
        case .malformedToken: "the token is malformed"
        case .invalidToken: CallRefusal.badToken.words
        case .takenOver: "another connection has the session"
        case .elsewhere, .other: nil
        }
    }

    /// Returns the name of an action. `isByOperator` is true if the caller has presented an
    /// administrator's token, and `hasCode` if the caller has presented a reset code.
    static func name(of action: AccountAction, isByOperator: Bool, hasCode: Bool) -> String {
        switch action {
        case .create where isByOperator: "account creation by the operator"
        case .create: "sign-up"
        case .authorize where hasCode: "password change by a code"
        case .authorize, .link: "sign-in"
        case .update: "account change"
        case .resetPassword: "password change by the operator"
        case .delete: "account deletion by the operator"
        case .leave: "account deletion"
        case .lock: "account lock"
        case .unlock: "account unlock"
        case .reset: "password code"
        }
    }
}
