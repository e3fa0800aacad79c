internal import SimperiumClock
internal import SimperiumReplica
internal import SimperiumSync
internal import SimperiumWire

/// One bucket of a `ClientActor`: it turns the replica's events into changes for the readers, and
/// collects requested versions.
final class ClientBucket {
    private struct VersionsRequest {
        let answer: AwaitedResult<[ObjectVersion]>
        var missing: Set<EntityVersionReference>
        var found: [ObjectVersion] = []
    }

    /// An update of the bucket, as every live query receives it.
    private enum LiveQueryInput {
        case changed(ObjectKey, JSONObject?)
        case everything([Keyed<JSONObject>])
        case end
    }

    let live: LiveBucket
    private(set) var absences: [ObjectKey: Instant] = [:]
    private var changeReaders = WeakReaders<ChangeBacklog>()
    /// The readers that also receive the program's own edits.
    private var editReaders = WeakReaders<ChangeBacklog>()
    /// The callbacks of the live queries. Each returns false when its reader has been released.
    private var queries: [(LiveQueryInput) -> Bool] = []
    private var refusalReaders = WeakReaders<RefusalBacklog>()
    private var requests: [VersionsRequest] = []
    /// True if readers were not notified of some objects, because an index is being read.
    private var hasSkipped = false
    private var isIndexing = false

    init(_ live: LiveBucket) {
        self.live = live
    }

    var objects: [Keyed<JSONObject>] {
        live.keys.compactMap { key in live[key].map { Keyed(key, $0) } }
    }

    var refused: [Refusal] {
        live.refused.sorted { $0.text < $1.text }.map {
            Refusal(key: $0, code: live.refusalCode(of: $0) ?? 1, object: live[$0], missed: 0)
        }
    }

    /// Makes an edit, and notifies the live queries and the readers that receive the program's own
    /// edits. Returns the reason if the edit is invalid; otherwise nil.
    @discardableResult
    func editAndNotify(_ edit: BucketEdit) -> UnsendableObjectReason? {
        guard !editReaders.isEmpty || !queries.isEmpty else { return live.edit(edit) }
        let key = edit.key
        let before = live[key]
        let invalid = live.edit(edit)
        let after = live[key]
        guard before != after else { return invalid }
        notifyLiveQueries(.changed(key, after))
        switch (before, after) {
        case (let before?, let after?):
            let names = Set(after.namesOfChangedMembers(since: before).map(\.string))
            editReaders.updateBacklogs { $0.mergeUpdated(key, names: names) }
        case (nil, let after?):
            let names = Set(after.map(\.name.string))
            editReaders.updateBacklogs { $0.mergeInserted(key, names: names) }
        case (_, nil): editReaders.updateBacklogs { $0.mergeDeleted(key) }
        }
        return invalid
    }

    func setUnsavedEditProvider(_ unsaved: @escaping @Sendable (ObjectKey) -> UnsavedEdit?) {
        live.setUnsavedEditProvider { key in unsaved(key).map { ($0.from, $0.to) } }
    }

    func addReader(_ reader: BacklogReader<ChangeBacklog>, includingOwn: Bool) {
        if includingOwn { editReaders.add(reader) } else { changeReaders.add(reader) }
    }

    func addReader<Value>(_ reader: BacklogReader<LiveListBacklog<Value>>) {
        let objects = objects
        reader.assumeIsolated { $0.updateBacklog { $0.reload(objects) } }
        queries.append { [weak reader] query in
            guard let reader else { return false }
            reader.assumeIsolated { reader in
                switch query {
                case .changed(let key, let object):
                    reader.updateBacklog { $0.update(key, object) }
                case .everything(let objects): reader.updateBacklog { $0.reload(objects) }
                case .end: reader.finish()
                }
            }
            return true
        }
    }

    private func notifyLiveQueries(_ query: LiveQueryInput) {
        queries.removeAll { !$0(query) }
    }

    private func updateChangeReaders(_ change: @Sendable (inout ChangeBacklog) -> Void) {
        changeReaders.updateBacklogs(change)
        editReaders.updateBacklogs(change)
    }

    func addReader(_ reader: BacklogReader<RefusalBacklog>) { refusalReaders.add(reader) }

    func endReaders(because failure: SimperiumError) {
        changeReaders.endAll()
        editReaders.endAll()
        notifyLiveQueries(.end)
        queries = []
        refusalReaders.endAll()
        for request in requests { request.answer.resolve(.failure(failure)) }
        requests = []
    }
}

