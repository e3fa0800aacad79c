internal import Commands
package import Game
package import Lobby

/// An effect of a key. Several keys may have it.
package enum Intent: Hashable, Codable, Sendable {
    case move(Direction)
    /// Moves the selection by a page.
    case page(Direction)
    case nextItem
    case previousItem
    case choose(Square)
    case confirm
    case open(MenuItem)
    /// Chooses another clock for new matches.
    case nextClock
    /// Chooses another number of wins that ends a series.
    case nextTarget

    /// Opens the list of phrases, sends one, and mutes other players.
    case phrases
    case say(Phrase)
    case mute

    case rematch
    case nextOpponent
    case resign
    case draw
    /// Declines an offer, or withdraws the player's own.
    case decline

    /// Adds a friend or blocks a player, or takes that back.
    case befriend
    case block
    case unfriend
    case alias
    case watchFriend

    /// Opens the replay of the last round.
    case review
    case first
    case last
    /// Plays or pauses the moves of a replay.
    case autoplay
    /// Shows the value of moves or squares.
    case explain
    /// Takes back the last move at a table.
    case takeBack

    /// Starts a correspondence game, opens the next one that waits, and removes one.
    case newGame
    case nextGame
    case putAway

    case television
    case follow
    /// Sorts the matches, or searches them.
    case sort
    case find

    /// Answers an invitation.
    case reply(Request.Answer)
    /// Claims the round of an absent opponent, or ends the match without a result.
    case claim
    case endUndecided

    /// Connects to the server now, before the next attempt is due.
    case retry
    case answer(Bool)
    case back
    case help
    case notices
    /// Copies the command that a friend types to the terminal's clipboard.
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
