/// How long to wait before something is started once more that keeps ending.
package struct Restarts: Hashable, Sendable {
    private static let shortest = Duration.milliseconds(100)
    private static let longest = Duration.seconds(30)
    /// Whatever has lived so long, ended for some new reason.
    private static let goodLife = Duration.seconds(60)

    private var last = Duration.zero

    package init() {}

    /// The wait after a life of that length.
    package mutating func wait(after life: Duration) -> Duration {
        last =
            life >= Self.goodLife ? Self.shortest : min(max(last * 2, Self.shortest), Self.longest)
        return last
    }
}
