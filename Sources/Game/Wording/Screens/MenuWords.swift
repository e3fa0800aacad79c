package import Game

/// What is said of an item of the menu.
package struct MenuWords: Sendable {
    package let name: String
    /// At its right, where there is nothing else to say.
    package let remark: String
    /// For the help and the manual.
    let meaning: String
    /// What Enter does to it, in the line above the keys; empty where that depends on more.
    package let promise: String

    private init(_ name: String, remark: String = "", meaning: String, promise: String = "") {
        self.name = name
        self.remark = remark
        self.meaning = meaning
        self.promise = promise
    }

    package static let quickMatch = MenuWords(
        "Quick match", meaning: "look for whoever is free; again stops looking",
        promise: "Enter finds you an opponent.")
    package static let invite = MenuWords(
        "Invite a friend", remark: "makes a code", meaning: "make a code for a friend",
        promise: "Enter makes a code that a friend joins you with.")
    package static let join = MenuWords(
        "Join with a code", meaning: "join a friend by their code",
        promise: "Enter asks for the code that a friend told you.")
    package static let watch = MenuWords(
        "Watch", meaning: "see the matches being played",
        promise: "Enter shows the matches that are played.")
    package static let bot = MenuWords(
        "Bot", meaning: "play a bot; ← and → choose how strong")
    package static let goOn = MenuWords(
        "Go on with the bot", meaning: "go on with a bot's match that you left, here or elsewhere")
    package static let twoPlayers = MenuWords(
        "Two at this keyboard", meaning: "two people at this keyboard",
        promise: "Enter begins a game for two people at this keyboard.")
    package static let rename = MenuWords(
        "Your name", remark: "none yet", meaning: "change your name",
        promise: "Enter changes what the others call you.")
    package static let account = MenuWords(
        "Account", remark: "guest", meaning: "sign in or up; your devices and your statistics",
        promise: "Enter leads to your account.")
    package static let friends = MenuWords(
        "Friends", meaning: "see which friends of yours are here",
        promise: "Enter shows which of your friends are here.")
    package static let games = MenuWords(
        "Games over days", meaning: "see your games that have days for each move",
        promise: "Enter shows your games that have days for each move.")
    package static let quit = MenuWords(
        "Leave", meaning: "leave the game", promise: "Enter leaves the game.")
}

/// What depends on what goes on.
extension MenuWords {
    /// The quick match while one is looked for.
    package static let stopLooking = "Stop looking"

    package static func promiseToStop(bot key: String) -> String {
        "Enter stops looking; \(StandingWords.advice(bot: key))"
    }

    package static func promise(of bot: Bot) -> String {
        "Enter plays the \(bot.words) bot; ←→ choose how strong."
    }

    /// Of a match that was left: against whom, and how it stands.
    package static func promise(toGoOnAgainst bot: Bot, score: String) -> String {
        "Enter goes on with your match against the \(bot.words) bot, \(score)."
    }

    package static func fewWords(toGoOnAgainst bot: Bot, score: String) -> String {
        "Enter goes on: \(bot.words) bot, \(score)."
    }

    package static func remark(ofUnfinished bot: Bot, score: String) -> String {
        "\(bot.words) \(score)"
    }

    package static func remark(waiting: Int) -> String {
        waiting == 0 ? "" : "\(waiting) waiting"
    }

    package static func remark(liveMatches: Int) -> String { "\(liveMatches) live" }

    package static func remark(of bot: Bot, isChosen: Bool, hasBegun: Bool) -> String {
        (isChosen ? "‹ \(bot.words) ›" : bot.words) + (hasBegun ? ", goes on" : "")
    }
}
