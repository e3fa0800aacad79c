internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// The acts and effects of programs, and the faults that strike them.
extension World {
    mutating func startProgram(_ client: Int) throws(Violation) {
        guard clients[client].replica == nil else { return }
        clients[client].run += 1
        clients[client].start(&random, at: net.now)
        try feed(.signIn(Fixture.token), toClient: client)
        try feed(.goOnline, toClient: client)
        net.enter(.insertGuest(client), at: later(5_000))
    }

    mutating func edit(_ client: Int) throws(Violation) {
        guard let replica = clients[client].replica else { return }
        if hub.hasPresence, random.chance(1, in: 4) { return try editGuest(of: client) }
        let bucket = random.pick(SimulatedClient.buckets) ?? SimulatedClient.notes
        guard let edit = clients[client].program.edit(replica, in: bucket, &random) else { return }
        if case .put(let key, _) = edit { ledger.recordCreation(of: key) }
        try performEdit(edit, in: bucket, by: client)
    }

    /// Lets a program edit, and records the edit before its effects are performed, because the
    /// program may end between them.
    mutating func performEdit(
        _ edit: BucketEdit, in bucket: BucketName, by client: Int
    ) throws(Violation) {
        let before = clients[client].replica?.object(edit.key, in: bucket)
        let event = Replica.Event.edit(edit, in: bucket)
        guard let effects = handle(event, by: client),
            let replica = clients[client].replica
        else { return }
        let revision = Revision(
            client: client, bucket: bucket, key: edit.key, before: before,
            after: replica.object(edit.key, in: bucket))
        ledger.record(revision)
        clients[client].watch.recordEdit(of: edit.key, in: bucket, replica)
        try perform(effects, of: event, by: client)
        let isStored = clients[client].disk.objects[edit.key]?.object == revision.after
        if clients[client].replica == nil, !isStored { ledger.markDoubtful(revision) }
    }

    mutating func feed(_ event: Replica.Event, toClient client: Int) throws(Violation) {
        guard let effects = handle(event, by: client) else { return }
        try perform(effects, of: event, by: client)
    }

    /// Returns nil if the program isn't running.
    private mutating func handle(
        _ event: Replica.Event, by client: Int
    ) -> [Replica.Effect]? {
        clients[client].handle(event, at: net.now)
    }

    private mutating func perform(
        _ effects: [Replica.Effect], of event: Replica.Event, by client: Int
    ) throws(Violation) {
        story.add(Story.Scene(at: now, client: client, event: event, effects: effects))
        let earlierDisk = clients[client].disk
        for effect in effects {
            if let rest = clients[client].effectsToLive {
                guard rest > 0 else { return kill(client) }
                clients[client].effectsToLive = rest - 1
            }
            try perform(effect, by: client, earlierDisk: earlierDisk)
        }
        guard let replica = clients[client].replica else { return }
        net.setAlarm(of: client, at: replica.nextDeadline)
        try clients[client].watch.checkEndOfTick(replica, guest: clients[client].guest)
    }

    private mutating func perform(
        _ effect: Replica.Effect, by client: Int, earlierDisk: StoredReplicaBucket
    ) throws(Violation) {
        switch effect {
        case .store(let edits, _):
            clients[client].disk.apply(edits)
            let disk = clients[client].disk
            try clients[client].watch.checkStored(disk)
        case .link(let effect): try perform(effect, by: client)
        case .tell(let event, let bucket):
            try deliver(event, in: bucket, to: client, earlierDisk: earlierDisk)
        case .ignored(let error): throw Violation("a client can't read \(error)")
        case .status, .signedOut, .seat, .noticed: break
        }
    }

    private mutating func perform(_ effect: LinkEffect, by client: Int) throws(Violation) {
        switch effect {
        case .dial:
            if net.isConnected(client) { throw Violation("two connections at once") }
            clients[client].watch.recordDial()
        case .send(let frame, let connection):
            let disk = clients[client].disk
            try clients[client].watch.checkSent(frame, disk: disk)
            guard net.isLatest(connection, of: client) else {
                throw Violation("sent on a connection of the past")
            }
        case .hangUp(let connection, _):
            guard net.isLatest(connection, of: client) else {
                throw Violation("hung up a connection of the past")
            }
        }
        net.perform(effect, by: client)
    }

    private mutating func deliver(
        _ event: BucketEvent, in bucket: BucketName, to client: Int,
        earlierDisk: StoredReplicaBucket
    ) throws(Violation) {
        guard let replica = clients[client].replica else { return }
        let disk = clients[client].disk
        try clients[client].watch.check(
            event, in: bucket, replica, disk: disk, earlierDisk: earlierDisk)
        if bucket == SimulatedClient.guests { try checkGuests(event, client) }
        // Some programs revert a refused edit; others leave that to the user.
        if case .error(.refused(let key, _, _)) = event, random.chance(1, in: 2) {
            net.enter(.revert(client, key, bucket), at: later(10_000))
        }
    }

    mutating func cause(_ fault: Fault) throws(Violation) {
        let client = random.numberBelow(clients.count)
        switch fault {
        case .breakLine(let isSilent):
            net.cutLine(of: client, isSilent: isSilent)
        case .kill:
            clients[client].effectsToLive = random.numberBelow(6)
        case .restartHub: try restartHub()
        case .goOffline:
            try feed(.goOffline, toClient: client)
            net.enter(.goOnline(client), at: later(60_000))
        case .changeNetwork: try feed(.networkChanged, toClient: client)
        }
    }

    private mutating func kill(_ client: Int) {
        guard let replica = clients[client].replica else { return }
        let scratch = SimulatedClient.scratch
        for key in replica.unsyncedKeys(in: scratch) {
            ledger.markAllDoubtful(by: client, on: key, in: scratch)
        }
        clients[client].replica = nil
        clients[client].effectsToLive = nil
        net.end(client)
        net.enter(.start(client), at: later(30_000))
    }
}
