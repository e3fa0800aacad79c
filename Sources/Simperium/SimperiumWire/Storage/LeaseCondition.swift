/// The state of a lease that a write to a shared log depends on.
package enum LeaseCondition: Hashable, Codable, Sendable {
    /// The lease has no holder, and its time is over.
    case over(EntityOwner.Lease)
    /// The same, or the writer's client has left with it and no other client has taken it since.
    case left(EntityOwner.Lease)

    package var lease: EntityOwner.Lease {
        switch self {
        case .over(let lease), .left(let lease): lease
        }
    }
}
