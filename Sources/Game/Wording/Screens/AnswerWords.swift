/// What is said at once about a key that was pressed. Keys go by their names.
package enum AnswerWords {
    package static let pasted = "Pasted text places no piece."
    package static let howToAnswer = "Choose with ←→ and press Enter."
    package static let chooseSquareFirst = "Choose a square first: arrows or 1-9."
    package static let nothingAsked = "There is nothing to answer."
    package static let nobodyToFollow = "There is nobody to follow just now."
    package static let nothingToGoOnWith = "No match against a bot waits for you."
    package static let configured = "The settings were read again."

    package static func nothing(by stroke: String, help: String) -> String {
        "\(stroke) does nothing here; \(help) helps."
    }

    package static func inLobby(quit: String) -> String {
        "This is the lobby: \(quit) leaves the game."
    }

    /// The same where there is no lobby.
    package static func inMenu(quit: String) -> String {
        "There is nothing behind this menu: \(quit) leaves the game."
    }

    package static func noShell(quit: String) -> String {
        "Over ssh this can't be paused: \(quit) leaves."
    }

    package static func roundFirst(resign: String) -> String {
        "Finish this round first: \(resign) resigns it, Esc leaves."
    }

    package static func follows(_ name: String) -> String {
        "You follow \(name) from match to match."
    }

    package static func colours(_ theme: String) -> String { "Colours: \(theme)." }

    package static func mouse(isOn: Bool) -> String {
        "The mouse is \(isOn ? "on" : "off: the terminal selects text again")."
    }

    package static func bell(isOn: Bool) -> String { "The bell is \(isOn ? "on" : "off")." }
}
