internal import SimperiumClock

extension Backoff {
    /// The pause before a client tries a hub again that can't be reached or is overloaded.
    static let ofClients = Backoff(from: .seconds(1), to: .seconds(60))
    /// The same for a program with a user in front of it.
    static let ofVisitors = Backoff(from: .seconds(1), to: .seconds(10))
}
