internal import SimperiumJSON
internal import SimperiumWire

struct ModelRefusal: Error {
    let error: ChangeRefusalReason

    init(_ error: ChangeRefusalReason) {
        self.error = error
    }
}

/// A bucket of the model hub: objects, all their versions, and the log of changes.
struct ModelBucket {
    private struct Applied: Hashable {
        let key: ObjectKey
        let id: ChangeID
    }

    private struct LogEntry {
        let change: AcceptedChange
        let before: JSONObject
        let after: JSONObject?
    }

    private(set) var objects: [ObjectKey: Ghost] = [:]
    /// Keys whose history has a removal, or two concurrent creations. There the protocol's own
    /// rules may lose edits.
    private(set) var contested: Set<ObjectKey> = []
    private var lastVersions: [ObjectKey: Int] = [:]
    private var versions: [EntityVersionReference: JSONObject] = [:]
    private var log: [LogEntry] = []
    private var lastChanges: [ObjectKey: Int] = [:]
    private var applied: Set<Applied> = []
    private var snapshots: [[IndexPage.ListedObject]] = []

    var head: ChangeVersion { ChangeVersion(epoch: 1, number: UInt64(log.count)) }

    func hasApplied(_ change: Change) -> Bool {
        applied.contains(Applied(key: change.key, id: change.id))
    }

    func object(_ reference: EntityVersionReference) -> JSONObject? { versions[reference] }

    /// Returns a page of the index as it was at the request of the first page; or, if it `isFresh`,
    /// with the present objects. A hub may do either.
    mutating func page(_ request: IndexRequest, upTo limit: Int, isFresh: Bool) -> IndexPage {
        let place = request.mark.flatMap(Place.init) ?? takeSnapshot()
        let entries = snapshots[place.snapshot]
        let end = min(place.start + min(limit, request.limit), entries.count)
        let next = Place(snapshot: place.snapshot, start: end, head: place.head)
        let listed = entries[place.start..<end].map { isFresh ? refreshed($0) : $0 }
        return IndexPage(
            current: ChangeVersion(epoch: 1, number: place.head), entries: listed,
            mark: end < entries.count ? next.mark : nil)
    }

    private func refreshed(_ entry: IndexPage.ListedObject) -> IndexPage.ListedObject {
        guard let ghost = objects[entry.key] else { return entry }
        return IndexPage.ListedObject(key: entry.key, version: ghost.version, object: ghost.object)
    }

    private mutating func takeSnapshot() -> Place {
        let recent = objects.keys.sorted {
            lastChanges[$0, default: 0] > lastChanges[$1, default: 0]
        }
        let entries = recent.compactMap { key in
            objects[key].map {
                IndexPage.ListedObject(key: key, version: $0.version, object: $0.object)
            }
        }
        snapshots.append(entries)
        return Place(snapshot: snapshots.count - 1, start: 0, head: UInt64(log.count))
    }

    /// Returns nil if the cursor is unknown.
    func changes(since cursor: HistoryCursor, _ folds: Bool) -> [AcceptedChange]? {
        guard case .after(let version) = cursor, let parts = version.parts, parts.epoch == 1,
            parts.number <= log.count
        else { return nil }
        let entries = Array(log[Int(parts.number)...])
        return folds ? folded(entries) : entries.map(\.change)
    }

    /// Combines consecutive changes of one object.
    private func folded(_ entries: [LogEntry]) -> [AcceptedChange] {
        var result: [LogEntry] = []
        for entry in entries {
            if let last = result.last, let both = fold(last, entry) {
                result[result.count - 1] = both
            } else {
                result.append(entry)
            }
        }
        return result.map(\.change)
    }

    private func fold(_ first: LogEntry, _ second: LogEntry) -> LogEntry? {
        guard first.change.key == second.change.key, let after = second.after,
            case .modified(_, let source, _) = first.change.effect,
            case .modified(_, _?, let version) = second.change.effect,
            let clientID = second.change.clientID
        else { return nil }
        let change = AcceptedChange(
            .modified(Diff(from: first.before, to: after), from: source, to: version),
            key: first.change.key, changeVersion: second.change.changeVersion,
            changeIDs: first.change.changeIDs + second.change.changeIDs, clientID: clientID)
        return LogEntry(change: change, before: first.before, after: after)
    }
}

