import RedisWire
import SimperiumWire

extension LogQuery {
    func question(_ keys: EngineKeys, _ log: SharedLogID) -> RedisQuestion {
        let home = keys.log(log)
        var words = Arguments()
        switch self {
        case .bucket(let name):
            words.add(name.text)
            let parts: [EngineKeys.Part] = [.objects, .emptyings]
            return .script(
                EngineScript.bucket, keys: [home] + keys.parts(parts, of: name, in: log),
                arguments: words.all)
        case .entity(let key, let name):
            words.add(name.text)
            words.add(key.text)
            let names = keys.parts([.heads, .objects], of: name, in: log)
            return .script(
                EngineScript.entity,
                keys: [home] + names + [keys.changeIDs(key, name, in: log), keys.leases(log)]
                    + keys.parts([.sharings], of: name, in: log),
                arguments: words.all)
        case .version(let version, let key, let name):
            words.add(key.text)
            words.add(version.number)
            let names = keys.parts([.heads, .objects], of: name, in: log)
            return .script(
                EngineScript.version, keys: [home] + names + [keys.versions(key, name, in: log)],
                arguments: words.all)
        case .buckets: return .script(EngineScript.buckets, keys: [home], arguments: [])
        case .parcels, .parcelMark, .mirrors, .viewers: return sharing(keys, log)
        case .changes, .index, .owned, .missed: return listing(keys, log)
        case .trimmable, .remains: return tending(keys, log)
        }
    }

    private func sharing(_ keys: EngineKeys, _ log: SharedLogID) -> RedisQuestion {
        let home = keys.log(log)
        var words = Arguments()
        switch self {
        case .parcels(let name, let portion):
            words.add(portion)
            return .script(
                EngineScript.parcels, keys: [home] + keys.parts([.parcels], of: name, in: log),
                arguments: words.all)
        case .parcelMark(let user, let name):
            words.add("\(name.text)/\(user.text)")
            return .script(EngineScript.parcelMark, keys: [home], arguments: words.all)
        case .mirrors: return .script(EngineScript.mirrors, keys: [home], arguments: [])
        case .viewers(let objects):
            for object in objects { words.add(object.engineText) }
            return .script(
                EngineScript.viewers, keys: [home, keys.views(log)], arguments: words.all)
        case .bucket, .entity, .version, .buckets, .changes, .index, .owned, .missed, .trimmable,
            .remains:
            preconditionFailure("is about nobody else")
        }
    }

    private func tending(_ keys: EngineKeys, _ log: SharedLogID) -> RedisQuestion {
        let home = keys.log(log)
        var words = Arguments()
        switch self {
        case .trimmable(let name, let limits, let bytes, let most):
            words.add(name.text)
            words.add(limits.logLength)
            words.add(min(bytes, 1 << 50))
            words.add(limits.removals)
            words.add(most)
            return .script(
                EngineScript.trimmable,
                keys: [home] + keys.parts([.changes, .heads, .removals], of: name, in: log),
                arguments: words.all)
        case .remains(let name, let place, let most):
            words.add(most)
            return .script(
                EngineScript.remains, keys: [home, keys.dropped(name, at: place, in: log)],
                arguments: words.all)
        case .bucket, .entity, .version, .buckets, .parcels, .parcelMark, .mirrors, .viewers,
            .changes, .index, .owned, .missed:
            preconditionFailure("tends nothing")
        }
    }

    private func listing(_ keys: EngineKeys, _ log: SharedLogID) -> RedisQuestion {
        let (home, leases) = (keys.log(log), keys.leases(log))
        var words = Arguments()
        switch self {
        case .changes(let place, let name, let portion):
            words.add(name.text)
            words.add(place)
            words.add(portion)
            return .script(
                EngineScript.changes, keys: [home] + keys.parts([.changes], of: name, in: log),
                arguments: words.all)
        case .index(let slice, let name):
            words.add(slice.order == .newestFirst)
            words.add(slice.above?.engineText ?? "")
            words.add(slice.below?.engineText ?? "")
            words.add(slice.hasObjects)
            words.add(slice.portion)
            let names =
                keys.parts([.index, .heads, .objects], of: name, in: log) + [leases]
                + keys.parts([.sharings], of: name, in: log)
            return .script(EngineScript.index, keys: [home] + names, arguments: words.all)
        case .owned(let key, let name, let portion):
            words.add(key?.text ?? "")
            words.add(portion)
            let names = keys.parts([.owned, .heads, .objects], of: name, in: log)
            return .script(
                EngineScript.owned, keys: [home] + names + [leases], arguments: words.all)
        case .missed(let place, let names, let portion):
            words.add(place)
            words.add(portion)
            for name in names { words.add(name.text) }
            let streams = names.map { keys.part(.changes, of: $0, in: log) }
            return .script(
                EngineScript.missed, keys: [home, keys.notes(log)] + streams,
                arguments: words.all)
        case .bucket, .entity, .version, .buckets, .parcels, .parcelMark, .mirrors, .viewers,
            .trimmable, .remains:
            preconditionFailure("is no list")
        }
    }
}

extension EngineKeys {
    fileprivate func parts(
        _ parts: [Part], of bucket: BucketName, in log: SharedLogID
    ) -> [[UInt8]] {
        parts.map { part($0, of: bucket, in: log) }
    }
}
