import SimperiumWebWire
import SimperiumWire
import SyncHub

/// A request over HTTP that has not been answered: what it wants, and what it waits for.
struct Call {
    /// Without its body where that has been read.
    var request: HTTPRequest
    let origin: RequestOrigin
    /// How long the body was.
    var bodyBytes = 0
    var step: Step
    /// The subjects of its answer.
    var subjects: Set<StoreSubject> = []

    enum Step {
        /// Whose token is it?
        case identifying(Wish, AppID)
        case listingBuckets
        case reading
        case computing(PendingStep)
        /// What the object is that is to be written.
        case finding(ItemWrite)
        case writing(returnsObject: Bool)
        case removing
        case waiting(RequestID, BucketID)
        case bulk(Bulk)
        case firehose(Firehose)
        case account(AccountCall)
        case person(PersonStep)
        case sharing(ShareStep)
    }
}
