import SimperiumWire

extension StoreQuery {
    /// What is answered of a log that is closed: nothing is there, and nothing is written. Nil if
    /// there is no such answer.
    var answerOfClosedLog: StoreAnswer? {
        switch self {
        case .bucket: .bucket(StoredBucket())
        case .entity: .noEntity(beginning: .first)
        case .version: .version(nil)
        case .changes(let place, _, _): .changes(place == .zero ? [] : nil, hasMore: false)
        case .index: .index([], hasMore: false)
        case .owned: .owned([], hasMore: false)
        case .buckets: .buckets([])
        case .mirrors: .mirrors(0)
        case .leases: .leases([])
        case .parcels: .parcels([], hasMore: false)
        case .parcelMark: .parcelMark(.zero)
        case .strike: .struck
        case .append: .gone
        case .presence, .seatEnds, .everybodysChanges, .everybodysHead, .nameOwner, .debts, .lease:
            nil
        }
    }
}
