import SimperiumJSON
import SimperiumWire

/// A work item of a bucket: a client's command, or a step of the hub itself.
enum BucketWork: Sendable {
    case loadState
    case restoreStoredLeases(after: ObjectKey?)
    case reloadOptions
    case join(MemberID)
    /// Removes a channel, and releases its leases. The hub has already unsubscribed the channel.
    case leave(MemberID, ConnectionEnd)
    /// Subscribes a channel that is still quiet at the end of the quiet period.
    case subscribe(MemberID)
    /// Applies or refuses a change. `bytes` is the change's share of a large frame; 0 for a usual
    /// frame.
    case change(Change, by: WorkAuthor, bytes: Int = 0)
    case refuse(MalformedChange, by: MemberID)
    case index(IndexRequest, for: WorkRequester)
    case entity(EntityRequest, for: MemberID)
    case objectForCaller(ObjectKey, EntityVersion?, for: CallerWithRequestID)
    case catchUp(HistoryCursor?, waits: Bool, for: WorkRequester)
    case share(ShareRequest, by: CallerWithRequestID)
    case insertShared(Change, sharedWith: [UserID], by: CallerWithRequestID)
    case sharers(ObjectKey, for: CallerWithRequestID)
    indirect case reportEntity(ObjectKey, to: WorkAwaitingEntity)
    /// Ends a request's wait for the next change. Other work for the request is still done.
    case stopWaiting(RequestID)
    indirect case remove(BulkRemoval)
    case expireAbsence(of: PresenceLease.ID)
    case endSessionAbsence(SessionResumeCredentials)
    case releaseSession(SessionResumeCredentials, ConnectionEnd)
    case removeSessionObjects(SessionResumeCredentials)
    case removeOutdatedMember(ObjectKey, without: JSONString)
    /// Shows the log's validator the objects that were changed after this ordinal.
    case showToGuard(after: SequenceNumber)

    /// The item's size in bytes, which counts towards the memory limits of the bucket and of the
    /// author's connection.
    var bytes: Int {
        if case .change(_, _, let bytes) = self { bytes } else { 0 }
    }

    /// The client or caller that receives the result; nil for work without an answer, such as
    /// `join`, and for the hub's own steps.
    var author: WorkAuthor? {
        switch self {
        case .change(_, let author, _): author
        case .refuse(_, let id), .entity(_, let id): .local(.member(id))
        case .index(_, let requester), .catchUp(_, _, let requester): .local(requester)
        case .objectForCaller(_, _, let author), .share(_, let author),
            .insertShared(_, _, let author), .sharers(_, let author):
            .local(.caller(author))
        case .remove(let removal): removal.requester.map(WorkAuthor.local)
        case .reportEntity(_, let waiter): waiter.work.author
        case .loadState, .restoreStoredLeases, .reloadOptions, .join, .leave, .subscribe,
            .stopWaiting, .expireAbsence, .endSessionAbsence, .releaseSession,
            .removeSessionObjects, .removeOutdatedMember, .showToGuard:
            nil
        }
    }
}

/// The reason why a work item stops. The item starts again when the missing fact is known. After
/// `belongsToOther` and `damaged`, the item does not start again.
enum SuspensionReason: Error {
    case unread(StoreQuery)
    /// A computation that is too long for one tick.
    case uncomputed(OffThreadComputation)
    /// The log's validator hasn't been shown the whole log.
    case guardNotReady
    case needsEntityReport(ObjectKey, of: BucketID)
    indirect case belongsToOther(BucketID, BucketWork)
    /// The store returned invalid data. The bucket fails.
    case damaged
}

extension SuspensionReason {
    /// Parses an object from the store. Throws `damaged` if the bytes are not a JSON object.
    static func parsed(_ bytes: [UInt8]) throws(SuspensionReason) -> JSONObject {
        guard let json = try? JSON(parsing: bytes.span, limits: .standard), let object = json.object
        else { throw .damaged }
        return object
    }
}
