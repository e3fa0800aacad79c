/// The texts of a group of keys: at the bottom, in the help, and in the manual.
package struct KeyWords: Hashable, Sendable {
    /// One or two words for the line at the bottom, or nil to leave the keys out of it.
    package let word: String?
    package let story: String
    /// More keys with the same effect.
    package let also: String?

    private init(_ word: String?, _ story: String, also: String? = nil) {
        self.word = word
        self.story = story
        self.also = also
    }

    /// The letter of a menu item.
    package init(of item: MenuWords) {
        self.init(nil, item.meaning)
    }

    /// The purpose of keys, and more keys with the same purpose.
    package static func meaning(_ story: String, also: String?) -> String {
        story + (also.map { "; also \($0)" } ?? "")
    }
}

/// The keys at a board.
extension KeyWords {
    package static let chooseSquare = KeyWords("choose", "choose a square", also: "h j k l")
    package static let number = KeyWords(nil, "choose that square")
    package static let place = KeyWords("place", "place your piece there", also: "space")
    package static let nextRound = KeyWords(
        "next round", "play another round; the other side moves first")
    package static let rematch = KeyWords("rematch", "play another round", also: "Enter")
    package static let nextOpponent = KeyWords("next", "find another opponent")
    package static let resign = KeyWords("resign", "resign this round; asks first")
    package static let draw = KeyWords("draw", "offer a draw, or accept one; asks first")
    package static let phrases = KeyWords(
        "say", "send a phrase; your opponent and the spectators see it")
    package static let mute = KeyWords(
        nil, "mute your opponent; press again to mute all players")
    package static let otherClock = KeyWords(nil, "propose a new clock, starting next round")
    package static let otherTarget = KeyWords(nil, "propose a new series, starting next round")
    package static let decline = KeyWords(nil, "decline an offer, or withdraw yours")
}

/// The keys while an invitation is open, and while the opponent is away.
extension KeyWords {
    package static let acceptInvitation = KeyWords("play", "accept the invitation")
    package static let postponeInvitation = KeyWords("later", "decline for now")
    package static let refuseInvitation = KeyWords(
        "no", "decline; this player can't invite you for ten minutes")
    package static let doNotDisturb = KeyWords(
        "quiet", "do not disturb; no invitations until you press Esc")
    package static let withdrawQuestion = KeyWords("withdraw", "withdraw your invitation")
    package static let claim = KeyWords("claim", "claim the round; your opponent must be away")
    package static let endUndecided = KeyWords(
        "end", "end without a result; your opponent must be away")
}

/// The keys in lists, and while watching.
extension KeyWords {
    package static let chooseItem = KeyWords("choose", "choose from the list", also: "j k")
    package static let nextClock = KeyWords(
        nil, "set the clock; applies to new matches")
    package static let nextTarget = KeyWords(
        nil, "set the series; applies to your invitations")
    package static let copy = KeyWords(
        "copy", "copy the invite command")
    package static let change = KeyWords("change", "change the setting")
    package static let list = KeyWords("list", "go to the next list")
    package static let open = KeyWords("open", "open the selected item")
    package static let television = KeyWords(
        "TV", "always show the most-watched match", also: "*")
    package static let follow = KeyWords(
        "follow", "follow one player; press again for the other", also: "f")
    package static let followHere = KeyWords(
        "follow", "follow player O from match to match")
    package static let sort = KeyWords("sort", "change the sort order")
    package static let find = KeyWords("find", "find a player by name")
    package static let nextMatch = KeyWords(
        "next match", "go to the next match", also: "the arrows")
    package static let retry = KeyWords("try now", "try to reconnect now")
}

/// The keys after a round, and during a replay.
extension KeyWords {
    package static let review = KeyWords("replay", "replay the last round")
    package static let replayStep = KeyWords("step", "go one move forward or back", also: "h j k l")
    package static let replayEnds = KeyWords("ends", "go to the start or the end")
    package static let autoplay = KeyWords("play", "play or pause the moves")
    package static let takeBack = KeyWords(
        "take back", "take back your last move; turns the round into practice")
    package static let worths = KeyWords(
        nil, "show each move's value; turns the round into practice")
    package static let explain = KeyWords("notes", "show or hide the notes on each move")
}

