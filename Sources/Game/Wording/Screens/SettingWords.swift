/// A setting, on the page of settings.
package struct SettingWords: Sendable {
    package let name: String
    package let promise: String

    private init(_ name: String, _ promise: String) {
        self.name = name
        self.promise = promise
    }

    package static let theme = SettingWords("Theme", "Enter, ← or → changes the theme.")
    package static let glyphs = SettingWords(
        "Characters", "Enter switches between Unicode and ASCII.")
    package static let keypad = SettingWords(
        "Square numbers", "Enter numbers the squares from the top, or like a keypad.")
    package static let quick = SettingWords(
        "Place by number", "Enter sets whether number keys place a piece right away.")
    package static let sound = SettingWords(
        "Bell", "Enter turns the bell for your move on or off.")
    package static let motion = SettingWords(
        "Motion", "Enter turns animations on or off.")
    package static let arrivals = SettingWords(
        "Friend arrivals", "Enter turns notices about friends arriving on or off.")
    package static let phrases = SettingWords(
        "Phrases", "Enter shows or hides other players' phrases.")
    package static let strangers = SettingWords(
        "Correspondence", "Enter sets who may start correspondence games with you.")
    package static let hidden = SettingWords(
        "Name for spectators", "Enter shows your name to spectators, or hides it.")
}

/// The page of settings, and their values.
extension SettingWords {
    package static let heading = "SETTINGS"
    package static let section = "settings"
    package static let looks = "PREVIEW"
    package static let on = "on"
    package static let off = "off"
    package static let ascii = "ASCII"
    package static let unicode = "Unicode"
    package static let page = "from the top"
    package static let keypadValue = "like a keypad"
    package static let shown = "shown"
    package static let hiddenValue = "hidden"
    package static let allPlayers = "from all players"
    package static let friends = "from friends only"
    package static let inAccount = "These apply on all your devices."
    package static let onMachine = "These apply on this machine."

    package static func chosen(_ name: String, _ value: String) -> String { "\(name): \(value)." }
}
