/// Limits on log lines. Lines beyond them are only counted.
package struct LogLimits: Hashable, Sendable {
    package var perSecond = 200
    /// The most lines per day. A quarter of them may come at once.
    package var perDay = 200_000

    package init() {}
}
