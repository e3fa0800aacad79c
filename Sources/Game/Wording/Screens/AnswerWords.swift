/// The immediate answers to a key press. Arguments are the names of keys.
package enum AnswerWords {
    package static let pasted = "Pasting doesn't place a piece."
    package static let howToAnswer = "Choose with ←→ and press Enter."
    package static let chooseSquareFirst = "Choose a square first: arrows or 1-9."
    package static let nothingAsked = "There is nothing to answer."
    package static let nobodyToFollow = "No player to follow right now."
    package static let nothingToGoOnWith = "You have no unfinished bot match."
    package static let configured = "Settings reloaded."

    package static func nothing(by stroke: String, help: String) -> String {
        "\(stroke) does nothing here. Press \(help) for help."
    }

    package static func inLobby(quit: String) -> String {
        "You are in the lobby. Press \(quit) to quit."
    }

    /// The answer to Esc in a menu without a lobby.
    package static func inMenu(quit: String) -> String {
        "This is the main menu. Press \(quit) to quit."
    }

    package static func noShell(quit: String) -> String {
        "You can't suspend a game over ssh. Press \(quit) to quit."
    }

    package static func roundFirst(resign: String) -> String {
        "Finish this round first. \(resign) resigns, Esc leaves."
    }

    package static func follows(_ name: String) -> String {
        "Following \(name) from match to match."
    }

    package static func colours(_ theme: String) -> String { "Theme: \(theme)." }

    package static func mouse(isOn: Bool) -> String {
        isOn ? "The mouse is on." : "The mouse is off. You can select text again."
    }

    package static func bell(isOn: Bool) -> String { "The bell is \(isOn ? "on" : "off")." }
}
