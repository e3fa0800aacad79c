/// What has to be so of a lease for something to be written on an engine that other hubs share.
package enum LeaseCondition: Hashable, Codable, Sendable {
    /// Nobody has it, and its time is over.
    case over(EntityOwner.Lease)
    /// It is so, or the writer's client has left with it: nobody else has taken it since.
    case left(EntityOwner.Lease)

    package var lease: EntityOwner.Lease {
        switch self {
        case .over(let lease), .left(let lease): lease
        }
    }
}
