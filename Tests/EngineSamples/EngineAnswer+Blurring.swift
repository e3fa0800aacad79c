package import SharedLog
package import SimperiumClock
internal import SimperiumWire

extension EngineAnswer {
    /// The answer with all times told from the present, and no closer than the minute: what an
    /// engine with a clock of its own and the model have in common.
    package func blurred(at now: Stamp) -> EngineAnswer {
        let blur = Blur(now: now)
        return switch self {
        case .life(let epoch, let hasBegun, let time):
            .life(epoch: epoch, hasBegun: hasBegun, now: blur(time))
        case .alive(let epoch, let dead, let time):
            .alive(epoch: epoch, dead: dead, now: blur(time))
        case .opened(let log): .opened(blur(log))
        case .written(let head, let time): .written(head, blur(time))
        case .away(let until, let place): .away(until: blur(until), at: place)
        case .othersTurn: .othersTurn(EngineLimits.turn)
        case .fact(let fact, let head): .fact(blur(fact), at: head)
        case .newerFormat, .olderFormat, .foreign, .unfit, .incarnation, .dead, .logs, .gone, .feed,
            .fenced, .overtaken, .misplaced, .earlierEpoch, .held, .done, .resumed, .notYours,
            .buried, .account, .revoked, .copying, .copy, .directory,
            .operating, .owing:
            self
        }
    }
}

extension EngineMessage {
    package func blurred(at now: Stamp) -> EngineMessage {
        EngineMessage(behind: previousHead, Blur(now: now)(entry))
    }
}

private struct Blur {
    private static let minute: Int64 = 60_000
    private static let day: Int64 = 24 * 60 * minute

    let now: Stamp

    func callAsFunction(_ stamp: Stamp) -> Stamp {
        let distance = stamp.milliseconds - now.milliseconds
        guard abs(distance) < Self.day else { return stamp }
        let minutes = (distance + (distance < 0 ? -30_000 : 30_000)) / Self.minute
        return Stamp(milliseconds: minutes)
    }

    func callAsFunction(_ log: EngineLog) -> EngineLog {
        EngineLog(
            head: log.head, epoch: log.epoch, now: self(log.now), buckets: log.buckets,
            leases: log.leases.map {
                EngineLog.Lease($0.lease, holder: $0.holder, until: self($0.until))
            }, beginnings: log.beginnings, dropped: log.dropped)
    }

    func callAsFunction(_ entry: EngineEntry) -> EngineEntry {
        guard case .away(let lease, let until) = entry.act else {
            return EngineEntry(at: entry.place, self(entry.stamp), entry.act)
        }
        return EngineEntry(
            at: entry.place, self(entry.stamp), .away(lease, until: self(until)))
    }

    func callAsFunction(_ fact: EngineFact) -> EngineFact {
        switch fact {
        case .stored(let answer): .stored(self(answer))
        case .missed(let entries, let unknown, let hasMore):
            .missed(entries.map { self($0) }, unknown: unknown, hasMore: hasMore)
        case .trimmable, .remains, .viewers: fact
        }
    }

    private func callAsFunction(_ answer: StoreAnswer) -> StoreAnswer {
        switch answer {
        case .bucket(var bucket):
            bucket.stamp = self(bucket.stamp)
            return .bucket(bucket)
        case .entity(let entity, let ids): return .entity(self(entity), changeIDs: ids)
        case .index(let all, let hasMore):
            return .index(all.map { self($0) }, hasMore: hasMore)
        case .owned(let all, let hasMore):
            return .owned(all.map { self($0) }, hasMore: hasMore)
        default: return answer
        }
    }

    private func callAsFunction(_ entity: StoredEntity) -> StoredEntity {
        StoredEntity(
            key: entity.key, version: entity.version, isRemoved: entity.isRemoved,
            object: entity.object, changed: entity.changed, owner: entity.owner,
            stamp: self(entity.stamp), sharing: entity.sharing)
    }
}