/// The keys for friends.
extension KeyWords {
    package static let befriend = KeyWords("friend", "add or remove this friend")
    package static let block = KeyWords(
        nil, "block or unblock this player")
    package static let addFriend = KeyWords("add", "add a friend by name")
    package static let unfriend = KeyWords("remove", "remove this friend")
    package static let alias = KeyWords("nickname", "give this friend a nickname")
    package static let watchFriend = KeyWords("watch", "watch this friend's match")
}

/// The keys for correspondence games.
extension KeyWords {
    package static let newGame = KeyWords("new", "start a game with a player, by name")
    package static let gameWithThem = KeyWords(
        nil, "start a correspondence game")
    package static let nextGame = KeyWords("next", "open the next waiting correspondence game")
    package static let gameDays = KeyWords(
        "days", "set 1/3/7 days a move for new games")
    package static let putAway = KeyWords(
        "remove", "remove a finished game; resign an unfinished one (asks first)")
    package static let takeGame = KeyWords(
        "claim", "claim the game; your opponent's time must be up")
    package static let giveUp = KeyWords("resign", "resign this game; asks first")
}

/// The keys in the list of phrases.
extension KeyWords {
    package static let choosePhrase = KeyWords("choose", "choose a phrase", also: "Tab")
    package static let sayPhrase = KeyWords("send", "send the selected phrase")
    package static let phraseNumber = KeyWords(nil, "send that phrase right away")
}

/// The keys at a question, and on all screens.
extension KeyWords {
    package static let answer = KeyWords("choose", "choose an answer", also: "Tab")
    package static let giveAnswer = KeyWords("answer", "confirm your answer")
    package static let yesOrNo = KeyWords(nil, "answer yes or no right away")
    package static let chooseTheme = KeyWords("choose", "preview a theme", also: "Tab")
    package static let keepTheme = KeyWords("keep", "keep this theme")
    package static let endTyping = KeyWords("done", "enter the text")

    package static let back = KeyWords("back", "go back")
    package static let notices = KeyWords(nil, "show recent notices")
    package static let theme = KeyWords("theme", "choose a theme")
    package static let mouse = KeyWords(nil, "turn the mouse on or off")
    package static let bell = KeyWords(nil, "turn the bell on or off")
    package static let help = KeyWords("help", "show or hide this help")
    package static let quit = KeyWords("quit", "quit the game")
    package static let redraw = KeyWords(nil, "redraw the screen", also: "=")
    package static let suspend = KeyWords(nil, "suspend; fg resumes")
}

/// The words at the bottom for keys with a special effect.
package enum KeyLabels {
    package static let agree = "agree"
    package static let decline = "decline"
    package static let withdraw = "withdraw"
    package static let watch = "watch"
    package static let ask = "invite"
    package static let remove = "remove"
    package static let change = "change"
    package static let close = "close"
    package static let asBefore = "cancel"
    package static let bePresent = "allow invitations"
    package static let menu = "menu"
    package static let stopLooking = "stop looking"
    package static let stopWaiting = "stop waiting"
    package static let dropCode = "cancel code"
}

/// The headings above keys in the manual.
package enum KeyHeadings {
    package static let lobby = "In the lobby"
    package static let match = "In a match"
    package static let table = "Against a bot, or two at one keyboard"
    package static let gallery = "In the match list"
    package static let watching = "While watching"
    package static let account = "On the account page"
    package static let replay = "In a replay"
    package static let friends = "In the friends list"
    package static let games = "In the correspondence games list"
    package static let game = "In a correspondence game"
    package static let statistics = "On the statistics page"
    package static let devices = "In the device list"
    package static let settings = "On the settings page"
    package static let question = "When you answer a question"
    package static let themes = "In the theme list"
    package static let phrases = "In the phrase list"
    package static let invitation = "When a player invites you"
    package static let everywhere = "On every screen"

    /// The heading of a screen's help.
    package static func help(page: Int, of count: Int) -> String {
        let next = page < count ? ": ? next" : ""
        return count == 1 ? "Keys" : "Keys \(page)/\(count)\(next)"
    }
}
