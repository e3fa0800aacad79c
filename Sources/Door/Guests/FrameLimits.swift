/// How often a guest is shown something new.
package struct FrameLimits: Hashable, Codable, Sendable {
    /// Frames of what happens in the lobby are drawn until a guest has had a few, and then at this
    /// rate.
    package var newsAtOnce = 8
    package var newsPerSecond = 15
    /// The same for frames of what a key did: more than any finger, or any held key, can ask for.
    package var keysAtOnce = 30
    package var keysPerSecond = 60

    package init() {}
}
