import SimperiumJSON
import SimperiumWire

/// Something to be done in a bucket.
enum Work: Sendable {
    /// Reads from the store what the bucket is.
    case open
    /// Reads from the store which client owns which object.
    case findOwners(after: ObjectKey?)
    /// Reads the options again.
    case reload
    case join(MemberID)
    case leave(MemberID, Farewell)
    /// A channel has been silent long enough to hear what it did not ask for.
    case listen(MemberID)
    /// With the bytes that its client sent for it.
    case change(Change, by: Author, bytes: Int = 0)
    case refuse(MalformedChange, by: Author)
    case index(IndexRequest, for: Author)
    case entity(EntityRequest, for: Author)
    case version(ObjectKey, EntityVersion?, for: Author)
    case catchUp(Cursor?, waits: Bool, for: Author)
    case share(ShareWish, by: Author)
    case sharers(ObjectKey, for: Author)
    /// A channel's user has an object open.
    case view(ObjectKey, by: MemberID)
    /// Says to another bucket what there is under a key.
    indirect case introduce(ObjectKey, to: Guest)
    /// Carries what is to reach others' logs, or strikes off what has.
    case deliver(looking: Bool)
    /// Takes in what was changed in another's log.
    case follow(Delivery)
    /// Has all compared that is shared with others, or by them, from there on.
    case compare(after: Ordinal)
    /// Makes a mirror what its owner's object is.
    case level(ObjectKey, with: BucketID)
    /// Ends that an object is shared with who could not have it.
    case turnOut(Delivery)
    /// The caller from outside has left. What is being done for it is done all the same.
    case cancel(RequestID)
    indirect case remove(Removal)
    case graceOver(Lease.ID)
    /// Reads which leases there are on an engine that other hubs share, maybe for those who wait.
    case recall(as: SeatReadings.Number?)
    /// Has an engine that other hubs share do something with a lease.
    case tend(LeaseWish)
    case retake(Seat.Claim)
    case vacate(Seat.Claim, Farewell)
    case forfeit(Seat.Claim)
    /// Takes a member out of an object.
    case correct(ObjectKey, without: JSONString)
    /// Shows the objects to the guard, from the first one that was changed after that ordinal.
    case show(after: Ordinal)
}

extension Work {
    /// What it takes of its connection's share of the memory.
    var bytes: Int {
        if case .change(_, _, let bytes) = self { bytes } else { 0 }
    }

    /// The client or the caller that waits to hear what becomes of it.
    var author: Author? {
        switch self {
        case .change(_, let author, _), .refuse(_, let author), .index(_, let author),
            .entity(_, let author), .version(_, _, let author), .catchUp(_, _, let author),
            .share(_, let author), .sharers(_, let author):
            author
        case .remove(let removal): removal.author
        case .introduce(_, let guest): guest.work.author
        case .open, .findOwners, .reload, .join, .leave, .listen, .cancel, .graceOver, .retake,
            .vacate, .forfeit, .show, .correct, .recall, .tend, .view, .deliver, .follow,
            .compare, .level, .turnOut:
            nil
        }
    }
}
