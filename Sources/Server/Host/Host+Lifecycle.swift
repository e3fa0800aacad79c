import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    mutating func start() {
        enqueueForHub(.started)
        guard settings.shards.isHome else { return }
        readPendingInserts()
        resumeAccountDeletions()
        for defaults in plugin?.defaultOptions ?? [] { applyDefaultOptions(defaults) }
    }

    /// Reads the stored options of a bucket, and replaces missing or outdated options by the
    /// defaults.
    private mutating func applyDefaultOptions(_ defaults: DefaultBucketOptions) {
        guard let app = plugin?.app else { return }
        request(
            .entity(.trappingIfInvalid(defaults.bucket.text), nil), of: .optionsBucket(of: app),
            by: .server(for: .app)
        ) { host, outcome in
            if case .entity(let found) = outcome {
                host.seedOrUpdateOptions(defaults, found, of: app)
            }
        }
    }

    /// Stores the default options of a bucket that has no options, or has the unchanged defaults of
    /// an earlier server version. Logs other options with a shorter `presenceGrace` than the
    /// default.
    private mutating func seedOrUpdateOptions(
        _ defaults: DefaultBucketOptions, _ found: VersionedObjectJSON?, of app: AppID
    ) {
        guard let found else {
            return writeDefaultOptions(defaults, over: [:], of: app, as: "default")
        }
        guard let options = (try? JSON(parsing: found.object))?.object else { return }
        if defaults.areOutdated(options, at: found.version) {
            writeDefaultOptions(
                defaults, over: options, at: found.version, of: app, as: defaults.edition)
        } else if options.presenceGrace < defaults.options.presenceGrace {
            logWithinBudget(
                ServerLogEntry(shortGrace: options.presenceGrace, of: defaults.bucket))
        }
    }

    private mutating func writeDefaultOptions(
        _ defaults: DefaultBucketOptions, over before: JSONObject, at version: EntityVersion? = nil,
        of app: AppID, as name: String
    ) {
        let change = Change(
            .modify(Diff(from: before, to: defaults.options)),
            key: .trappingIfInvalid(defaults.bucket.text), version: version,
            id: .trappingIfInvalid("\(name)-\(defaults.bucket.text)"))
        request(.change(change), of: .optionsBucket(of: app), by: .server(for: .app))
    }

    mutating func wake() {
        enqueueForHub(.wake)
        sendDuePluginOutput()
        answerDuePolls()
        retryPendingInserts()
        retryAccountDeletions()
        for line in logBudget.takeDueRepetitions(at: now) { effects.append(.log(line)) }
        guard !calls.resumedAtWake.isEmpty else { return }
        let call = calls.resumedAtWake.removeFirst()
        if calls.open[call]?.bulk != nil {
            sendNextBulkChanges(of: call)
        } else {
            readFirehoseChanges(of: call)
        }
    }

    mutating func shutDown() {
        for line in logBudget.takeRepetitions() { effects.append(.log(line)) }
        enqueueForHub(.shutDown)
        for id in calls.open.keys.sorted() { refuse(id, .unavailable) }
    }
}

extension Hub.DisconnectReason {
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

extension JSONObject {
    /// The seconds that a client has to reconnect; zero if the member is missing.
    fileprivate var presenceGrace: Int { self["presenceGrace"]?.int ?? 0 }
}
