import SimperiumClock
import SimperiumWire

/// One bucket of a model engine.
struct ModelBucket: Sendable {
    struct Logged {
        let change: StoredChange
        let record: EngineRecord
        let stamp: Stamp
    }

    private(set) var head = Ordinal.zero
    private(set) var floor = Ordinal.zero
    private var beginning = EntityVersion.first
    private var stamp = Stamp(milliseconds: 0)
    private var emptyings: [ChangeID] = []
    private var objects: [ObjectKey: ModelObject] = [:]
    private var log: [Logged] = []

    var keys: [ObjectKey] { Array(objects.keys) }

    mutating func append(_ change: EngineChange, at place: Ordinal, _ stamp: Stamp) {
        let stored = StoredChange(
            ordinal: place, key: change.key, version: change.version, previous: change.previous,
            changeID: change.changeID, entry: change.entry, author: change.author)
        log.append(Logged(change: stored, record: EngineRecord(change), stamp: stamp))
        let latest = ModelObject.Latest(change, at: place, stamp)
        if objects[change.key]?.become(latest, outdated: change.outdated) == nil {
            objects[change.key] = ModelObject(latest)
        }
        head = place
        self.stamp = stamp
    }

    mutating func share(_ sharing: EngineSharing) {
        objects[sharing.key]?.share(sharing.sharing)
    }

    mutating func forgetHistory(emptiedBy change: ChangeID) {
        floor = head
        emptyings = (emptyings + [change]).suffix(StoreAnswer.rememberedEmptyings)
    }

    mutating func strip(_ keys: [ObjectKey]) {
        for key in keys { objects[key]?.strip() }
    }

    mutating func trim(_ trimming: EngineTrimming) {
        guard trimming.end <= head else { return }
        floor = max(floor, trimming.end)
        log.removeAll { $0.change.ordinal <= trimming.end }
        for key in trimming.stripped where wasRemoved(key, upTo: floor) { objects[key]?.strip() }
        for key in trimming.forgotten where wasRemoved(key, upTo: floor) {
            guard let object = objects.removeValue(forKey: key) else { continue }
            beginning = max(beginning, object.latest.version.next)
        }
    }

    private func wasRemoved(_ key: ObjectKey, upTo end: Ordinal) -> Bool {
        guard let latest = objects[key]?.latest else { return false }
        return latest.object == nil && latest.place <= end
    }
}

extension ModelBucket {
    var state: StoredBucket {
        var state = StoredBucket(emptyings: emptyings)
        state.head = head
        state.floor = floor
        state.mirrors = present.count { $0.object.isMirror }
        state.count = present.count - state.mirrors
        state.stamp = stamp
        state.beginning = beginning
        return state
    }

    private var present: [(key: ObjectKey, object: ModelObject)] {
        objects.filter { $0.value.latest.object != nil }.map { ($0.key, $0.value) }
    }

    func entity(_ key: ObjectKey, _ owner: (Ordinal) -> ClientID?) -> StoreAnswer {
        guard let object = objects[key] else { return .noEntity(beginning: beginning) }
        return .entity(object.entity(key, owner), changeIDs: object.changeIDs)
    }

    func version(_ version: EntityVersion, of key: ObjectKey) -> [UInt8]? {
        guard let object = objects[key] else { return nil }
        if object.latest.version == version, let present = object.latest.object { return present }
        return object.versions[version]
    }

    func log(after place: Ordinal) -> ArraySlice<Logged> {
        log[log.partitionPoint { $0.change.ordinal <= place }...]
    }

    func changes(after place: Ordinal, _ portion: Portion) -> StoreAnswer {
        guard place == floor || place > floor && log.contains(where: { $0.change.ordinal == place })
        else { return .changes(nil, hasMore: false) }
        let rest = log(after: place).map(\.change)
        let part = portion.part(of: rest) { $0.entry.count }
        return .changes(part, hasMore: part.count < rest.count)
    }

    func index(_ slice: IndexSlice, _ owner: (Ordinal) -> ClientID?) -> StoreAnswer {
        let within = present.filter { _, object in
            let place = object.latest.place
            return slice.above.map { place > $0 } ?? true && slice.below.map { place < $0 } ?? true
        }
        let sorted = within.sorted {
            let isEarlier = $0.object.latest.place < $1.object.latest.place
            return slice.order == .oldestFirst ? isEarlier : !isEarlier
        }
        var found: [StoredEntity] = []
        var bytes = 0
        for (key, object) in sorted {
            let entity = object.entity(key, hasObject: slice.hasObjects, owner)
            bytes += entity.object?.count ?? 0
            let hasRoom = found.count < slice.portion.entries && bytes <= slice.portion.bytes
            guard found.isEmpty || hasRoom else { return .index(found, hasMore: true) }
            found.append(entity)
        }
        return .index(found, hasMore: false)
    }

    func owned(
        after key: ObjectKey?, _ portion: Portion, _ owner: (Ordinal) -> ClientID?
    ) -> StoreAnswer {
        let all = present.filter { $0.object.latest.lease != nil && $0.key.text > key?.text ?? "" }
            .sorted { $0.key.text < $1.key.text }
            // What has an owner is shared with nobody.
            .map { $0.object.entity($0.key, owner).shared(nil) }
        let part = portion.part(of: all) { $0.object?.count ?? 0 }
        return .owned(part, hasMore: part.count < all.count)
    }

    func trimmable(_ limits: StoreLimits, bytes: Int, atMost most: Int) -> EngineFact {
        let excess = log.count - limits.logLength
        var tooLong = log.reduce(0) { $0 + $1.change.entry.count } - bytes
        var (end, gone, stripped) = (Ordinal.zero, 0, [ObjectKey]())
        for (index, entry) in log.prefix(most).enumerated() {
            let place = entry.change.ordinal
            if index >= excess, tooLong <= 0, place > floor { break }
            (end, gone) = (place, index + 1)
            tooLong -= entry.change.entry.count
            let latest = objects[entry.change.key]?.latest
            if latest?.place == place, latest?.object == nil { stripped.append(entry.change.key) }
        }
        let removed = objects.filter { $0.value.latest.object == nil }
            .sorted { $0.value.latest.place < $1.value.latest.place }
        let surplus = min(max(removed.count - limits.removals, 0), most)
        let bound = max(end, floor)
        let forgotten = removed.prefix(surplus).filter { $0.value.latest.place <= bound }
        return .trimmable(
            EngineTrimming(upTo: end, stripped: stripped, forgotten: forgotten.map(\.key)),
            hasMore: gone == most || forgotten.count == most)
    }
}

extension Portion {
    /// The beginning of a list that fits. One is never too much.
    func part<Element>(of list: [Element], _ size: (Element) -> Int) -> [Element] {
        var sum = 0
        return Array(
            list.prefix(max(entries, 1)).prefix { element in
                defer { sum += size(element) }
                return sum == 0 || sum + size(element) <= bytes
            })
    }
}