extension ModelBucket {
    mutating func apply(
        _ change: Change, by clientID: ClientID
    ) throws(ModelRefusal) -> AcceptedChange {
        guard !hasApplied(change) else { throw ModelRefusal(.alreadyApplied) }
        return commit(change, try outcome(of: change), by: clientID)
    }

    /// Returns the object after a change; nil if it is removed.
    private mutating func outcome(of change: Change) throws(ModelRefusal) -> JSONObject? {
        let present = objects[change.key]
        guard change.operation != .remove else {
            guard present != nil else { throw ModelRefusal(.noSuchObject) }
            return nil
        }
        guard let present else {
            guard change.version == nil else { throw ModelRefusal(.noSuchObject) }
            return try result(of: change, to: JSONObject())
        }
        if change.version == nil { contested.insert(change.key) }
        let object = try merged(change, with: present)
        guard object != present.object else { throw ModelRefusal(.noEffect) }
        return object
    }

    private func merged(_ change: Change, with present: Ghost) throws(ModelRefusal) -> JSONObject {
        var base = JSONObject()
        if let version = change.version {
            let reference = EntityVersionReference(key: change.key, version: version)
            guard version <= present.version, let object = versions[reference] else {
                throw ModelRefusal(.noSuchVersion)
            }
            base = object
        }
        let wanted = try result(of: change, to: base)
        do throws(DiffError) {
            return try Diff(from: base, to: wanted)
                .rebased(over: Diff(from: base, to: present.object), base: base)
                .applied(to: present.object)
        } catch {
            throw ModelRefusal(.inapplicable)
        }
    }

    private func result(of change: Change, to base: JSONObject) throws(ModelRefusal) -> JSONObject {
        switch change.operation {
        case .modify(let diff):
            guard let object = try? diff.applied(to: base) else {
                throw ModelRefusal(.inapplicable)
            }
            return object
        case .replace(let object, _): return object
        case .restore, .remove, .empty, .drop: throw ModelRefusal(.invalid)
        }
    }

    private mutating func commit(
        _ change: Change, _ after: JSONObject?, by clientID: ClientID
    ) -> AcceptedChange {
        let key = change.key
        let before = objects[key]
        guard let version = EntityVersion(lastVersions[key, default: 0] + 1) else {
            preconditionFailure("no simulation makes so many versions")
        }
        lastVersions[key] = version.number
        lastChanges[key] = log.count + 1
        applied.insert(Applied(key: key, id: change.id))
        objects[key] = after.map { Ghost(version: version, object: $0) }
        versions[EntityVersionReference(key: key, version: version)] = after
        if after == nil { contested.insert(key) }
        let diff = after.map { Diff(from: before?.object ?? JSONObject(), to: $0) }
        let accepted = AcceptedChange(
            diff.map { .modified($0, from: before?.version, to: version) }
                ?? .removed(at: version), key: key,
            changeVersion: ChangeVersion(epoch: 1, number: UInt64(log.count + 1)),
            changeIDs: [change.id], clientID: clientID)
        log.append(LogEntry(change: accepted, before: before?.object ?? JSONObject(), after: after))
        return accepted
    }
}

/// The start of a page of the index, in the form of a mark: `3-20-117`.
private struct Place {
    let snapshot: Int
    let start: Int
    let head: UInt64

    init(snapshot: Int, start: Int, head: UInt64) {
        self.snapshot = snapshot
        self.start = start
        self.head = head
    }

    init?(_ mark: IndexPageEndMark) {
        let numbers = mark.text.split(separator: "-").compactMap { Int($0) }
        guard numbers.count == 3 else { return nil }
        self.init(snapshot: numbers[0], start: numbers[1], head: UInt64(numbers[2]))
    }

    var mark: IndexPageEndMark? { IndexPageEndMark("\(snapshot)-\(start)-\(head)") }
}
