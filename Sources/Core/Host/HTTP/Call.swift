import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// A request over HTTP, named by whoever hands it in. No name is ever used twice.
package struct CallID: RawRepresentable, Hashable, Comparable, Sendable {
    package let rawValue: UInt64

    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    package static func < (left: CallID, right: CallID) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Where somebody comes from.
package struct RequestOrigin: Hashable, Sendable {
    /// The address in numbers, for the log.
    package let address: String
    /// What counts as one address where attempts are counted.
    package let addressPrefix: [UInt8]

    package init(address: String, addressPrefix: [UInt8]) {
        self.address = address
        self.addressPrefix = addressPrefix
    }
}

/// A request over HTTP that has not been answered: what it wants, and what it waits for.
struct Call {
    /// Without its body where that has been read.
    var request: HTTPRequest
    let origin: RequestOrigin
    var step: Step

    enum Step {
        /// Whose token is it?
        case identifying(Wish, AppID)
        case listingBuckets
        case reading
        /// What the object is that is to be written.
        case finding(ItemWrite)
        case writing(returnsObject: Bool)
        case removing
        case waiting(RequestID, BucketID)
        case bulk(Bulk)
        case firehose(Firehose)
        case account(AccountCall)
    }
}

/// An object that is written over HTTP, and what must be found out first.
struct ItemWrite {
    let bucket: BucketID
    let caller: Caller
    let key: ObjectKey
    /// The version that the author has seen.
    let version: EntityVersion?
    let object: JSONObject
    /// Whether members that are missing are to go.
    let replaces: Bool
    let changeID: ChangeID
}
