package import Game

/// What a person wants, whichever key said so.
package enum Intent: Hashable, Sendable {
    case move(Direction)
    case nextItem
    case previousItem
    case choose(Square)
    case confirm
    case nextRound
    case resign
    case back
    case help
    case nextTheme
    case redraw
    case suspend
    case quit
}

package enum Direction: Hashable, Sendable {
    case up
    case down
    case left
    case right
}
