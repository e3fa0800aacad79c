internal import Game

/// A round that is seen again, and from where.
struct Viewing: Hashable, Sendable {
    var replay: Replay
    let origin: Display.Screen
}
