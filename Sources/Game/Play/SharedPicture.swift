internal import Drawing
internal import Game
package import Lobby

/// All that a picture depends on which many watchers see alike.
package struct SharedPicture: Hashable, Sendable {
    let size: Size
    let watching: Watching
    let numbering: Numbering
    let hasSextants: Bool
    /// Those who came late have not seen the first moves.
    let moves: [Square]?
    /// What is seen of the lobby, and which state of it.
    package let hall: HallNumber?
    package let version: Int
}
