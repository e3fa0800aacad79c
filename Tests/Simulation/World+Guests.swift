internal import SimperiumClock
internal import SimperiumJSON
internal import SimperiumSync
internal import SimperiumWire

/// Presence: each program has one object in a bucket with presence, like the players of a lobby.
extension World {
    /// Inserts the program's guest if it has none, under the old name or a new one.
    mutating func insertGuest(of client: Int) throws(Violation) {
        guard hub.hasPresence, let replica = clients[client].replica else { return }
        if let guest = clients[client].guest {
            guard replica.object(guest, in: SimulatedClient.guests) == nil else { return }
        }
        if clients[client].guest == nil || random.chance(1, in: 2) {
            clients[client].renameGuest()
        }
        guard let guest = clients[client].guest else { return }
        try performEdit(.put(guest, ["n": 0]), in: SimulatedClient.guests, by: client)
    }

    mutating func editGuest(of client: Int) throws(Violation) {
        guard let guest = clients[client].guest else { return }
        let edit = BucketEdit.update(guest, setting: ["n": JSON(random.numberBelow(1_000))])
        try performEdit(edit, in: SimulatedClient.guests, by: client)
    }

    mutating func checkGuests(_ event: BucketEvent, _ client: Int) throws(Violation) {
        let slowest = Duration.milliseconds(Int64(plan.slowest))
        try clients[client].watch.checkGuests(event, at: net.now, byHubWithin: slowest)
        // A program that was away for too long inserts a new guest.
        if case .deleted(clients[client].guest, _) = event {
            net.enter(.insertGuest(client), at: later(5_000))
        }
    }

    /// True if exactly the running programs are present, and none is known as away.
    var isEverybodyPresent: Bool {
        guard hub.hasPresence else { return true }
        let guests = Set(hub.objects(in: SimulatedClient.guests).keys)
        return guests == Set(clients.compactMap(\.guest))
            && clients.allSatisfy { $0.watch.away.isEmpty }
    }
}
