internal import SimperiumClock
internal import SimperiumReplica
internal import SimperiumSync
internal import SimperiumWire

/// One bucket of a `ClientActor`: it turns the replica's events into changes for the readers, and
/// collects requested versions.
final class ClientBucket {
    /// A request for versions, with those that have arrived.
    private struct VersionsRequest {
        let answer: AwaitedResult<[ObjectVersion]>
        var missing: Set<EntityReference>
        var found: [ObjectVersion] = []
    }

    let live: LiveBucket
    private(set) var absences: [ObjectKey: Instant] = [:]
    private var changeReaders = WeakReaders<ChangeBacklog>()
    private var refusalReaders = WeakReaders<RefusalBacklog>()
    private var requests: [VersionsRequest] = []
    /// True if readers were not notified of some objects, because an index is being read.
    private var hasSkipped = false
    private var isIndexing = false

    init(_ live: LiveBucket) {
        self.live = live
    }

    subscript(key: ObjectKey) -> JSONObject? { live[key] }
    var keys: [ObjectKey] { live.keys }
    var unsynced: [ObjectKey] { live.unsynced }

    func check(_ invalid: InvalidObject?, _ key: ObjectKey) throws(SimperiumError) {
        switch invalid {
        case .tooDeep: throw .tooDeep(key)
        case .tooLarge: throw .tooLarge(key)
        case nil: break
        }
    }

    func addReader(_ reader: Reader<ChangeBacklog>) { changeReaders.add(reader) }
    func addReader(_ reader: Reader<RefusalBacklog>) { refusalReaders.add(reader) }

    func endReaders(because failure: SimperiumError) {
        changeReaders.endAll()
        refusalReaders.endAll()
        for request in requests { resolve(.failure(failure), to: request) }
        requests = []
    }
}

extension ClientBucket {
    func receive(_ event: BucketEvent, at now: Instant) {
        switch event {
        case .willIndex: isIndexing = true
        case .didIndex: endIndex()
        case .inserted(let key, let source):
            let names = Set((live[key] ?? [:]).map(\.name.string))
            notifyReaders(source) { $0.appendInserted(key, names: names) }
        case .updated(let key, let members, let source):
            let names = Set(members.map(\.string))
            notifyReaders(source) { $0.appendUpdated(key, names: names) }
        case .deleted(let key, let source):
            absences[key] = nil
            notifyReaders(source) { $0.appendDeleted(key) }
        case .away(let keys, let absence):
            for key in keys { absences[key] = absence.until }
            let until = ContinuousClock.Instant(absence.until, at: now)
            changeReaders.update { $0.appendAway(keys, until: until) }
        case .back(let keys):
            for key in keys { absences[key] = nil }
            changeReaders.update { $0.appendBack(keys) }
        case .version(let reference, let object): receiveVersion(reference, object)
        case .error(.refused(let key, let error, let object)):
            refusalReaders.update { $0.append(key, code: error.code, object) }
        case .error(.endlessIndex): endIndex()
        case .willChange, .acknowledged, .deleteAcknowledged, .error, .rules, .pending, .aged:
            break
        }
    }

    /// Notifies the readers of a change. During the first index they are notified once, at its end,
    /// for any number of objects.
    private func notifyReaders(
        _ source: BucketEvent.Source, _ append: @Sendable (inout ChangeBacklog) -> Void
    ) {
        guard !changeReaders.isEmpty else { return }
        if isIndexing, source == .index { hasSkipped = true } else { changeReaders.update(append) }
    }

    private func endIndex() {
        (isIndexing, hasSkipped) = (false, false)
        changeReaders.update { $0.appendEverything() }
    }

    /// Handles a lost connection. The readers are notified of the objects of an index that did not
    /// end.
    func lostConnection() {
        guard isIndexing else { return }
        isIndexing = false
        if hasSkipped { endIndex() }
    }
}

extension ClientBucket {
    /// Requests versions, and gives the answer when all have arrived.
    func requestVersions(
        for key: ObjectKey, last count: Int, _ answer: AwaitedResult<[ObjectVersion]>
    ) {
        let wanted = live.requestVersions(of: key, count: count)
        let request = VersionsRequest(answer: answer, missing: Set(wanted))
        guard !wanted.isEmpty else { return resolve(.success([]), to: request) }
        requests.append(request)
    }

    private func receiveVersion(_ reference: EntityReference, _ object: JSONObject?) {
        requests.removeAll { $0.answer.assumeIsolated { $0.isResolved } }
        for index in requests.indices
        where requests[index].missing.remove(reference) != nil {
            if let object {
                let version = ObjectVersion(number: reference.version.number, object: object)
                requests[index].found.append(version)
            }
            guard requests[index].missing.isEmpty else { continue }
            let found = requests[index].found.sorted { $0.number > $1.number }
            resolve(.success(found), to: requests[index])
        }
    }

    private func resolve(
        _ result: Result<[ObjectVersion], SimperiumError>, to request: VersionsRequest
    ) {
        request.answer.assumeIsolated { $0.resolve(result) }
    }
}
