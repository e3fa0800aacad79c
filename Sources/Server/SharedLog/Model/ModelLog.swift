import SimperiumClock
import SimperiumWire

/// One log of a model engine.
struct ModelLog: Sendable {
    private enum End {
        case none
        /// It is to be closed.
        case near
        case here
    }

    private struct Turn {
        let incarnation: Incarnation
        let until: Stamp
    }

    private(set) var head = Ordinal.zero
    private var epoch: UInt32 = 0
    private var stamp = Stamp(milliseconds: 0)
    private var end = End.none
    private var turn: Turn?
    /// Whether it may write.
    private var incarnations: [Incarnation: Bool] = [:]
    private var beginnings: [EngineLog.Beginning] = []
    private(set) var buckets: [BucketName: ModelBucket] = [:]
    private(set) var dropped: [EngineLog.Dropped: Set<ObjectKey>] = [:]
    private(set) var notes: [EngineEntry] = []
    private(set) var relations = ModelRelations()
    var leases = ModelLeases()
    private var messages: [EngineMessage] = []

    mutating func takeMessages() -> [EngineMessage] { exchange(&messages, with: []) }

    mutating func perform(_ deed: LogDeed, at now: Stamp) -> EngineAnswer {
        switch deed {
        case .open(let incarnation, let epoch, let grace):
            return open(incarnation, epoch: epoch, grace: grace, at: now)
        case .append(let changes, let writer, let wantsTurn):
            return append(changes, by: writer, wantsTurn: wantsTurn, now)
        case .forgetHistory(let name, let change, let writer):
            return write(.history(name, emptiedBy: change), by: writer, at: now) {
                $0.buckets[name, default: ModelBucket()].forgetHistory(emptiedBy: change)
            }
        case .forgetVersions(let key, let name, let writer):
            return write(.versions(name, key), by: writer, at: now) {
                $0.buckets[name]?.strip([key])
            }
        case .drop(let name, let writer):
            return write(.drop(name), by: writer, at: now) {
                let keys = $0.buckets.removeValue(forKey: name)?.keys ?? []
                let dropped = EngineLog.Dropped(name, at: writer.place)
                if !keys.isEmpty { $0.dropped[dropped] = Set(keys) }
            }
        case .share(let sharing, let writer):
            return write(sharing.act, by: writer, at: now) {
                $0.buckets[sharing.bucket]?.share(sharing)
                $0.relations.send(sharing.parcel, of: sharing.bucket)
                $0.relations.note(sharing.mark, in: sharing.bucket)
            }
        case .strike(let places, let name): relations.strike(places, of: name)
        case .view(let object, let users, let incarnation):
            if let no = fenced(incarnation) { return no }
            view(object, by: users, at: incarnation, now)
        case .close: return close()
        case .trim(let name, let trimming, let incarnation):
            if let no = fenced(incarnation) { return no }
            buckets[name]?.trim(trimming)
        case .sweep(let keys, let name, let place):
            sweep(keys, of: EngineLog.Dropped(name, at: place))
        }
        return .done
    }

    /// It is told without a place of its own: nothing of it stays.
    mutating func view(
        _ object: ViewedObject, by users: [UserID], at incarnation: Incarnation, _ now: Stamp
    ) {
        guard relations.view(object, by: users, at: incarnation) else { return }
        let act = EngineEntry.Act.viewed(object.bucket, object.key)
        messages.append(EngineMessage(behind: head, EngineEntry(at: head, now, act)))
    }

    /// Those that there are, and those of which something is on its way to others.
    var bucketNames: [BucketName] {
        Set(buckets.keys).union(relations.parcels.keys).sorted { $0.text < $1.text }
    }

    /// Of a closed log nothing stays but that it is, and where it ended.
    private mutating func close() -> EngineAnswer {
        guard bucketNames.isEmpty, dropped.isEmpty else {
            end = .near
            return .owing(bucketNames)
        }
        let (head, epoch, stamp) = (head, epoch, stamp)
        self = ModelLog()
        (self.head, self.epoch, self.stamp, end) = (head, epoch, stamp, .here)
        return .done
    }

    private mutating func sweep(_ keys: [ObjectKey], of swept: EngineLog.Dropped) {
        dropped[swept]?.subtract(keys)
        if dropped[swept]?.isEmpty == true { dropped[swept] = nil }
    }

