package import SharedLog
package import SimperiumClock
internal import SimperiumWire

/// What a few nodes ask of an engine, and what the model engine answers: whatever a seed makes up.
///
/// Nothing in it depends on how fast it is played: what is over is over for a minute, and what
/// lasts does so for an hour. Its numbers lie above all that a clock would give.
package struct EngineStory: Sendable {
    package struct Step: Sendable {
        package let deed: EngineDeed
        package let answer: EngineAnswer
        package let told: [EngineMessage]
    }

    package static let seen: UInt32 = 4_000_000_000
    private static let long = Duration.seconds(3_600)
    private static let over = Duration.seconds(-60)

    package private(set) var steps: [Step] = []
    private var engine = ModelEngine()
    private var random: SeededRandom
    private let now: Stamp
    private var epochs: [SharedLogID: UInt32] = [:]
    private var incarnations: [Incarnation] = []
    private var leases: [EngineLease] = []
    private var drops: [(BucketName, SharedLogID, Ordinal)] = []

    package init(seed: UInt64, count: Int = 60, at now: Stamp) {
        random = SeededRandom(seed: seed)
        self.now = now
        play(.node(.hello(seen: Self.seen, life: Self.over)))
        for _ in 0..<2 { begin() }
        for log in Names.logs { open(log) }
        while steps.count < count { step() }
    }

    /// As many deeds as are given, on an engine of their own.
    package init(_ deeds: [EngineDeed], at now: Stamp) {
        random = SeededRandom(seed: 0)
        self.now = now
        for deed in deeds { play(deed) }
    }

    @discardableResult
    private mutating func play(_ deed: EngineDeed) -> EngineAnswer {
        let (answer, told) = engine.perform(deed, at: now)
        steps.append(Step(deed: deed, answer: answer, told: told))
        return answer
    }

    /// What is so, without a trace.
    private func fact(_ query: LogQuery, _ log: SharedLogID) -> (fact: EngineFact, head: Ordinal) {
        var engine = engine
        guard case .fact(let fact, let head) = engine.perform(.read(query, log), at: now).answer
        else { preconditionFailure("what is read is answered") }
        return (fact, head)
    }
}

extension EngineStory {
    private mutating func step() {
        switch random.below(24) {
        case 0: node()
        case 1: random.chance(1, in: 3) ? begin() : open(log())
        case 2...4: lease()
        case 5...11: append()
        case 12: forget()
        case 13: tend()
        case 14: share()
        case 15...16: view()
        default: read()
        }
    }

    private mutating func log() -> SharedLogID { random.pick(Names.logs) ?? Names.logs[0] }
    private mutating func bucket() -> BucketName { random.pick(Names.buckets) ?? Names.buckets[0] }
    private mutating func key() -> ObjectKey { random.pick(Names.keys) ?? Names.keys[0] }
    private mutating func incarnation() -> Incarnation {
        random.pick(incarnations) ?? Incarnation(rawValue: 1)
    }

    private mutating func span() -> Duration { random.chance(1, in: 2) ? Self.long : Self.over }

    private mutating func holder() -> EngineHolder {
        EngineHolder(incarnation(), UInt64(1 + random.below(2)))
    }

    private mutating func begin() {
        let life = span()
        if case .incarnation(let new) = play(.node(.begin(seen: Self.seen, life: life))) {
            incarnations.append(new)
        }
    }

    private mutating func open(_ log: SharedLogID) {
        for incarnation in incarnations {
            play(.node(.note(log, incarnation)))
            let epoch = max(epochs[log] ?? 0, Self.seen + 1) + UInt32(random.below(2))
            let answer = play(.log(.open(incarnation, epoch: epoch, grace: Self.long), log))
            if case .opened(let state) = answer { epochs[log] = state.epoch }
        }
    }

    private mutating func node() {
        let (log, incarnation) = (log(), incarnation())
        switch random.below(8) {
        case 0: play(.node(.hello(seen: Self.seen, life: Self.over)))
        case 1: play(.node(.note(log, incarnation)))
        case 2: play(.node(.buried(log, incarnation)))
        case 3: play(.node(.logs(of: incarnation)))
        case 4 where incarnations.count > 2: play(.node(.retire(incarnation)))
        default: play(.node(.renew(incarnation, life: span())))
        }
    }

    private mutating func lease() {
        let (log, holder) = (log(), holder())
        let known = random.pick(leases)
        switch random.below(8) {
        case 0...1:
            let id = Ordinal(epoch: holder.incarnation.rawValue, count: UInt64(leases.count))
            // Now and then by the secret of the one before.
            let number = leases.count - (random.chance(1, in: 3) ? 1 : 0)
            let new = EngineLease(
                id, in: bucket(), secret: "5ec\(number)",
                of: random.pick(Names.clients) ?? Names.clients[0])
            leases.append(new)
            play(.lease(.begin(new, holder), log))
        case 2...3: if let known { play(.lease(.away(known.id, holder, grace: span()), log)) }
        case 4...5:
            guard let known else { return }
            let client = random.pick(Names.clients + [known.clientID]) ?? known.clientID
            play(.lease(.resume(secret: known.secret, client, holder), log))
        case 6: if let known { play(.lease(.end(known.id, holder), log)) }
        default:
            guard incarnations.count > 2 else { return }
            play(.lease(.bury(incarnation(), grace: span()), log))
        }
    }

