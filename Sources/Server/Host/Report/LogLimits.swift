/// Limits on log lines. Lines beyond them, except errors, are only counted.
package struct LogLimits: Hashable, Sendable {
    package var perSecond = 200
    /// The limit on the average number of lines per day. A quarter of it may come at once.
    package var perDay = 200_000

    package init() {}
}
