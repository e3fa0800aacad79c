import Game
package import Lobby
package import SimperiumJSON

/// The user's settings of the game on this machine. They apply when the program starts, unless the
/// command line, a file or an account overrides them.
package struct LocalSettings: Hashable, Codable, Sendable {
    private struct ChosenSetting: Hashable, Codable {
        let name: SettingName
        let value: JSON
    }

    package static let longest = 65_536
    private static let version = 1

    /// The name of a user without an account; nil if none was chosen.
    package var name: PlayerName?
    /// True if the user was asked for a name, which happens once.
    package var isNameAsked = false
    /// The last puzzle that a guest answered on this machine; nil if there is none.
    package var puzzle: LastPuzzleAnswer?
    /// The chosen settings, sorted by name, with at most one value for each name.
    private var entries: [ChosenSetting] = []
    /// The backgrounds that terminals have reported, the latest report last. They are stored,
    /// because in the next run a terminal may report late or not at all.
    private var terminals: [TerminalBackground] = []

    package init() {}

    private struct TerminalBackground: Hashable, Codable {
        let name: String
        let isLight: Bool
    }

    private static let mostTerminals = 16
    private static let longestTerminal = 64

    /// Returns true for a light background, and false for a dark one; nil if the background is
    /// unknown.
    package func isLight(on terminal: String) -> Bool? {
        terminals.first { $0.name == terminal }?.isLight
    }

    /// Stores a terminal's background, and returns true. If too many terminals are stored, removes
    /// the terminal whose report is oldest. Returns false if the background is known already, or if
    /// the terminal's name is not valid.
    package mutating func setBackground(isLight: Bool, on terminal: String) -> Bool {
        guard self.isLight(on: terminal) != isLight,
            (1...Self.longestTerminal).contains(terminal.utf8.count)
        else { return false }
        terminals.removeAll { $0.name == terminal }
        if terminals.count == Self.mostTerminals { terminals.removeFirst() }
        terminals.append(TerminalBackground(name: terminal, isLight: isLight))
        return true
    }

    /// True if the user has no name and was not asked for one, as in the first run.
    package var isFresh: Bool { !isNameAsked && name == nil }

    package subscript(setting: SettingName) -> JSON? {
        get { entries.first { $0.name == setting }?.value }
        set {
            entries.removeAll { $0.name == setting }
            if let newValue { entries.append(ChosenSetting(name: setting, value: newValue)) }
            entries.sort { $0.name.rawValue < $1.name.rawValue }
        }
    }

    /// Returns these settings with the changes that a program made from `base` to `new`. Keeps
    /// other programs' changes to other settings, and the first answer to a puzzle.
    package func applying(changesFrom base: LocalSettings, to new: LocalSettings) -> LocalSettings {
        var merged = self
        if new.name != base.name { merged.name = new.name }
        merged.isNameAsked = isNameAsked || new.isNameAsked
        if let answered = new.puzzle,
            puzzle == base.puzzle || puzzle.map({ $0.day.number < answered.day.number }) ?? true
        {
            merged.puzzle = answered
        }
        for setting in SettingName.allCases where new[setting] != base[setting] {
            merged[setting] = new[setting]
        }
        for terminal in new.terminals where base.isLight(on: terminal.name) != terminal.isLight {
            _ = merged.setBackground(isLight: terminal.isLight, on: terminal.name)
        }
        return merged
    }

    package var settings: [(name: SettingName, value: JSON)] { entries.map { ($0.name, $0.value) } }
}

extension LocalSettings {
    /// Reads a file. Invalid members count as missing, and an invalid file counts as empty.
    package init(_ bytes: [UInt8]) {
        let json = bytes.count <= Self.longest ? try? JSON(parsing: bytes) : nil
        guard let object = json?.object, object["version"]?.int == Self.version else { return }
        name = object["name"]?.string.flatMap { text in try? PlayerName(text) }
        isNameAsked = object["asked"]?.bool ?? false
        puzzle = object["puzzle"]?.object.flatMap { LastPuzzleAnswer($0) }
        for member in object["light"]?.object ?? [:] {
            guard let isLight = member.value.bool else { continue }
            _ = setBackground(isLight: isLight, on: member.name.string)
        }
        for member in object["settings"]?.object ?? [:] {
            guard let setting = SettingName(rawValue: member.name.string) else { continue }
            self[setting] = member.value
        }
    }

    package var bytes: [UInt8] {
        var settings = JSONObject()
        for entry in entries { settings[JSONString(entry.name.rawValue)] = entry.value }
        var object: JSONObject = ["version": JSON(Self.version), "asked": .bool(isNameAsked)]
        object["name"] = name.map { JSON($0.text) }
        object["puzzle"] = puzzle.map { .object($0.members) }
        object["settings"] = .object(settings)
        var light = JSONObject()
        for terminal in terminals { light[JSONString(terminal.name)] = .bool(terminal.isLight) }
        if !terminals.isEmpty { object["light"] = .object(light) }
        return object.utf8 + [UInt8(ascii: "\n")]
    }
}