    private mutating func open(
        _ incarnation: Incarnation, epoch least: UInt32, grace: Duration, at now: Stamp
    ) -> EngineAnswer {
        if end == .here { return .gone }
        if incarnations[incarnation] == false { return .fenced }
        var next = max(epoch, least)
        if head == .zero { next = max(next, UInt32(clamping: now.milliseconds / 1_000)) }
        if next != epoch {
            if head != .zero { beginnings.append(EngineLog.Beginning(epoch: next, behind: head)) }
            beginnings = beginnings.suffix(EngineLog.rememberedEpochs)
            epoch = next
            for kept in leases.all where kept.holder == nil {
                leases[kept.lease.id] = EngineLog.Lease(
                    kept.lease, holder: nil, until: max(kept.until, now + grace))
            }
        }
        incarnations[incarnation] = true
        let states = buckets.map { EngineLog.Bucket($0, head: $1.head, floor: $1.floor) }
        return .opened(
            EngineLog(
                head: head, epoch: epoch, now: now,
                buckets: states.sorted { $0.name.text < $1.name.text },
                leases: leases.all.sorted { $0.lease.id < $1.lease.id },
                beginnings: beginnings, dropped: dropped.keys.sorted { $0.place < $1.place }))
    }

    func fenced(_ incarnation: Incarnation) -> EngineAnswer? {
        if end == .here { return .gone }
        return incarnations[incarnation] == true ? nil : .fenced
    }

    /// False if it was done before.
    mutating func fence(_ incarnation: Incarnation) -> Bool {
        guard incarnations[incarnation] != false else { return false }
        incarnations[incarnation] = false
        return true
    }

    /// Why a writer may not write; nil if it may.
    private mutating func refusal(
        of writer: EngineWriter, wantsTurn: Bool, at now: Stamp
    ) -> EngineAnswer? {
        if let no = fenced(writer.incarnation) { return no }
        if let turn, turn.incarnation != writer.incarnation, turn.until > now {
            return .othersTurn(turn.until - now)
        }
        guard head == writer.head else {
            if wantsTurn {
                turn = Turn(incarnation: writer.incarnation, until: now + EngineLimits.turn)
            }
            return .overtaken(head)
        }
        if writer.place.epoch < epoch { return .earlierEpoch(epoch) }
        return writer.place.count == head.count + 1 ? nil : .misplaced(after: head)
    }

    private mutating func append(
        _ changes: [EngineChange], by writer: EngineWriter, wantsTurn: Bool, _ now: Stamp
    ) -> EngineAnswer {
        if end != .none, changes.contains(where: { $0.object != nil }) { return .gone }
        if let no = refusal(of: writer, wantsTurn: wantsTurn, at: now) { return no }
        let time = max(now, stamp)
        for condition in changes.compactMap(\.condition) {
            guard let kept = leases[condition.lease] else { continue }
            if case .left = condition, kept.holder?.incarnation == writer.incarnation { continue }
            if kept.holder != nil || kept.until > time { return .held(condition.lease) }
        }
        var place = writer.place
        for change in changes {
            buckets[change.bucket, default: ModelBucket()].append(change, at: place, time)
            relations.send(change.parcel, of: change.bucket)
            relations.note(change.mark, in: change.bucket)
            let record = EngineRecord(change, tellingAtMost: EngineLimits.toldEntry)
            advance(to: EngineEntry(at: place, time, .change(record)))
            place = Ordinal(epoch: place.epoch, count: place.count + 1)
        }
        turn = nil
        return .written(head, time)
    }

    private mutating func advance(to entry: EngineEntry) {
        messages.append(EngineMessage(behind: head, entry))
        head = entry.place
        epoch = entry.place.epoch
        stamp = entry.stamp
    }

    private mutating func write(
        _ act: EngineEntry.Act, by writer: EngineWriter, at now: Stamp,
        _ change: (inout ModelLog) -> Void
    ) -> EngineAnswer {
        if let no = refusal(of: writer, wantsTurn: false, at: now) { return no }
        note(act, at: writer.place, now)
        change(&self)
        return .written(head, stamp)
    }

    private mutating func note(_ act: EngineEntry.Act, at place: Ordinal, _ now: Stamp) {
        let entry = EngineEntry(at: place, max(now, stamp), act)
        notes = (notes + [entry]).suffix(EngineLimits.notes)
        advance(to: entry)
    }

    /// Writes down at the next place what nobody else has worked out.
    mutating func note(_ act: EngineEntry.Act, at now: Stamp) {
        let place = Ordinal(epoch: max(epoch, head.epoch), count: head.count + 1)
        note(act, at: place, now)
    }
}