extension ClientBucket {
    func handle(_ event: BucketEvent, at now: Instant) {
        switch event {
        case .willIndex: isIndexing = true
        case .didIndex: endIndexAndNotify()
        case .inserted(let key, let source):
            notifyReadersUnlessIndexing(of: key, source) {
                let names = Set((live[key] ?? [:]).map(\.name.string))
                updateChangeReaders { $0.mergeInserted(key, names: names) }
            }
        case .updated(let key, let members, let source):
            notifyReadersUnlessIndexing(of: key, source) {
                let names = Set(members.map(\.string))
                updateChangeReaders { $0.mergeUpdated(key, names: names) }
            }
        case .deleted(let key, let source):
            absences[key] = nil
            notifyReadersUnlessIndexing(of: key, source) {
                guard let object = live[key] else {
                    return updateChangeReaders { $0.mergeDeleted(key) }
                }
                // An edit has created the object again, for example an editor's unsaved one.
                let names = Set(object.map(\.name.string))
                updateChangeReaders { $0.mergeUpdated(key, names: names) }
            }
        case .away(let keys, let absence):
            for key in keys { absences[key] = absence.until }
            let until = ContinuousClock.Instant(absence.until, at: now)
            updateChangeReaders { $0.appendOwnerAbsence(keys, until: until) }
        case .back(let keys):
            for key in keys { absences[key] = nil }
            updateChangeReaders { $0.appendOwnerReturn(keys) }
        case .version(let reference, let object): receiveVersion(reference, object)
        case .error(.refused(let key, let error, let object)):
            refusalReaders.updateBacklogs { $0.append(key, code: error.code, object) }
        case .error(.endlessIndex): endIndexAndNotify()
        case .willChange, .acknowledged, .deleteAcknowledged, .error, .rules, .pending, .aged:
            break
        }
    }

    /// Notifies the readers of a change. Calls `notifyChangeReaders` if there are readers of
    /// changes. While the client reads an index, changes from the index are skipped; the readers
    /// are notified once, at the end of the index.
    private func notifyReadersUnlessIndexing(
        of key: ObjectKey, _ source: BucketEvent.RemoteChangeSource,
        notifyChangeReaders: () -> Void
    ) {
        guard !isIndexing || source != .index else { return hasSkipped = true }
        if !changeReaders.isEmpty || !editReaders.isEmpty { notifyChangeReaders() }
        if !queries.isEmpty { notifyLiveQueries(.changed(key, live[key])) }
    }

    private func endIndexAndNotify() {
        (isIndexing, hasSkipped) = (false, false)
        updateChangeReaders { $0.collapseToEverything() }
        if !queries.isEmpty { notifyLiveQueries(.everything(objects)) }
    }

    /// Handles a lost connection. If the loss interrupted an index, notifies the readers of the
    /// skipped changes.
    func endIndexOnLostConnection() {
        guard isIndexing else { return }
        isIndexing = false
        if hasSkipped { endIndexAndNotify() }
    }

    /// Notifies the readers if no objects are left after the sign-out, because the replica does not
    /// report their removal. Drops the absences of removed objects.
    func notifyReadersAfterSignOut() {
        absences = absences.filter { live[$0.key] != nil }
        if live.count == 0 { endIndexAndNotify() }
    }
}

extension ClientBucket {
    /// Requests versions, and resolves `answer` when all have arrived. If there are none, resolves
    /// `answer` immediately with an empty list.
    func requestVersions(
        for key: ObjectKey, last count: Int, _ answer: AwaitedResult<[ObjectVersion]>
    ) {
        let wanted = live.requestVersions(of: key, count: count)
        guard !wanted.isEmpty else { return answer.resolve(.success([])) }
        requests.append(VersionsRequest(answer: answer, missing: Set(wanted)))
    }

    private func receiveVersion(_ reference: EntityVersionReference, _ object: JSONObject?) {
        requests.removeAll { $0.answer.isResolved }
        for index in requests.indices
        where requests[index].missing.remove(reference) != nil {
            if let object {
                let version = ObjectVersion(number: reference.version.number, object: object)
                requests[index].found.append(version)
            }
            guard requests[index].missing.isEmpty else { continue }
            let found = requests[index].found.sorted { $0.number > $1.number }
            requests[index].answer.resolve(.success(found))
        }
    }
}
