import RedisWire
import SimperiumWire

extension LogDeed {
    func question(_ keys: EngineKeys, _ log: SharedLogID) -> RedisQuestion {
        switch self {
        case .open(let incarnation, let epoch, let grace):
            var words = Arguments()
            words.add(incarnation)
            words.add(epoch)
            words.add(grace)
            return .script(
                EngineScript.open, keys: [keys.log(log), keys.leases(log)], arguments: words.all)
        case .append(let changes, let writer, let wantsTurn):
            return Self.append(changes, writer, wantsTurn: wantsTurn, to: (keys, log))
        case .forgetHistory, .forgetVersions, .drop: return forgetting(keys, log)
        case .share(let sharing, let writer):
            return Self.share(sharing, by: writer, in: (keys, log))
        case .strike(let places, let bucket):
            var words = Arguments()
            words.add(bucket.text)
            for place in places { words.add(place) }
            return .script(
                EngineScript.strike,
                keys: [keys.log(log), keys.part(.parcels, of: bucket, in: log)],
                arguments: words.all)
        case .view(let object, let users, let incarnation):
            return Self.view(object, by: users, at: incarnation, of: (keys, log))
        case .close:
            let names = [keys.notes(log), keys.leases(log), keys.secrets(log), keys.views(log)]
            return .script(EngineScript.close, keys: [keys.log(log)] + names, arguments: [])
        case .trim(let bucket, let trimming, let incarnation):
            return Self.trim(bucket, trimming, by: incarnation, in: (keys, log))
        case .sweep(let objects, let bucket, let place):
            return Self.sweep(objects, of: bucket, droppedAt: place, in: (keys, log))
        }
    }

    private static func append(
        _ changes: [EngineChange], _ writer: EngineWriter, wantsTurn: Bool,
        to target: (keys: EngineKeys, log: SharedLogID)
    ) -> RedisQuestion {
        let (keys, log) = target
        var buckets: [BucketName] = []
        for change in changes where !buckets.contains(change.bucket) {
            buckets.append(change.bucket)
        }
        let isShared = changes.contains(where: \.concernsOthers)
        var parts: [EngineKeys.Part] = [.changes, .heads, .objects, .index, .owned, .removals]
        if isShared { parts += [.sharings, .parcels] }
        var names = [keys.log(log), keys.leases(log)]
        for bucket in buckets { names += parts.map { keys.part($0, of: bucket, in: log) } }
        for change in changes {
            names.append(keys.versions(change.key, change.bucket, in: log))
            names.append(keys.changeIDs(change.key, change.bucket, in: log))
        }
        var words = Arguments()
        words.add(writer)
        words.add(wantsTurn)
        words.add(EngineLimits.toldEntry)
        words.add(isShared)
        words.add(buckets.count)
        words.add(changes.count)
        for bucket in buckets { words.add(bucket.text) }
        for change in changes {
            words.add((buckets.firstIndex(of: change.bucket) ?? 0) + 1)
            words.add(change)
            if isShared { words.addOthers(of: change) }
        }
        let makesObjects = changes.contains { $0.object != nil }
        let script = makesObjects ? EngineScript.append : EngineScript.remove
        return .script(script, keys: names, arguments: words.all)
    }

    private func forgetting(_ keys: EngineKeys, _ log: SharedLogID) -> RedisQuestion {
        var words = Arguments()
        let names = [keys.log(log), keys.notes(log)]
        switch self {
        case .forgetHistory(let bucket, let change, let writer):
            words.add(writer)
            words.add(bucket.text)
            words.add(change.text)
            return .script(
                EngineScript.forgetHistory,
                keys: names + [keys.part(.emptyings, of: bucket, in: log)], arguments: words.all)
        case .forgetVersions(let key, let bucket, let writer):
            words.add(writer)
            words.add(bucket.text)
            words.add(key.text)
            return .script(
                EngineScript.forgetVersions,
                keys: names + [keys.versions(key, bucket, in: log)], arguments: words.all)
        case .drop(let bucket, let writer):
            words.add(writer)
            words.add(bucket.text)
            let heads = [
                keys.part(.heads, of: bucket, in: log),
                keys.dropped(bucket, at: writer.place, in: log),
            ]
            let parts: [EngineKeys.Part] = [
                .changes, .objects, .index, .owned, .removals, .emptyings, .sharings,
            ]
            return .script(
                EngineScript.drop,
                keys: names + heads + parts.map { keys.part($0, of: bucket, in: log) },
                arguments: words.all)
        case .open, .append, .share, .strike, .view, .close, .trim, .sweep:
            preconditionFailure("forgets nothing at once")
        }
    }

