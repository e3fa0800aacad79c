/// What a person can choose once for all, on the page of settings.
package struct SettingWords: Sendable {
    package let name: String
    package let promise: String

    private init(_ name: String, _ promise: String) {
        self.name = name
        self.promise = promise
    }

    package static let theme = SettingWords("Colours", "Enter, ← or → shows other colours.")
    package static let glyphs = SettingWords(
        "Drawn with", "Enter changes what pieces and frames are drawn with.")
    package static let keypad = SettingWords(
        "Squares numbered", "Enter numbers the squares like a page, or like a keypad.")
    package static let quick = SettingWords(
        "Place by number", "Enter changes whether a square's number places a piece at once.")
    package static let sound = SettingWords(
        "Bell", "Enter changes whether the terminal rings when it is your move.")
    package static let motion = SettingWords(
        "Motion", "Enter changes whether pieces and rows come about in steps.")
    package static let arrivals = SettingWords(
        "Friends who come", "Enter changes whether you are told when a friend comes in.")
    package static let phrases = SettingWords(
        "What others say", "Enter shows what opponents and others say at boards, or hides it.")
    package static let strangers = SettingWords(
        "Games over days", "Enter changes who may begin games over days with you.")
    package static let hidden = SettingWords(
        "Name for watchers", "Enter hides your name from those who only watch, or shows it.")
}

/// The page of them, and their values.
extension SettingWords {
    package static let heading = "SETTINGS"
    package static let section = "settings"
    package static let looks = "AS IT LOOKS"
    package static let on = "on"
    package static let off = "off"
    package static let ascii = "ASCII"
    package static let unicode = "Unicode"
    package static let page = "like a page"
    package static let keypadValue = "like a keypad"
    package static let shown = "shown"
    package static let hiddenValue = "hidden"
    package static let anybody = "from anybody"
    package static let friends = "from friends"
    package static let inAccount = "They hold on all your devices."
    package static let onMachine = "They hold on this machine."

    package static func chosen(_ name: String, _ value: String) -> String { "\(name): \(value)." }
}
