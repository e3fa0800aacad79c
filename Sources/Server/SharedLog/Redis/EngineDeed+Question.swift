package import RedisWire
import SimperiumWire

extension EngineDeed {
    /// How Redis is asked for it.
    package func question(_ keys: EngineKeys) -> RedisQuestion {
        switch self {
        case .node(let deed): deed.question(keys)
        case .log(let deed, let log): deed.question(keys, log)
        case .lease(let deed, let log): deed.question(keys, log)
        case .read(let query, let log): query.question(keys, log)
        case .directory(let deed, let node): deed.question(keys, by: node)
        case .feed(let deed, let feed): deed.question(keys, feed)
        }
    }
}

extension NodeDeed {
    fileprivate func question(_ keys: EngineKeys) -> RedisQuestion {
        var words = Arguments()
        switch self {
        case .hello(let seen, let life, let terms):
            words.add(seen)
            words.add(life)
            words.add(terms)
            words.add(keys.family)
            let names = [keys.nodes, keys.living]
            return .script(EngineScript.hello, keys: names, arguments: words.all)
        case .begin(let seen, let life):
            words.add(seen)
            words.add(life)
            let names = [keys.nodes, keys.living]
            return .script(EngineScript.begin, keys: names, arguments: words.all)
        case .renew(let incarnation, let life, let format):
            words.add(incarnation)
            words.add(life)
            words.add(format)
            let names = [keys.nodes, keys.living, keys.dead]
            return .script(EngineScript.renew, keys: names, arguments: words.all)
        case .retire(let incarnation):
            words.add(incarnation)
            let names = [keys.living, keys.dead]
            return .script(EngineScript.retire, keys: names, arguments: words.all)
        case .note(let log, let incarnation):
            words.add(incarnation)
            words.add("\(log.app.text)/\(log.user.text)")
            let names = [keys.living, keys.logs(of: incarnation)]
            return .script(EngineScript.note, keys: names, arguments: words.all)
        case .buried(let log, let incarnation):
            words.add(incarnation)
            words.add(log.map { "\($0.app.text)/\($0.user.text)" } ?? "")
            let names = [keys.dead, keys.logs(of: incarnation)]
            return .script(EngineScript.buried, keys: names, arguments: words.all)
        case .logs(let incarnation):
            return .script(EngineScript.logs, keys: [keys.logs(of: incarnation)], arguments: [])
        }
    }
}

extension LeaseDeed {
    fileprivate func question(_ keys: EngineKeys, _ log: SharedLogID) -> RedisQuestion {
        let (home, notes) = (keys.log(log), keys.notes(log))
        let (leases, secrets) = (keys.leases(log), keys.secrets(log))
        var words = Arguments()
        switch self {
        case .begin(let lease, let holder):
            words.add(holder)
            words.add(lease.id)
            words.add(lease.bucket.text)
            words.add(lease.secret)
            words.add(lease.clientID.text)
            return .script(
                EngineScript.beginLease, keys: [home, leases, secrets], arguments: words.all)
        case .away(let lease, let holder, let grace):
            words.add(holder)
            words.add(lease)
            words.add(grace)
            return .script(EngineScript.away, keys: [home, notes, leases], arguments: words.all)
        case .resume(let secret, let clientID, let holder):
            words.add(holder)
            words.add(secret)
            words.add(clientID.text)
            return .script(
                EngineScript.resume, keys: [home, notes, leases, secrets], arguments: words.all)
        case .end(let lease, let holder):
            words.add(holder)
            words.add(lease)
            return .script(
                EngineScript.endLease, keys: [home, notes, leases, secrets], arguments: words.all)
        case .bury(let incarnation, let grace):
            words.add(incarnation)
            words.add(grace)
            return .script(
                EngineScript.bury, keys: [home, notes, leases, keys.views(log)],
                arguments: words.all)
        }
    }
}
