import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// Whose objects are, as the engine tells.
struct Ownings {
    private var leases: [ObjectKey: EntityOwner.Lease] = [:]
    private var ends: [EntityOwner.Lease: Stamp] = [:]

    mutating func note(_ act: EngineEntry.Act) {
        switch act {
        case .change(let record) where !record.isRemoved: leases[record.key] = record.lease
        case .away(let lease, let until): ends[lease] = until
        case .back(let lease, _): ends[lease] = nil
        default: break
        }
    }

    /// Whether nobody has it, and its time is over: who has a seat is told so before it is known
    /// whether it has come in time.
    func isOver(_ key: ObjectKey, at stamp: Stamp) -> Bool {
        leases[key].flatMap { ends[$0] }.map { $0 <= stamp } ?? false
    }
}

/// Clients that own something as long as they are there.
extension HubWorld {
    /// Nobody's object goes while they are here, nor before their time is over.
    func checkRemoval(of key: ObjectKey) throws {
        guard let owner = owners.first(where: { $0.key == key }), !owner.isLate else { return }
        if isOver(owner) { return }
        let isInTime = owner.away.map { now - $0 < Self.grace } ?? owner.isThere
        guard isInTime, !doomed.keys.contains(owner.line?.node ?? -1) else { return }
        throw Failure(description: "\(key) goes while its owner is here")
    }

    /// Whether somebody with a seat has been away for too long, as the engine knows it: they may
    /// have been told that they are back by a hub that died before it could tell the engine.
    func isOver(_ owner: PresentClient) -> Bool {
        owner.hasSeat && ownings.isOver(owner.key, at: stamp)
    }

    mutating func own() throws {
        let owner = random.below(owners.count)
        guard let line = owners[owner].line else {
            guard isCalm || random.chance(1, in: 6) else { return }
            let node = random.below(places.count)
            connections += 1
            let connection = ConnectionID(rawValue: connections)
            let frame = owners[owner].begin(at: node, connection)
            places[node].node.handle(.opened(connection, app: nil), at: now)
            places[node].node.handle(.received(Array(frame.utf8), from: connection), at: now)
            return try attend(node)
        }
        guard !isCalm, random.chance(1, in: 40) else { return }
        let isGoodbye = owners[owner].isQuiet && random.chance(1, in: 3)
        if isGoodbye { owners[owner].leave() } else { owners[owner].end(at: now) }
        places[line.node].node.handle(
            .closed(line.connection, isGoodbye ? .goodbye : .broken), at: now)
        try attend(line.node)
    }

    func owner(on connection: ConnectionID) -> Int? {
        owners.firstIndex { $0.line?.connection == connection }
    }

    mutating func declareDead(_ incarnation: Incarnation) throws {
        for owner in owners.indices {
            guard let node = owners[owner].line?.node,
                places[node].node.incarnation == incarnation
            else { continue }
            owners[owner].isGivenUp(at: now)
        }
        for log in Self.logs {
            _ = try perform(.lease(.bury(incarnation, grace: Self.grace), log))
        }
        for index in places.indices {
            let abandoned = Self.logs.map { $0.bucket(Self.owned) }
            places[index].node.handle(.abandoned(abandoned), at: now)
            try attend(index)
        }
    }
}
