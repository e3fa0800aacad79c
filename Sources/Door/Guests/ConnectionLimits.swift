/// What a guest's connection must do to be kept.
package struct ConnectionLimits: Hashable, Codable, Sendable {
    /// What a guest may send: so much at once, and then each second. A held key takes 2 KB/s.
    package var bytesAtOnce = 64_000
    package var bytesPerSecond = 16_000
    /// How long a frame may be on its way to a guest who reads nothing.
    package var stall = Duration.seconds(30)

    /// A guest who is silent for so long is asked for a sign of life, a few times.
    package var silence = Duration.seconds(10)
    package var questions = 3

    /// How long a guest may press no key; those who watch may do so for ever.
    package var idle = Duration.seconds(30 * 60)
    /// How long before that they are told.
    package var warning = Duration.seconds(60)

    package init() {}
}