    private static func share(
        _ sharing: EngineSharing, by writer: EngineWriter,
        in target: (keys: EngineKeys, log: SharedLogID)
    ) -> RedisQuestion {
        let (keys, log) = target
        let parts: [EngineKeys.Part] = [.sharings, .parcels]
        let names = parts.map { keys.part($0, of: sharing.bucket, in: log) }
        var words = Arguments()
        words.add(writer)
        words.add(sharing.bucket.text)
        words.add(sharing.key.text)
        words.add(sharing.name.text)
        words.add(sharing.sharing?.text ?? "")
        words.add(sharing.parcel?.bytes ?? [])
        words.add(sharing.mark)
        return .script(
            EngineScript.share, keys: [keys.log(log), keys.notes(log)] + names,
            arguments: words.all)
    }

    private static func sweep(
        _ objects: [ObjectKey], of bucket: BucketName, droppedAt place: Ordinal,
        in target: (keys: EngineKeys, log: SharedLogID)
    ) -> RedisQuestion {
        let (keys, log) = target
        let names = objects.flatMap {
            [keys.versions($0, bucket, in: log), keys.changeIDs($0, bucket, in: log)]
        }
        let heads = [
            keys.dropped(bucket, at: place, in: log), keys.part(.heads, of: bucket, in: log),
        ]
        var words = Arguments()
        words.add(place)
        for object in objects { words.add(object.text) }
        return .script(
            EngineScript.sweep, keys: [keys.log(log)] + heads + names, arguments: words.all)
    }

    private static func view(
        _ object: ViewedObject, by users: [UserID], at incarnation: Incarnation,
        of target: (keys: EngineKeys, log: SharedLogID)
    ) -> RedisQuestion {
        var words = Arguments()
        words.add(incarnation)
        words.add(object.engineText)
        words.add(users.map(\.text).joined(separator: " "))
        return .script(
            EngineScript.view, keys: [target.keys.log(target.log), target.keys.views(target.log)],
            arguments: words.all)
    }

    private static func trim(
        _ bucket: BucketName, _ trimming: EngineTrimming, by incarnation: Incarnation,
        in target: (keys: EngineKeys, log: SharedLogID)
    ) -> RedisQuestion {
        let (keys, log) = target
        var names = [keys.log(log)]
        let parts: [EngineKeys.Part] = [.changes, .heads, .removals]
        names += parts.map { keys.part($0, of: bucket, in: log) }
        names += trimming.stripped.map { keys.versions($0, bucket, in: log) }
        for key in trimming.forgotten {
            names.append(keys.versions(key, bucket, in: log))
            names.append(keys.changeIDs(key, bucket, in: log))
        }
        var words = Arguments()
        words.add(incarnation)
        words.add(bucket.text)
        words.add(trimming.end)
        words.add(trimming.stripped.count)
        words.add(trimming.forgotten.count)
        for key in trimming.stripped + trimming.forgotten { words.add(key.text) }
        return .script(EngineScript.trim, keys: names, arguments: words.all)
    }
}

extension Arguments {
    fileprivate mutating func add(_ mark: ReplicationCheckpoint?) {
        add(mark.map { "\($0.owner.text) \($0.place.engineText)" } ?? "")
    }

    /// Behind the number of its bucket.
    fileprivate mutating func add(_ change: EngineChange) {
        add(change.key.text)
        add(change.version.number)
        add(change.previous?.engineText ?? "-")
        add(change.changeID.text)
        add(change.entry)
        add(change.object == nil)
        add(change.object ?? [])
        add(change.lease?.engineText ?? "")
        add(change.outdated.map { String($0.number) }.joined(separator: " "))
        add(change.condition?.lease.engineText ?? "")
        if case .left? = change.condition { add(true) } else { add(false) }
    }

    /// What of it concerns others.
    fileprivate mutating func addOthers(of change: EngineChange) {
        add(change.sharingWord)
        add(change.author.map { "=\($0.text)" } ?? "")
        add(change.parcel?.bytes ?? [])
        add(change.mark)
    }
}

extension EngineChange {
    /// Whether anybody else has a part in it.
    fileprivate var concernsOthers: Bool {
        mirrored != nil || author != nil || parcel != nil || mark != nil
    }

    /// What becomes of what is kept about sharing the object: whose mirror it is from now on, or
    /// was until now, or that it is nobody's any more. Nothing, if that stays.
    fileprivate var sharingWord: String {
        if let mirrored { return object == nil ? "-=\(mirrored.text)" : "=\(mirrored.text)" }
        return object == nil && parcel != nil ? "-" : ""
    }
}