    private mutating func writer(in log: SharedLogID) -> EngineWriter {
        var head = fact(.buckets, log).head
        let place = Ordinal(
            epoch: (epochs[log] ?? 1) - (random.chance(1, in: 30) ? 1 : 0),
            count: head.count + (random.chance(1, in: 30) ? 2 : 1))
        if random.chance(1, in: 15) { head = Ordinal(epoch: head.epoch, count: head.count + 1) }
        return EngineWriter(incarnation(), on: head, at: place)
    }

    private mutating func append() {
        let log = log()
        let writer = writer(in: log)
        var latest: [String: Known] = [:]
        var place = writer.place
        let changes = (0...random.below(3)).map { _ in
            let (bucket, key) = (bucket(), key())
            let name = "\(bucket)/\(key)"
            let before = latest[name] ?? known(key, bucket, log)
            let isRemoval = before.isThere && random.chance(1, in: 4)
            var change = EngineChange(
                key, in: bucket, version: before.version, previous: before.place,
                by: random.pick(Names.changeIDs) ?? Names.changeIDs[0], entry: text(),
                object: isRemoval ? nil : text(), lease: pickLease(1, in: 3),
                outdated: outdated(by: before.version), if: pickCondition())
            let sharing = concernOthers(with: &change, at: place, before)
            latest[name] = Known(
                version: before.version.next, place: isRemoval ? nil : place, isThere: !isRemoval,
                sharing: sharing)
            place = Ordinal(epoch: place.epoch, count: place.count + 1)
            return change
        }
        play(.log(.append(changes, writer, wantsTurn: false), log))
    }

    /// What of a change concerns others, and with whom the object is shared behind it.
    private mutating func concernOthers(
        with change: inout EngineChange, at place: Ordinal, _ before: Known
    ) -> Sharing? {
        if random.chance(1, in: 4) { change.author = random.pick(Names.logs)?.user }
        if case .mirror(let owner)? = before.sharing { change.mirrored = owner }
        if !before.isThere, random.chance(1, in: 4) { change.mirrored = Names.logs[1].user }
        if let owner = change.mirrored {
            if random.chance(1, in: 2) { change.mark = ReplicationCheckpoint(of: owner, at: place) }
            return change.object == nil ? nil : .mirror(of: owner)
        }
        guard case .shared(let sharers)? = before.sharing else { return nil }
        change.parcel = Parcel(
            change.object == nil ? .removal : .change, of: change.key, at: place,
            becoming: change.version, by: Names.logs[0].user, change.entry,
            to: sharers.map(\.user))
        return change.object == nil ? nil : before.sharing
    }

    /// Shares what is there, or no longer; or has what was on its way arrive.
    private mutating func share() {
        let (log, bucket, key) = (log(), bucket(), key())
        if random.chance(1, in: 3) {
            let query = LogQuery.parcels(of: bucket, atMost: portion())
            guard case .fact(.stored(.parcels(let parcels, _)), _) = play(.read(query, log)) else {
                return
            }
            let places = parcels.map(\.place).filter { _ in random.chance(1, in: 2) }
            play(.log(.strike(places, of: bucket), log))
            return
        }
        let (before, writer) = (known(key, bucket, log), writer(in: log))
        guard before.isThere, before.sharing?.isMirror != true else { return }
        let users = Names.logs.filter { _ in random.chance(1, in: 2) }.map(\.user)
        let sharers = users.map { user in
            Sharer(user, mayWrite: random.chance(1, in: 2), followed: .zero)
        }
        let isTold = random.chance(2, in: 3)
        let parcel = Parcel(
            .beginning, of: key, at: writer.place, becoming: before.version, by: log.user, text(),
            to: [Names.logs[1].user])
        var sharing = EngineSharing(
            of: key, in: bucket, Sharing(with: sharers),
            named: random.pick(Names.changeIDs) ?? Names.changeIDs[0], isTold ? parcel : nil)
        if random.chance(1, in: 3) {
            sharing.mark = ReplicationCheckpoint(of: Names.logs[1].user, at: writer.place)
        }
        play(.log(.share(sharing, writer), log))
    }

    private mutating func view() {
        let object = ViewedObject(key(), in: bucket())
        let users = Names.logs.map(\.user).filter { _ in random.chance(1, in: 2) }
        play(.log(.view(object, by: users, incarnation()), log()))
        guard random.chance(1, in: 2) else { return }
        let others = Names.keys.filter { _ in random.chance(1, in: 2) }.map {
            ViewedObject($0, in: object.bucket)
        }
        play(.read(.viewers(of: [object] + others), log()))
    }

