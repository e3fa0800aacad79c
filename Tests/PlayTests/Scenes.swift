import Game
import Lobby
import Play
import Records
import SimperiumClock
import SimperiumJSON
import Visit

/// A moment of the game, and who looks at it.
enum Scene: String, CaseIterable {
    case lobbyOffline = "lobby-offline"
    case lobbyLooking = "lobby-looking"
    case lobbyAlone = "lobby-alone"
    case lobbyCrowded = "lobby-crowded"
    case lobbyCode = "lobby-code"
    case lobbyInvited = "lobby-invited"
    case lobbyAsking = "lobby-asking"
    case ownMove = "match-own-move"
    case theirMove = "match-their-move"
    case opponentAway = "match-opponent-away"
    case mayClaim = "match-may-claim"
    case leaving = "match-leaving"
    case drawOffered = "match-draw-offered"
    case question = "match-question"
    case doubtful = "match-doubtful"
    case resultWon = "result-won"
    case resultAsked = "result-rematch-wanted"
    case gallery = "gallery"
    case watching = "watching"
    case bot = "bot"
    case botHelp = "bot-help"
    case botInvited = "bot-invited"
    case help = "help"
    case notices = "notices"
    case prompt = "prompt"
    case account = "account"
    case accountGuest = "account-guest"
    case friends = "friends"
    case statistics = "statistics"
    case password = "password"
    case settings = "settings"
    case devices = "devices"
    case games = "games"
    case gameOwnMove = "game-own-move"
    case gameLate = "game-late"
    case gameOver = "game-over"
    case firstStart = "first-start"
    case lobbyUnfinished = "lobby-unfinished"

    /// The house at that moment; the last who came in looks.
    var house: House {
        var house = House(isGuarded: self != .doubtful)
        switch self {
        case .lobbyOffline:
            house.isServerUp = false
            house.enter("lin")
        case .lobbyLooking: house.enter("lin")
        case .lobbyAlone:
            house.enter("lin")
            house.run(for: .seconds(13))
        case .lobbyCrowded, .lobbyCode, .gallery, .watching, .prompt, .help, .notices:
            house.fill()
            house.enter("lin", .watch(nil))
            arrange(&house)
        case .lobbyInvited, .lobbyAsking, .botInvited:
            for name in ["okafor", "lin"] { house.press(house.enter(name), "esc") }
            arrangeInvitation(&house)
        case .ownMove, .theirMove, .opponentAway, .mayClaim, .leaving, .drawOffered, .question,
            .doubtful, .resultWon, .resultAsked:
            house.enter("okafor")
            house.enter("lin")
            arrangeMatch(&house)
        case .account, .accountGuest, .friends, .statistics, .password, .settings, .devices:
            house.fill()
            house.enter("lin", .watch(nil))
            arrangeAccount(&house)
        case .games, .gameOwnMove, .gameLate, .gameOver: arrangeGames(&house)
        case .firstStart:
            var habits = Habits()
            habits.asksName = true
            house.enter("lin", habits: habits)
        case .lobbyUnfinished:
            house.press(house.enter("lin"), "esc")
            house.signIn(0, as: "lin", keeping: LinsAccount.edits + [LinsAccount.unfinished])
            house.press(0, "down", "down", "down", "down")
            house.run(for: .seconds(6))
        case .bot, .botHelp: arrangeBot(&house)
        }
        return house
    }

    private func arrange(_ house: inout House) {
        let me = house.count - 1
        switch self {
        case .gallery: house.press(me, "right")
        case .watching: house.press(me, "enter")
        case .lobbyCrowded: house.press(me, "esc", "tab", "down", "down")
        case .lobbyCode: house.press(me, "esc", "i")
        case .prompt: house.press(me, "esc", "c", "k", "q")
        case .help: house.press(me, "esc", "?")
        default:
            house.press(me, "esc")
            house.enter("iris", .watch(nil))
            house.press(me, "N")
        }
    }

    private func arrangeBot(_ house: inout House) {
        house.enter("lin")
        house.press(0, "b", "5", "enter")
        house.run(for: .seconds(1))
        if self == .botHelp { house.press(0, "?") }
    }

    private func arrangeAccount(_ house: inout House) {
        let me = house.count - 1
        house.press(me, "esc")
        house.forge(["user": "u-okafor"], in: .player)
        if self != .accountGuest && self != .password {
            house.signIn(me, as: "lin", keeping: LinsAccount.edits)
            house.run(for: .seconds(1))
        }
        switch self {
        case .friends: house.press(me, "f")
        case .statistics: house.press(me, "u", "enter")
        case .settings: house.press(me, "u", "up", "down", "down", "down", "down", "down", "enter")
        case .devices:
            house.press(me, "u", "down", "down", "down", "enter")
            house.answerLinks(me)
        case .password: house.press(me, "u", "enter", "enter", "s", "e", "c", "r", "e", "t")
        case .account:
            house.press(me, "u")
            house.answerLinks(me)
        default: house.press(me, "u")
        }
        house.run(for: .seconds(6))
    }

    private func arrangeGames(_ house: inout House) {
        house.press(house.enter("lin"), "esc")
        house.signIn(0, as: "lin", keeping: LinsAccount.edits + DayGames.edits(DayGames.all))
        house.press(0, "o")
        switch self {
        case .gameOwnMove: house.press(0, "enter", "7")
        case .gameLate: house.press(0, "down", "down", "enter")
        case .gameOver: house.press(0, "down", "down", "down", "down", "enter")
        default: break
        }
        house.run(for: .seconds(6))
    }

    private func arrangeInvitation(_ house: inout House) {
        if self == .botInvited { house.press(1, "b", "5", "enter") }
        let asker = self == .lobbyAsking ? 1 : 0
        house.press(asker, "tab", "down", "enter")
        house.run(for: .seconds(6))
    }

    private func arrangeMatch(_ house: inout House) {
        house.play(0, 1, "5", "1", "3", "2")
        switch self {
        case .ownMove:
            house.play(0, "9")
            house.press(1, "7")
        case .opponentAway:
            house.cutLine(of: 0)
            house.isServerUp = false
            house.run(for: .seconds(3))
        case .mayClaim:
            house.cutLine(of: 0)
            house.isServerUp = false
            house.run(for: .seconds(12))
        case .leaving: house.press(1, "esc")
        case .drawOffered: house.press(0, "d", "y")
        case .question: house.press(1, "R")
        case .doubtful: house.forge(["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1])
        case .resultWon: house.play(0, 1, "4", "6", "7")
        case .resultAsked:
            house.play(0, 1, "4", "6", "7")
            house.press(0, "r")
        default: break
        }
        house.run(for: .seconds(6))
    }
}

extension House {
    /// Four who play, one who watches, one who is free, and one who waits for a friend.
    mutating func fill() {
        for name in ["ana", "tomas", "dewi", "emil"] { enter(name) }
        play(0, 1, "5", "1", "3")
        play(2, 3, "5", "9")
        enter("zoë", .watch(nil))
        press(4, "enter")
        for name in ["kim", "noor"] {
            enter(name)
            press(count - 1, "esc")
        }
        press(count - 2, "i")
        run(for: .seconds(10))
    }

    /// Plays squares by turns, the first player's first.
    mutating func play(_ first: Int, _ second: Int, _ squares: String...) {
        for (index, square) in squares.enumerated() {
            play(index.isMultiple(of: 2) ? first : second, square)
        }
    }

    mutating func play(_ guest: Int, _ square: String) {
        press(guest, square, "enter")
    }
}
