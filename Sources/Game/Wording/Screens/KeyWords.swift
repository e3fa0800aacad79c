/// What is said of keys that belong together: at the bottom, in the help, and in the manual.
package struct KeyWords: Hashable, Sendable {
    /// One or two words for the line at the bottom. None keeps the keys out of it.
    package let word: String?
    package let story: String
    /// Further keys that do the same.
    package let also: String?

    private init(_ word: String?, _ story: String, also: String? = nil) {
        self.word = word
        self.story = story
        self.also = also
    }

    /// A letter of the menu.
    package init(of item: MenuWords) {
        self.init(nil, item.meaning)
    }

    /// What keys are for, and which others are.
    package static func meaning(_ story: String, also: String?) -> String {
        story + (also.map { "; also \($0)" } ?? "")
    }
}

/// At a board.
extension KeyWords {
    package static let chooseSquare = KeyWords("choose", "choose a square", also: "h j k l")
    package static let number = KeyWords(nil, "choose that square")
    package static let place = KeyWords("place", "place your piece there", also: "space")
    package static let nextRound = KeyWords(
        "next round", "play another round; the other side begins")
    package static let rematch = KeyWords("rematch", "play another round", also: "Enter")
    package static let nextOpponent = KeyWords("next", "look for another opponent")
    package static let resign = KeyWords("resign", "give this round up; it asks before")
    package static let draw = KeyWords("draw", "offer a draw, or agree to one; it asks before")
    package static let phrases = KeyWords(
        "say", "say something to the other, and to those who watch")
    package static let mute = KeyWords(
        nil, "mute the other; again mutes everybody")
    package static let otherClock = KeyWords(nil, "ask for another clock in the next round")
    package static let otherTarget = KeyWords(nil, "ask for a series of another length")
    package static let decline = KeyWords(nil, "say no, or take back what you asked")
}

/// When somebody asks for a match.
extension KeyWords {
    package static let acceptInvitation = KeyWords("play", "play whoever asks you")
    package static let postponeInvitation = KeyWords("later", "say later to whoever asks you")
    package static let refuseInvitation = KeyWords(
        "no", "say no to whoever asks you, for ten minutes")
    package static let doNotDisturb = KeyWords(
        "quiet", "let nobody ask you until you take it back")
    package static let withdrawQuestion = KeyWords("withdraw", "take back what you asked")
    package static let claim = KeyWords("take it", "take the round, as the other is away")
    package static let endUndecided = KeyWords(
        "end it", "end the match without a result, as the other is away")
}

/// In lists, and while watching.
extension KeyWords {
    package static let chooseItem = KeyWords("choose", "choose from the list", also: "j k")
    package static let nextClock = KeyWords(
        nil, "look for a match with another clock, or none")
    package static let nextTarget = KeyWords(
        nil, "ask for a series to 3, 5 or 10 wins, or none")
    package static let copy = KeyWords(
        "copy", "copy what your friend has to type, if the terminal lets us")
    package static let change = KeyWords("change", "change what is chosen")
    package static let list = KeyWords("list", "go to the next list")
    package static let open = KeyWords("open", "do what is chosen")
    package static let television = KeyWords(
        "TV", "show what most people watch, match after match", also: "*")
    package static let follow = KeyWords(
        "follow", "stay with one of the players; again for the other", also: "f")
    package static let followHere = KeyWords(
        "follow", "stay with whoever plays O there, from match to match")
    package static let sort = KeyWords("sort", "put the matches in another order")
    package static let find = KeyWords("find", "look for players by their names")
    package static let nextMatch = KeyWords(
        "next match", "go to the next match", also: "the arrows")
    package static let retry = KeyWords("try now", "try to reach the server now")
}

/// When a round is over, and is seen again.
extension KeyWords {
    package static let review = KeyWords("replay", "see the last round again")
    package static let replayStep = KeyWords("step", "go one move on or back", also: "h j k l")
    package static let replayEnds = KeyWords("ends", "go to the start or the end")
    package static let autoplay = KeyWords("play", "play it move by move, or stop")
    package static let takeBack = KeyWords(
        "take back", "take back your last move; the round is practice then")
    package static let worths = KeyWords(
        nil, "tell what each move is worth; the round is practice then")
    package static let explain = KeyWords("notes", "tell what each move was worth, or not")
}