    private mutating func text() -> [UInt8] {
        let count =
            random.chance(1, in: 40) ? EngineLimits.toldEntry + random.below(2) : random.below(40)
        return (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    }

    private mutating func pickLease(_ share: UInt64, in whole: UInt64) -> EntityOwner.Lease? {
        random.chance(share, in: whole) ? random.pick(leases)?.id : nil
    }

    private mutating func pickCondition() -> LeaseCondition? {
        guard let lease = pickLease(1, in: 15) else { return nil }
        return random.chance(1, in: 3) ? .left(lease) : .over(lease)
    }

    private mutating func outdated(by version: EntityVersion) -> [EntityVersion] {
        guard random.chance(1, in: 3) else { return [] }
        return (1...2).compactMap { EntityVersion(version.number - $0) }
    }

    private func known(
        _ key: ObjectKey, _ bucket: BucketName, _ log: SharedLogID
    ) -> Known {
        switch fact(.entity(key, in: bucket), log).fact {
        case .stored(.entity(let entity, _)):
            Known(
                version: entity.version.next, place: entity.isRemoved ? nil : entity.changed,
                isThere: !entity.isRemoved, sharing: entity.sharing)
        case .stored(.noEntity(let beginning)):
            Known(version: beginning, place: nil, isThere: false, sharing: nil)
        default: preconditionFailure("an entity is answered with one")
        }
    }

    /// An object as a story goes on with it.
    private struct Known {
        /// The next one.
        let version: EntityVersion
        let place: Ordinal?
        let isThere: Bool
        let sharing: Sharing?
    }
}

extension EngineStory {
    private mutating func forget() {
        let (log, bucket) = (log(), bucket())
        let writer = writer(in: log)
        switch random.below(4) {
        case 0...1:
            let id = random.pick(Names.changeIDs) ?? Names.changeIDs[0]
            play(.log(.forgetHistory(of: bucket, emptiedBy: id, writer), log))
        case 2: play(.log(.forgetVersions(of: key(), in: bucket, writer), log))
        default:
            play(.log(.drop(bucket, writer), log))
            drops.append((bucket, log, writer.place))
        }
    }

    private mutating func tend() {
        if let (bucket, log, place) = random.pick(drops), random.chance(1, in: 2) {
            let answer = play(.read(.remains(of: bucket, droppedAt: place, atMost: 100), log))
            guard case .fact(.remains(let keys), _) = answer, !keys.isEmpty else { return }
            play(.log(.sweep(keys, of: bucket, droppedAt: place), log))
            return
        }
        let (log, bucket) = (log(), bucket())
        let limits = StoreLimits(logLength: random.below(6), removals: random.below(2))
        let bytes = random.chance(1, in: 3) ? random.below(200) : .max
        let query = LogQuery.trimmable(bucket, limits, bytes: bytes, atMost: 1 + random.below(16))
        guard case .fact(.trimmable(let trimming, _), _) = play(.read(query, log)) else { return }
        play(.log(.trim(bucket, trimming, incarnation()), log))
    }

    private mutating func portion() -> Portion {
        Portion(
            entries: random.below(6), bytes: random.chance(1, in: 2) ? .max : random.below(100))
    }

    /// A place of the log, or nearly.
    private mutating func place(in log: SharedLogID) -> Ordinal {
        let head = fact(.buckets, log).head
        let count = random.below(Int(head.count) + 2)
        return count == 0 ? .zero : Ordinal(epoch: head.epoch, count: UInt64(count))
    }

    private mutating func read() {
        let (log, bucket, key) = (log(), bucket(), key())
        switch random.below(11) {
        case 0: play(.read(.bucket(bucket), log))
        case 9: play(.read(.parcelMark(of: Names.logs[1].user, in: bucket), log))
        case 10: play(.read(.mirrors, log))
        case 1: play(.read(.entity(key, in: bucket), log))
        case 2:
            guard let version = EntityVersion(1 + random.below(5)) else { return }
            play(.read(.version(version, of: key, in: bucket), log))
        case 3: play(.read(.changes(after: place(in: log), in: bucket, atMost: portion()), log))
        case 4: play(.read(.index(slice(in: log), of: bucket), log))
        case 5:
            let after = random.chance(1, in: 2) ? key : nil
            play(.read(.owned(after: after, in: bucket, atMost: portion()), log))
        case 6: play(.read(.buckets, log))
        default:
            let names = random.chance(1, in: 4) ? [bucket] : Names.buckets
            play(.read(.missed(after: place(in: log), in: names, atMost: portion()), log))
        }
    }

    private mutating func slice(in log: SharedLogID) -> IndexSlice {
        IndexSlice(
            random.chance(1, in: 2) ? .newestFirst : .oldestFirst,
            above: random.chance(1, in: 3) ? place(in: log) : nil,
            below: random.chance(1, in: 3) ? place(in: log) : nil,
            hasObjects: random.chance(1, in: 2), atMost: portion())
    }
}
