/// How many lines of the log there may be. Beyond, they are counted only.
package struct LogLimits: Hashable, Sendable {
    package var perSecond = 200
    /// A quarter of these may come at once.
    package var perDay = 200_000

    package init() {}
}