/// Friends.
extension KeyWords {
    package static let befriend = KeyWords("friend", "add as a friend, or take off the list")
    package static let block = KeyWords(
        nil, "block, so that you see nothing of them; again takes it back")
    package static let addFriend = KeyWords("add", "add a friend by name")
    package static let unfriend = KeyWords("remove", "take off the list")
    package static let alias = KeyWords("call", "choose what you call this friend")
    package static let watchFriend = KeyWords("watch", "watch this friend's match")
}

/// Games over days.
extension KeyWords {
    package static let newGame = KeyWords("new", "begin a game with somebody, by name")
    package static let gameWithThem = KeyWords(
        nil, "begin a game with them that has days for each move")
    package static let nextGame = KeyWords("next", "go to the next game over days that waits")
    package static let gameDays = KeyWords(
        "days", "begin new games with 1, 3 or 7 days for each move")
    package static let putAway = KeyWords(
        "put away", "put away a game that is over; give up one that is not, which asks before")
    package static let takeGame = KeyWords("take it", "take the game, as the other's time is up")
    package static let giveUp = KeyWords("resign", "give this game up; it asks before")
}

/// In the list of phrases.
extension KeyWords {
    package static let choosePhrase = KeyWords("choose", "choose what to say", also: "Tab")
    package static let sayPhrase = KeyWords("say", "say what is chosen")
    package static let phraseNumber = KeyWords(nil, "say it at once")
}

/// At a question, and everywhere.
extension KeyWords {
    package static let answer = KeyWords("choose", "choose an answer", also: "Tab")
    package static let giveAnswer = KeyWords("answer", "give the chosen answer")
    package static let yesOrNo = KeyWords(nil, "answer yes or no at once")
    package static let chooseTheme = KeyWords("choose", "look at other colours", also: "Tab")
    package static let keepTheme = KeyWords("keep", "keep the colours that are shown")
    package static let endTyping = KeyWords("done", "take what is typed")

    package static let back = KeyWords("back", "go back")
    package static let notices = KeyWords(nil, "read the last notices again")
    package static let theme = KeyWords("theme", "choose other colours")
    package static let mouse = KeyWords(nil, "use the mouse, or leave it alone")
    package static let bell = KeyWords(nil, "ring when it is your move, or be silent")
    package static let help = KeyWords("help", "show or hide this help")
    package static let quit = KeyWords("quit", "leave the game")
    package static let redraw = KeyWords(nil, "draw the screen anew", also: "=")
    package static let suspend = KeyWords(nil, "stop for now; fg goes on")
}

/// What keys are called at the bottom while they do something special.
package enum KeyLabels {
    package static let agree = "agree"
    package static let decline = "decline"
    package static let withdraw = "withdraw"
    package static let watch = "watch"
    package static let ask = "ask"
    package static let remove = "remove"
    package static let change = "change"
    package static let close = "close"
    package static let asBefore = "as before"
    package static let bePresent = "be asked again"
    package static let menu = "menu"
    package static let stopLooking = "stop looking"
    package static let stopWaiting = "stop waiting"
    package static let dropCode = "drop the code"
}

/// The headings above keys in the manual.
package enum KeyHeadings {
    package static let lobby = "In the lobby"
    package static let match = "In a match"
    package static let table = "Against a bot, or two at one keyboard"
    package static let gallery = "In the list of matches"
    package static let watching = "While watching"
    package static let account = "On the page of your account"
    package static let replay = "While a round is seen again"
    package static let friends = "In the list of friends"
    package static let games = "In the list of games over days"
    package static let game = "In a game over days"
    package static let statistics = "In the statistics"
    package static let devices = "In the list of devices"
    package static let settings = "On the page of settings"
    package static let question = "At a question"
    package static let themes = "In the list of colours"
    package static let phrases = "In the list of phrases"
    package static let invitation = "When somebody asks you to play"
    package static let everywhere = "On every screen"

    /// Above the help of a screen.
    package static func help(page: Int, of count: Int) -> String {
        let next = page < count ? ": ? next" : ""
        return count == 1 ? "Keys" : "Keys \(page)/\(count)\(next)"
    }
}
