import SimperiumJSON
import SimperiumWire

extension Bucket {
    /// Removes an outdated member from an object, as a change by the object's owner. Does nothing
    /// if the object lacks the member or has no owner.
    mutating func removeOutdatedMember(
        _ key: ObjectKey, without member: JSONString, _ context: inout HubContext
    ) throws(SuspensionReason) {
        guard let entity = try entity(key, context.limits), !entity.stored.isRemoved,
            entity.object[member] != nil, let owner = entity.stored.owner
        else { return }
        var object = entity.object
        object[member] = nil
        let draft = ChangeDraft(
            of: entity, to: object, by: owner.clientID, Diff(from: entity.object, to: object))
        let present = presence.presentOwner(owner)
        announce([appendToLog(draft, ownedBy: present, &context)][...], &context)
    }
}
