internal import SimperiumClock
internal import SimperiumReplica
internal import SimperiumSync
internal import SimperiumWire

/// One bucket of a `ClientLife`: it turns the replica's events into changes for the readers, and
/// collects requested versions.
final class BucketDesk {
    /// A request for versions, with those that have arrived.
    private struct Question {
        let answer: Answer<[ObjectVersion]>
        var missing: Set<EntityReference>
        var found: [ObjectVersion] = []
    }

    let live: LiveBucket
    private(set) var absences: [ObjectKey: Instant] = [:]
    private var changeReaders = WeakReaders<ChangeBacklog>()
    private var refusalReaders = WeakReaders<RefusalBacklog>()
    private var questions: [Question] = []
    /// True if readers were not notified of some objects, because an index is being read.
    private var hasUntold = false
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

    func add(_ reader: Reader<ChangeBacklog>) { changeReaders.add(reader) }
    func add(_ reader: Reader<RefusalBacklog>) { refusalReaders.add(reader) }

    func end(because failure: SimperiumError) {
        changeReaders.end()
        refusalReaders.end()
        for question in questions { give(.failure(failure), to: question) }
        questions = []
    }
}

extension BucketDesk {
    func hear(_ event: BucketEvent, at now: Instant) {
        switch event {
        case .willIndex: isIndexing = true
        case .didIndex: endIndex()
        case .inserted(let key, let source):
            let names = Set((live[key] ?? [:]).map(\.name.string))
            tell(source) { $0.appendInserted(key, names: names) }
        case .updated(let key, let members, let source):
            let names = Set(members.map(\.string))
            tell(source) { $0.appendUpdated(key, names: names) }
        case .deleted(let key, let source):
            absences[key] = nil
            tell(source) { $0.appendDeleted(key) }
        case .away(let keys, let absence):
            for key in keys { absences[key] = absence.until }
            let until = ContinuousClock.Instant(absence.until, at: now)
            changeReaders.bring { $0.appendAway(keys, until: until) }
        case .back(let keys):
            for key in keys { absences[key] = nil }
            changeReaders.bring { $0.appendBack(keys) }
        case .version(let reference, let object): take(reference, object)
        case .error(.refused(let key, let error, let object)):
            refusalReaders.bring { $0.append(key, code: error.code, object) }
        case .error(.endlessIndex): endIndex()
        case .willChange, .acknowledged, .deleteAcknowledged, .error, .rules, .pending, .aged:
            break
        }
    }

    /// Notifies the readers of a change. During the first index they are notified once, at its end,
    /// for any number of objects.
    private func tell(
        _ source: BucketEvent.Source, _ append: @Sendable (inout ChangeBacklog) -> Void
    ) {
        guard !changeReaders.isEmpty else { return }
        if isIndexing, source == .index { hasUntold = true } else { changeReaders.bring(append) }
    }

    private func endIndex() {
        (isIndexing, hasUntold) = (false, false)
        changeReaders.bring { $0.appendEverything() }
    }

    /// Handles a lost connection. The readers are notified of the objects of an index that did not
    /// end.
    func lostConnection() {
        guard isIndexing else { return }
        isIndexing = false
        if hasUntold { endIndex() }
    }
}

extension BucketDesk {
    /// Requests versions, and gives the answer when all have arrived.
    func ask(for key: ObjectKey, last count: Int, _ answer: Answer<[ObjectVersion]>) {
        let wanted = live.requestVersions(of: key, count: count)
        let question = Question(answer: answer, missing: Set(wanted))
        guard !wanted.isEmpty else { return give(.success([]), to: question) }
        questions.append(question)
    }

    private func take(_ reference: EntityReference, _ object: JSONObject?) {
        questions.removeAll { $0.answer.assumeIsolated { $0.isGiven } }
        for index in questions.indices
        where questions[index].missing.remove(reference) != nil {
            if let object {
                let version = ObjectVersion(number: reference.version.number, object: object)
                questions[index].found.append(version)
            }
            guard questions[index].missing.isEmpty else { continue }
            let found = questions[index].found.sorted { $0.number > $1.number }
            give(.success(found), to: questions[index])
        }
    }

    private func give(_ result: Result<[ObjectVersion], SimperiumError>, to question: Question) {
        question.answer.assumeIsolated { $0.give(result) }
    }
}
