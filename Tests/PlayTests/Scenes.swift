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
    case palette
    case card
    case practice

    /// The house at that moment.
    var house: House { Self.houses[self] ?? arranged }

    /// The guest whose screen the scene is about: in most scenes, the guest who came last.
    var viewer: String { self == .notices ? "lin" : house.latest }

    /// Made once, because several tests look at each.
    private static let houses = Dictionary(uniqueKeysWithValues: allCases.map { ($0, $0.arranged) })

    private var arranged: House {
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
        case .account, .accountGuest, .friends, .statistics, .password, .settings, .devices, .card:
            house.fill()
            house.enter("lin", .watch(nil))
            arrangeAccount(&house)
        case .games, .gameOwnMove, .gameLate, .gameOver: arrangeGames(&house)
        case .firstStart: house.enter("lin", profile: .atFirstStart)
        case .lobbyUnfinished:
            house.press(house.enter("lin"), "esc")
            house.signIn("lin", as: "lin", keeping: LinsAccount.edits + [LinsAccount.unfinished])
            house.press("lin", "down", "down", "down", "down")
            house.run(for: .seconds(6))
        case .bot, .botHelp, .practice: arrangeBot(&house)
        case .palette:
            house.fill()
            house.press(house.enter("lin", .watch(nil)), "esc", ":", "s")
        }
        return house
    }

    private func arrange(_ house: inout House) {
        let me = house.latest
        switch self {
        case .gallery: house.press(me, "right")
        case .watching: house.press(me, "enter")
        case .lobbyCrowded: house.press(me, "esc", "tab", "down", "down")
        case .lobbyCode: house.press(me, "esc", "i")
        case .prompt: house.press(me, "esc", "J", "k", "q")
        case .help: house.press(me, "esc", "?")
        default:
            house.press(me, "esc")
            house.enter("iris", .watch(nil))
            house.press(me, "N")
        }
    }

    private func arrangeBot(_ house: inout House) {
        house.enter("lin")
        house.press("lin", "b", "5", "enter")
        house.run(for: .seconds(1))
        if self == .botHelp { house.press("lin", "?") }
        if self == .practice { house.press("lin", "s") }
    }

    private func arrangeAccount(_ house: inout House) {
        let me = house.latest
        house.press(me, "esc")
        house.forge(["user": "u-okafor"], in: .player)
        if self != .accountGuest && self != .password {
            house.signIn(me, as: "lin", keeping: LinsAccount.edits)
            house.run(for: .seconds(1))
        }
        switch self {
        case .friends: house.press(me, "f")
        case .card: house.press(me, "f", "enter")
        case .statistics: house.choose(me, "statistics")
        case .settings: house.choose(me, "settings")
        case .devices:
            house.press(me, "A", "down", "enter")
            house.answerLinks(me)
        case .password: house.press(me, "A", "enter", "enter", "s", "e", "c", "r", "e", "t")
        case .account:
            house.press(me, "A")
            house.answerLinks(me)
        default: house.press(me, "A")
        }
        house.run(for: .seconds(6))
    }

    private func arrangeGames(_ house: inout House) {
        house.press(house.enter("lin"), "esc")
        house.signIn("lin", as: "lin", keeping: LinsAccount.edits + DayGames.edits(DayGames.all))
        house.press("lin", "o")
        switch self {
        case .gameOwnMove: house.press("lin", "enter", "7")
        case .gameLate: house.press("lin", "down", "down", "enter")
        case .gameOver: house.press("lin", "down", "down", "down", "down", "enter")
        default: break
        }
        house.run(for: .seconds(6))
    }

    private func arrangeInvitation(_ house: inout House) {
        if self == .botInvited { house.press("lin", "b", "5", "enter") }
        let asker = house.names[self == .lobbyAsking ? 1 : 0]
        house.press(asker, "tab", "down", "enter", "enter")
        house.run(for: .seconds(6))
    }

    private func arrangeMatch(_ house: inout House) {
        house.play("okafor", "lin", "5", "1", "3", "2")
        switch self {
        case .ownMove:
            house.play("okafor", "9")
            house.press("lin", "7")
        case .opponentAway:
            house.cutOff("okafor")
            house.run(for: .seconds(3))
        case .mayClaim:
            house.cutOff("okafor")
            house.run(for: .seconds(12))
        case .leaving: house.press("lin", "esc")
        case .drawOffered: house.press("okafor", "d", "y")
        case .question: house.press("lin", "R")
        case .doubtful: house.forge(["matrix": [0, 0, 0, 0, 0, 0, 0, 0, 0], "nextPieceKind": 1])
        case .resultWon: house.play("okafor", "lin", "4", "6", "7")
        case .resultAsked:
            house.play("okafor", "lin", "4", "6", "7")
            house.press("okafor", "r")
        default: break
        }
        house.run(for: .seconds(6))
    }
}

extension House {
    /// okafor, who began, and lin.
    static var match: House {
        var house = House()
        for name in ["okafor", "lin"] { house.enter(name) }
        return house
    }

    /// okafor and lin, who look for no opponent.
    static var free: House {
        var house = House()
        for name in ["okafor", "lin"] { house.press(house.enter(name), "esc") }
        return house
    }

    /// okafor and lin at a board after a move of each, and iris, who watches.
    static var watched: House {
        var house = House.match
        house.enter("iris", .watch(nil))
        house.press("iris", "enter")
        house.play("okafor", "lin", "5", "1")
        return house
    }

    /// Four who play, one who watches, one who is free, and one who waits for a friend.
    mutating func fill() {
        for name in ["ana", "tomas", "dewi", "emil"] { enter(name) }
        play("ana", "tomas", "5", "1", "3")
        play("dewi", "emil", "5", "9")
        enter("zoë", .watch(nil))
        press("zoë", "enter")
        for name in ["kim", "noor"] {
            press(enter(name), "esc")
        }
        press("kim", "i")
        run(for: .seconds(10))
    }

    /// Plays squares by turns, the first player's first.
    mutating func play(
        _ first: String, _ second: String, _ square: String, _ squares: String...
    ) {
        for (index, square) in ([square] + squares).enumerated() {
            play(index.isMultiple(of: 2) ? first : second, square)
        }
    }

    mutating func play(_ guest: String, _ square: String) {
        press(guest, square, "enter")
    }
}
