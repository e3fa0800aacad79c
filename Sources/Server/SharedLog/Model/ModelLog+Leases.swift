import SimperiumClock
import SimperiumWire

extension ModelLog {
    mutating func perform(_ deed: LeaseDeed, at now: Stamp) -> EngineAnswer {
        switch deed {
        case .begin(let lease, let holder): return begin(lease, for: holder, at: now)
        case .away(let id, let holder, let grace):
            if let no = fenced(holder.incarnation) { return no }
            guard let kept = leases[id], kept.holder == holder else { return .notYours }
            keep(kept.lease, nil, until: now + grace)
            note(.away(id, until: now + grace), at: now)
            return .away(until: now + grace, at: head)
        case .resume(let secret, let clientID, let holder):
            if let no = fenced(holder.incarnation) { return no }
            return resume(secret, of: clientID, for: holder, at: now)
        case .end(let id, let holder):
            if let no = fenced(holder.incarnation) { return no }
            guard let kept = leases[id] else { return .done }
            let isOver = kept.holder == nil && kept.until <= now
            guard isOver || kept.holder == holder else { return .notYours }
            leases.end(kept.lease)
            note(.end(id), at: now)
            return .done
        case .bury(let incarnation, let grace): return bury(incarnation, grace, at: now)
        }
    }

    private mutating func begin(
        _ lease: EngineLease, for holder: EngineHolder, at now: Stamp
    ) -> EngineAnswer {
        if let no = fenced(holder.incarnation) { return no }
        guard leases[lease.id].map({ $0.holder == holder }) ?? true else { return .notYours }
        if let other = leases.find(lease.secret), other.lease.id != lease.id,
            other.holder != nil || other.until > now
        {
            return .notYours
        }
        leases.begin(lease)
        keep(lease, holder, until: Stamp(milliseconds: 0))
        return .done
    }

    private mutating func bury(
        _ incarnation: Incarnation, _ grace: Duration, at now: Stamp
    ) -> EngineAnswer {
        let parcels = relations.parcelCount
        guard fence(incarnation) else { return .buried(parcels) }
        let mine = leases.all.filter { $0.holder?.incarnation == incarnation }
        for kept in mine.sorted(by: { $0.lease.id.engineText < $1.lease.id.engineText }) {
            keep(kept.lease, nil, until: now + grace)
            note(.away(kept.lease.id, until: now + grace), at: now)
        }
        for object in relations.views.keys.sorted(by: { $0.engineText < $1.engineText }) {
            view(object, by: [], at: incarnation, now)
        }
        return .buried(mine.count + parcels)
    }

    private mutating func keep(_ lease: EngineLease, _ holder: EngineHolder?, until: Stamp) {
        leases[lease.id] = EngineLog.Lease(lease, holder: holder, until: until)
    }

    private mutating func resume(
        _ secret: String, of clientID: ClientID, for holder: EngineHolder, at now: Stamp
    ) -> EngineAnswer {
        guard let kept = leases.find(secret), kept.lease.clientID == clientID,
            kept.holder != nil || kept.until > now
        else { return .notYours }
        if kept.holder != holder {
            keep(kept.lease, holder, until: Stamp(milliseconds: 0))
            note(.back(kept.lease.id, holder), at: now)
        }
        return .resumed(kept.lease.id, kept.lease.bucket, from: kept.holder, at: head)
    }
}
