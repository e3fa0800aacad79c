internal import Commands
package import Game
package import Lobby

/// What a person wants, whichever key said so.
package enum Intent: Hashable, Codable, Sendable {
    case move(Direction)
    /// By as many rows as a list shows.
    case page(Direction)
    case nextItem
    case previousItem
    case choose(Square)
    case confirm
    case open(MenuItem)
    /// To look for matches by another clock.
    case nextClock
    /// To have series end with another number of rounds won.
    case nextTarget

    /// To choose what to say, to say it, and to read nothing of what others say.
    case phrases
    case say(Phrase)
    case mute

    case rematch
    case nextOpponent
    case resign
    case draw
    /// To say no, or to take back what one has asked for.
    case decline

    /// To make somebody a friend, or to have nothing to do with them; both take themselves back.
    case befriend
    case block
    case unfriend
    case alias
    case watchFriend

    /// To see the round again that is over.
    case review
    case first
    case last
    /// To have a round go on by itself, or to stop that.
    case autoplay
    /// To be told what moves were worth, or squares are.
    case explain
    /// To take back the own last move, where nobody else minds.
    case takeBack

    /// To begin a game over days, to go to the next one that waits, and to put one away.
    case newGame
    case nextGame
    case putAway

    case television
    case follow
    /// To put the matches in another order, or to look for some of them.
    case sort
    case find

    /// To answer who asks for a match.
    case reply(Request.Answer)
    /// To take the round, or to end the match without a result: the other side is away.
    case claim
    case endUndecided

    /// To dial the server now, not when it is time to.
    case retry
    case answer(Bool)
    case back
    case help
    case notices
    /// To put what a friend has to type on the terminal's clipboard.
    case copy
    case chooseTheme
    case mouse
    case bell
    case redraw
    case suspend
    case quit
}

extension Intent {
    init(_ purpose: KeyPurpose) {
        self =
            switch purpose {
            case .left: .move(.left)
            case .down: .move(.down)
            case .up: .move(.up)
            case .right: .move(.right)
            case .find: .open(.quickMatch)
            case .invite: .open(.invite)
            case .join: .open(.join)
            case .watch: .open(.watch)
            case .bot: .open(.bot)
            case .local: .open(.twoPlayers)
            case .name: .open(.rename)
            case .resign: .resign
            case .draw: .draw
            case .decline: .decline
            case .rematch: .rematch
            case .next: .nextOpponent
            case .tv: .television
            case .follow: .follow
            case .retry: .retry
            case .theme: .chooseTheme
            case .mouse: .mouse
            case .bell: .bell
            case .notices: .notices
            case .help: .help
            case .redraw: .redraw
            case .suspend: .suspend
            case .quit: .quit
            }
    }
}
