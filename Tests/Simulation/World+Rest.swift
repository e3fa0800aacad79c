internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// The end of the faults, and the invariants after everything has been received.
extension World {
    /// Ends all faults. Every connection is replaced, because clients retry everything on a new
    /// one.
    mutating func heal() throws(Violation) {
        net.failedDials = 0
        hub.faults.plan = .calm
        for client in clients.indices {
            clients[client].effectsToLive = nil
            try startProgram(client)
            net.cutLine(of: client)
            try feed(.goOnline, toClient: client)
        }
    }

    mutating func comeToRest() throws(Violation) {
        for _ in 0..<200 {
            try run(until: now + .seconds(5))
            if isAtRest { return }
            try retryRefused()
            for client in clients.indices { try insertGuest(of: client) }
        }
        let states = clients.map { client in
            let pending = client.buckets.map { client.replica?.unsyncedKeys(in: $0) ?? [] }
            let guests = "guest \(client.guest as Any), away \(client.watch.away)"
            return "\(client.replica?.status as Any) \(pending) \(guests)"
        }
        let guests = hub.objects(in: SimulatedClient.guests).keys
        throw Violation("there is no rest: \(states), and the hub has \(guests)")
    }

    private var isAtRest: Bool {
        clients.allSatisfy { client in
            guard let replica = client.replica, replica.status == .synced else { return false }
            return client.buckets.allSatisfy {
                replica.unsyncedKeys(in: $0).isEmpty
                    && replica.changeVersion(of: $0) == hub.head(of: $0)
            }
        } && isEverybodyPresent
    }

    /// Lets programs retry edits that were refused without reason.
    private mutating func retryRefused() throws(Violation) {
        for client in clients.indices {
            for bucket in clients[client].buckets {
                guard let replica = clients[client].replica else { continue }
                for key in replica.unsyncedKeys(in: bucket) {
                    let object = replica.object(key, in: bucket)
                    let edit = object.map { BucketEdit.put(key, $0) } ?? .delete(key)
                    try feed(.edit(edit, in: bucket), toClient: client)
                }
            }
        }
    }

    func checkRest() throws(Violation) {
        for bucket in clients.first?.buckets ?? [] {
            let objects = hub.objects(in: bucket)
            for client in clients { try Convergence.check(client, objects, in: bucket) }
            try NothingLost.check(ledger, objects, except: hub.contested(in: bucket), in: bucket)
        }
    }
}

/// Every replica, and every disk, equals the hub.
private enum Convergence {
    static func check(
        _ client: SimulatedClient, _ objects: [ObjectKey: JSONObject], in bucket: BucketName
    ) throws(Violation) {
        guard let replica = client.replica else { throw Violation("a program did not return") }
        let keys = replica.keys(in: bucket)
        for key in Set(keys).union(objects.keys) {
            let ours = replica.object(key, in: bucket)
            guard ours == objects[key] else {
                throw Violation(
                    "client \(client.number) has \(key) in \(bucket) as \(ours as Any), "
                        + "and the hub as \(objects[key] as Any)")
            }
        }
        guard bucket == SimulatedClient.notes else { return }
        let isOnDisk = client.disk.objects.allSatisfy { $1 == StoredReplicaObject(ghost: $1.ghost) }
        guard isOnDisk, client.disk.objects.compactMapValues(\.object) == objects else {
            throw Violation("the disk of client \(client.number) is not at rest")
        }
    }
}

/// Every word that was written and not erased is there, once. An erased word is not.
private enum NothingLost {
    static func check(
        _ ledger: EditLedger, _ objects: [ObjectKey: JSONObject], except contested: Set<ObjectKey>,
        in bucket: BucketName
    ) throws(Violation) {
        let except = contested.union(ledger.contested)
        func count(_ word: EditLedger.WrittenWord) -> Int? {
            guard word.bucket == bucket, !except.contains(word.key) else { return nil }
            return objects[word.key]?.words.count { $0 == word.text } ?? 0
        }
        for word in ledger.lasting {
            let count = count(word) ?? 1
            guard count == 1 else { throw Violation("\(word) is there \(count) times") }
        }
        for word in ledger.erased {
            guard count(word) ?? 0 == 0 else { throw Violation("\(word) came back") }
        }
    }
}
