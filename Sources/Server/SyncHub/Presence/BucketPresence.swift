import SimperiumClock
import SimperiumWire

/// The presence of one bucket: the leases of its clients, and the channels that are notified of
/// absences.
///
/// The bucket decides when an absence begins and ends, by connections and alarms. This type keeps
/// the leases and sends the notices. Subscribers receive `back` for every object that they know as
/// away; for a removed object, after its removal.
struct BucketPresence {
    var leases = PresenceLeases()
    var subscribers = ListeningChannels()
    /// The objects whose owners are away, according to the notices that the subscribers have
    /// received.
    private var absent: Set<ObjectKey> = []
    /// The objects whose absence has ended in this work item.
    private var ended: [ObjectKey] = []

    /// Returns the owner of an object's next version: the lease's current owner, or `before` if
    /// that lease has ended.
    func ownerOfNextVersion(_ before: PresenceObjectOwner) -> PresenceObjectOwner {
        guard let owner = leases[before.lease]?.owner else { return before }
        guard before.lease == PresenceLease.shared else { return owner }
        return PresenceObjectOwner(
            lease: owner.lease, clientID: before.clientID, secret: nil, restarts: owner.restarts)
    }

    mutating func restoreOwnership(_ key: ObjectKey, of lease: PresenceLease.ID) {
        leases.insert(key, into: lease)
        if leases[lease]?.absence != nil { absent.insert(key) }
    }

    /// Begins or extends the absence of a lease's owner, and notifies the subscribers.
    mutating func addAbsence(
        _ absence: Absence, of lease: PresenceLease, _ context: inout HubContext
    ) {
        leases.setOwnerPresence(lease.id, to: .away(absence))
        let keys = lease.keys.all
        absent.formUnion(keys)
        let notice = RelativeAbsenceTimes(absence, at: context.now)
        broadcast(Self.splitIntoNotices(keys) { .away($0, notice) }, &context)
    }

    /// Ends an absence, because the owner has returned, and notifies the subscribers. The caller
    /// sets the lease's new `ownerPresence`.
    mutating func endAbsence(of lease: PresenceLease, _ context: inout HubContext) {
        let keys = lease.keys.all
        absent.subtract(keys)
        ended += keys
        broadcastReturnNotices(&context)
    }

    /// Removes an object. If the owner is away and the lease has no other object, returns the id of
    /// the lease, which the caller must end. Otherwise returns nil.
    mutating func removeObject(_ key: ObjectKey) -> PresenceLease.ID? {
        if absent.remove(key) != nil { ended.append(key) }
        return leases.removeObject(key)
    }

    /// Notifies the subscribers of ended absences. Called after removals have been sent.
    mutating func broadcastReturnNotices(_ context: inout HubContext) {
        guard !ended.isEmpty else { return }
        broadcast(Self.splitIntoNotices(ended, HubCommand.back), &context)
        ended = []
    }

    func sendAbsenceNotices(to member: ChannelMembership, _ context: inout HubContext) {
        for lease in leases.away {
            guard let absence = lease.absence else { continue }
            let notice = RelativeAbsenceTimes(absence, at: context.now)
            for command in Self.splitIntoNotices(lease.keys.all, { .away($0, notice) }) {
                context.send(command, to: member)
            }
        }
    }

    private static func splitIntoNotices(
        _ keys: [ObjectKey], _ notice: ([ObjectKey]) -> HubCommand
    ) -> [HubCommand] {
        stride(from: 0, to: keys.count, by: Limits.keysPerNotice).map { start in
            notice(Array(keys[start..<min(start + Limits.keysPerNotice, keys.count)]))
        }
    }

    private func broadcast(_ notices: [HubCommand], _ context: inout HubContext) {
        for notice in notices {
            for group in subscribers.groups {
                let frame = HubMessage.command(notice, on: group.channel).frame
                context.effects.append(.broadcast(frame, to: group.connections))
            }
        }
    }
}
