internal import SimperiumJSON
internal import SimperiumWire

/// An object that is being loaded because its ghost is suspect.
struct Load: Sendable {
    /// So many changes are kept while one object is loaded. If there are more, it is loaded again.
    private static let mostLater = 1_000

    let version: EntityVersion
    private(set) var later: [AcceptedChange] = []

    init(_ version: EntityVersion) {
        self.version = version
    }

    /// Keeps a change to `version`, unless that is loaded anyway: a hub may repeat itself.
    mutating func append(_ change: AcceptedChange, to version: EntityVersion) {
        if version > self.version, later.count < Self.mostLater { later.append(change) }
    }
}

/// Single versions of single objects: to repair a ghost, or for the program's interest in history.
extension Bucket {
    private static let longestHistory = 160
    private static let mostHistoryRequests = 1_000

    /// Notes that the object must be loaded in this version or a later one, even after a restart.
    mutating func suspect(_ key: ObjectKey, _ version: EntityVersion) {
        let known = entries[key]?.suspect ?? version
        entries[key, default: Entry()].suspect = max(known, version)
        turn.touched.append(key)
        suspects.insert(key)
        load(key)
    }

    /// What was to be loaded is gone, and with it any doubt.
    mutating func trust(_ key: ObjectKey) {
        guard var entry = entries[key], entry.suspect != nil else { return }
        link.loads[key] = nil
        entry.suspect = nil
        keep(entry, as: key)
        enqueue(key)
    }

    /// Asks for the object; not before it is known whether the change in flight will be in it.
    mutating func load(_ key: ObjectKey) {
        guard stage == .live, link.loads[key] == nil, let version = entries[key]?.suspect,
            inFlight[key]?.isApplied != false, repair(key)
        else { return }
        link.loads[key] = Load(version)
        post(.entity(EntityRequest(EntityReference(key: key, version: version))))
    }

    mutating func receive(_ reply: EntityReply) {
        guard let reference = reply.request.reference else { return }
        answerHistory(reference, reply.object)
        let key = reference.key
        guard let load = link.loads[key], load.version == reference.version else { return }
        link.loads[key] = nil
        guard let object = reply.object else {
            if !startsIndexOver() { tell(.error(.stuck(key))) }
            return
        }
        let wanted = entries[key]?.suspect ?? load.version
        take(Ghost(version: load.version, object: object), as: key, before: load.later, .remote)
        for change in load.later { receive(change) }
        if let version = entries[key]?.ghost?.version, version < wanted { suspect(key, wanted) }
        enqueue(key)
    }

    /// The object as the hub has it, from wherever that is known, and what happened `later`.
    mutating func take(
        _ ghost: Ghost, as key: ObjectKey, before later: [AcceptedChange] = [],
        _ source: BucketEvent.Source
    ) {
        entries[key]?.suspect = nil
        if let flight = inFlight[key], isIn(ghost, flight), !later.contains(where: isOurs) {
            conclude(key, with: ghost, isAlone: false, source)
        } else {
            advance(key, to: ghost, source)
        }
    }

    /// Whether it is known if the hub had taken the change in flight in when the object was like
    /// this.
    ///
    /// What was edited since the change was sent goes on top of `ghost` if the change is in it, and
    /// on top of both together if it is not. To guess would be wrong one way or the other: an edit
    /// that erases a part of the change would leave a second copy of it, or erase none.
    func knowsFate(of flight: ChangeInFlight?, in ghost: Ghost) -> Bool {
        flight.map { $0.isApplied || isIn(ghost, $0) } ?? true
    }

    /// Whether the hub has taken a change in may be known; or all that it wanted is there.
    private func isIn(_ ghost: Ghost, _ flight: ChangeInFlight) -> Bool {
        flight.isApplied || (ghost.version != flight.base && ghost.object == flight.outcome)
    }

    mutating func requestHistory(of key: ObjectKey, count: Int) {
        guard let last = entries[key]?.ghost?.version.number, count > 0 else { return }
        let first = max(1, last - min(count, Self.longestHistory) + 1)
        for number in (first...last).reversed() {
            guard let version = EntityVersion(number) else { continue }
            let reference = EntityReference(key: key, version: version)
            requestVersion(reference)
        }
    }

    private mutating func requestVersion(_ reference: EntityReference) {
        guard !historyRequests.contains(reference) else { return }
        guard historyRequests.count < Self.mostHistoryRequests else {
            return tell(.version(reference, nil))
        }
        historyRequests.append(reference)
        if stage == .live { post(.entity(EntityRequest(reference))) }
    }

    private mutating func answerHistory(_ reference: EntityReference, _ object: JSONObject?) {
        guard let place = historyRequests.firstIndex(of: reference) else { return }
        historyRequests.remove(at: place)
        tell(.version(reference, object))
    }
}
