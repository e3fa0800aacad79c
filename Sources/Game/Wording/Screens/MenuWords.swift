package import Game

/// The texts of a menu item.
package struct MenuWords: Sendable {
    package let name: String
    /// The text at its right, where the client shows no value.
    package let remark: String
    /// The description in the help and the manual.
    let meaning: String
    /// The effect of Enter, in the line above the keys. Empty if it depends on the state.
    package let promise: String

    private init(_ name: String, remark: String = "", meaning: String, promise: String = "") {
        self.name = name
        self.remark = remark
        self.meaning = meaning
        self.promise = promise
    }

    package static let quickMatch = MenuWords(
        "Quick match", meaning: "find an opponent; press again to stop looking",
        promise: "Enter finds you an opponent.")
    package static let invite = MenuWords(
        "Invite a friend", remark: "with a code", meaning: "get an invite code",
        promise: "Enter makes an invite code for your friend.")
    package static let join = MenuWords(
        "Join with a code", meaning: "join a friend by their code",
        promise: "Enter asks for your friend's invite code.")
    package static let watch = MenuWords(
        "Watch", meaning: "list the live matches",
        promise: "Enter lists the live matches.")
    package static let bot = MenuWords(
        "Bot", meaning: "play a bot; ← and → set its strength")
    package static let goOn = MenuWords(
        "Resume bot match",
        meaning: "resume your bot match, from any device")
    package static let twoPlayers = MenuWords(
        "Two at this keyboard", meaning: "two players, one keyboard",
        promise: "Enter starts a match for two players at this keyboard.")
    package static let rename = MenuWords(
        "Your name", remark: "none yet", meaning: "change your name",
        promise: "Enter changes your name.")
    package static let account = MenuWords(
        "Account", remark: "guest", meaning: "sign in or sign up; see your devices and statistics",
        promise: "Enter opens your account page.")
    package static let friends = MenuWords(
        "Friends", meaning: "see which friends are online",
        promise: "Enter shows which friends are online.")
    package static let games = MenuWords(
        "Correspondence", meaning: "list correspondence games, played over days",
        promise: "Enter shows your correspondence games.")
    package static let quit = MenuWords(
        "Quit", meaning: "quit the game", promise: "Enter quits the game.")
}

/// The texts that depend on the state of the game.
extension MenuWords {
    /// The name of `quickMatch` during a search.
    package static let stopLooking = "Stop looking"

    package static func promiseToStop(bot key: String) -> String {
        "Press Enter to stop, \(key) to play a bot."
    }

    package static func promise(of bot: Bot) -> String {
        "Enter plays the \(bot.words) bot. ← and → set its strength."
    }

    /// The effect of Enter on an unfinished match: the bot and the score.
    package static func promise(toGoOnAgainst bot: Bot, score: String) -> String {
        "Enter resumes your match against the \(bot.words) bot, \(score)."
    }

    package static func fewWords(toGoOnAgainst bot: Bot, score: String) -> String {
        "Enter resumes: \(bot.words) bot, \(score)."
    }

    package static func remark(ofUnfinished bot: Bot, score: String) -> String {
        "\(bot.words) \(score)"
    }

    package static func remark(waiting: Int) -> String {
        waiting == 0 ? "" : "\(waiting) waiting"
    }

    package static func remark(liveMatches: Int) -> String { "\(liveMatches) live" }

    package static func remark(of bot: Bot, isChosen: Bool, hasBegun: Bool) -> String {
        (isChosen ? "‹ \(bot.words) ›" : bot.words) + (hasBegun ? ", started" : "")
    }
}
