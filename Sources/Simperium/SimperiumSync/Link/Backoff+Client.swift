internal import SimperiumClock

extension Backoff {
    /// How long a client waits for a hub that can't be reached, or has too much to do.
    static let ofClients = Backoff(from: .seconds(1), to: .seconds(60))
    /// The same for a program that somebody looks at.
    static let ofVisitors = Backoff(from: .seconds(1), to: .seconds(10))
}
