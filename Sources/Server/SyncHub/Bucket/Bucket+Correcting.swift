import SimperiumJSON
import SimperiumWire

extension Bucket {
    /// Takes a member out of an object that is not true any more, in the name of whoever owns it.
    mutating func correct(
        _ key: ObjectKey, without member: JSONString, _ turn: inout HubTurn
    ) throws(MissingFact) {
        guard turn.mayWrite(handle, to: id.log) else { throw .busy }
        guard let entity = try entity(key, turn.limits), !entity.stored.isRemoved,
            entity.object[member] != nil, let owner = entity.stored.owner
        else { return }
        var object = entity.object
        object[member] = nil
        let draft = ChangeDraft(
            of: entity, to: object, by: owner.clientID, Diff(from: entity.object, to: object))
        let present = presence.owner(owner)
        if turn.isShared { throw propose([draft], ownedBy: present, for: .correction, &turn) }
        announce([record(draft, ownedBy: present, &turn)][...], &turn)
    }
}
