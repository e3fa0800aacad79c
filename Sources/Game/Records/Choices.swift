package import Lobby
package import SimperiumJSON

/// What a person has chosen in the game on this machine. It holds at the next start, too, unless
/// the command line, a file or an account says otherwise.
package struct Choices: Hashable, Codable, Sendable {
    private struct Entry: Hashable, Codable {
        let name: SettingName
        let value: JSON
    }

    /// More than anybody can have chosen.
    package static let longest = 65_536
    private static let version = 1

    /// What the person is called where they are signed in to no account.
    package var name: PlayerName?
    /// Whether they were asked that: it is done once.
    package var isNameAsked = false
    /// The last puzzle that a guest answered on this machine.
    package var puzzle: PuzzleRecord?
    /// One at most of each name, in their order.
    private var entries: [Entry] = []
    /// Of terminals that said what their background is, by their names: they may answer late at the
    /// next start, or not at all.
    private var terminals: [Terminal] = []

    package init() {}

    private struct Terminal: Hashable, Codable {
        let name: String
        let isLight: Bool
    }

    /// More kinds of them than anybody has.
    private static let mostTerminals = 16
    private static let longestTerminal = 64

    /// Whether the background of terminals of that name was light; nil if none has said.
    package func isLight(on terminal: String) -> Bool? {
        terminals.first { $0.name == terminal }?.isLight
    }

    /// Keeps in mind what a terminal has said. Whether that is news.
    package mutating func note(isLight: Bool, on terminal: String) -> Bool {
        guard self.isLight(on: terminal) != isLight,
            (1...Self.longestTerminal).contains(terminal.utf8.count)
        else { return false }
        terminals.removeAll { $0.name == terminal }
        if terminals.count == Self.mostTerminals { terminals.removeFirst() }
        terminals.append(Terminal(name: terminal, isLight: isLight))
        terminals.sort { $0.name < $1.name }
        return true
    }

    /// Whether this is the first start, as far as is known here.
    package var isFresh: Bool { !isNameAsked && name == nil }

    package subscript(setting: SettingName) -> JSON? {
        get { entries.first { $0.name == setting }?.value }
        set {
            entries.removeAll { $0.name == setting }
            if let newValue { entries.append(Entry(name: setting, value: newValue)) }
            entries.sort { $0.name.rawValue < $1.name.rawValue }
        }
    }

    /// All settings that were chosen.
    package var settings: [(name: SettingName, value: JSON)] { entries.map { ($0.name, $0.value) } }
}

/// As a file has it.
extension Choices {
    /// Takes from a file what makes sense: who wrote nonsense has chosen nothing.
    package init(_ bytes: [UInt8]) {
        let json = bytes.count <= Self.longest ? try? JSON(parsing: bytes) : nil
        guard let object = json?.object, object["version"]?.int == Self.version else { return }
        name = object["name"]?.string.flatMap { text in try? PlayerName(text) }
        isNameAsked = object["asked"]?.bool ?? false
        puzzle = object["puzzle"]?.object.flatMap { PuzzleRecord($0) }
        for member in object["light"]?.object ?? [:] {
            guard let isLight = member.value.bool else { continue }
            _ = note(isLight: isLight, on: member.name.string)
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
