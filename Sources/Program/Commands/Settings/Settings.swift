internal import Drawing
internal import Lobby
internal import SimperiumWebWire

/// The settings and their origins. In order of priority, the origins are flags, the environment,
/// the user's file, the machine's files, and the defaults.
package struct Settings: Hashable, Sendable {
    /// A value of an option.
    private struct GivenValue: Hashable, Sendable {
        let value: OptionValue
        /// The value as the user wrote it.
        let text: String
        let origin: SettingOrigin
    }

    /// The values of each option that is set or has a default.
    private var entries: [Option: [GivenValue]] = [:]

    /// Reads the settings. Earlier elements of `files` have priority over later ones.
    init(
        of options: [Option], words: ParsedCommandLine, environment: [String: String],
        files: [ConfigFile]
    ) throws(UsageError) {
        for option in options {
            entries[option] = try Self.valuesByPriority(
                of: option, words: words, environment: environment, files: files)
        }
    }

    /// A setting, as shown to the user.
    package struct ShownSetting: Hashable, Sendable {
        package let name: String
        /// The environment variable of the setting.
        package let variable: String
        /// The value; nil if the setting is not set and has no default.
        package let text: String?
        package let origin: SettingOrigin
    }

    /// All settings, in the order of `Option.settings`.
    package var rows: [ShownSetting] {
        Option.settings.map { option in
            let entry = entries[option]
            return ShownSetting(
                name: option.name, variable: option.variable,
                text: entry?.map(\.text).joined(separator: " ") ?? option.shownDefault,
                origin: entry?.first?.origin ?? .standard)
        }
    }

    /// Returns the values from the origin with the highest priority; nil if the option is not set
    /// and has no default. Ignores the environment and the files for an option that only the
    /// command line may set.
    private static func valuesByPriority(
        of option: Option, words: ParsedCommandLine, environment: [String: String],
        files: [ConfigFile]
    ) throws(UsageError) -> [GivenValue]? {
        if let texts = words.given[option] {
            return try parse(texts.map { ($0, .commandLine) }, of: option)
        }
        guard !option.isCommandLineOnly else {
            return try defaultValue(of: option, loginNameIn: environment)
        }
        if let text = environment[option.variable], !text.isEmpty {
            let texts = option.isRepeatable ? text.split(separator: " ").map(String.init) : [text]
            return try parse(texts.map { ($0, .environment(option.variable)) }, of: option)
        }
        for file in files {
            guard let lines = file.entries[option] else { continue }
            return try parse(
                lines.map { ($0.text, .file(file.path, line: $0.line)) }, of: option)
        }
        return try defaultValue(of: option, loginNameIn: environment)
    }

    /// Returns the default; nil if there is none. The default of `name` is the login name.
    private static func defaultValue(
        of option: Option, loginNameIn environment: [String: String]
    ) throws(UsageError) -> [GivenValue]? {
        if option == .name {
            for variable in ["USER", "LOGNAME"] {
                let name = environment[variable].flatMap { PlayerName(cleaning: $0) }
                guard let name else { continue }
                return try parse([(name.text, .environment(variable))], of: option)
            }
        }
        return try option.defaultValue.map { text throws(UsageError) in
            try parse([(text, .standard)], of: option)
        }
    }

    private static func parse(
        _ texts: [(String, SettingOrigin)], of option: Option
    ) throws(UsageError) -> [GivenValue] {
        var values: [GivenValue] = []
        for (text, origin) in texts {
            do throws(ValueFlaw) {
                let value = try option.kind.read(text)
                values.append(GivenValue(value: value, text: text, origin: origin))
            } catch {
                throw .badValue(option, text: text, error, origin)
            }
        }
        return values
    }
}

extension Settings {
    /// Returns the last value of an option; nil if the option is not set and has no default.
    private func lastValue(_ option: Option) -> OptionValue? { entries[option]?.last?.value }

    private func origin(of option: Option) -> SettingOrigin? { entries[option]?.last?.origin }

    /// Returns the value of an on-off option if it was set; otherwise nil.
    func explicitFlag(_ option: Option) -> Bool? {
        if case .isOn(let isOn)? = lastValue(option) { isOn } else { nil }
    }

    /// The values of the on-off options that were set, by their names.
    var switches: [String: Bool] {
        entries.keys.reduce(into: [:]) { switches, option in
            switches[option.name] = explicitFlag(option)
        }
    }

    /// Returns true if the user set the option. A value that only the system supplied, such as the
    /// user's login name, does not count.
    func isSetByUser(_ option: Option) -> Bool {
        switch origin(of: option) {
        case .commandLine, .file: true
        case .environment(let variable): variable == option.variable
        case .standard, nil: false
        }
    }

    func source(of option: Option, valueForm: String? = nil) -> OptionSource {
        OptionSource(
            option: option, origin: origin(of: option) ?? .standard,
            valueForm: valueForm)
    }

    /// Returns the error about two options that can't be used together.
    func incompatibility(_ one: Option, _ other: Option) -> UsageError {
        .incompatibleOptions(source(of: one), source(of: other))
    }

    func isOnCommandLine(_ option: Option) -> Bool { origin(of: option) == .commandLine }

    func isOn(_ option: Option) -> Bool {
        explicitFlag(option) ?? (option.kind == .onOff(usually: true))
    }

    func number(_ option: Option) -> Int? {
        if case .number(let number)? = lastValue(option) { number } else { nil }
    }

    /// Returns the value of an option of this command that has a number as its default.
    func numberOrDefault(_ option: Option) -> Int {
        guard case .number(let number)? = lastValue(option) else {
            preconditionFailure("\(option.name) has no default, or is of other commands")
        }
        return number
    }

    /// The port of the server on this machine.
    var port: UInt16 {
        number(.port).flatMap(UInt16.init(exactly:)) ?? ListenEndpoint.localDefault.port
    }

    func text(_ option: Option) -> String? { texts(option).last }

    func texts(_ option: Option) -> [String] { entries[option]?.map(\.text) ?? [] }

    func builtInTheme() -> Theme? {
        if case .theme(let theme)? = lastValue(.theme) { theme } else { nil }
    }

    /// Returns the path of a user's theme; nil if the theme is built in, or was not set.
    func themeFilePath() -> String? {
        if case .text(let path)? = lastValue(.theme) { path } else { nil }
    }

    func keyBindings() -> [KeyBinding] {
        (entries[.key] ?? []).compactMap { given in
            guard case .key(let action, let stroke) = given.value else { return nil }
            return KeyBinding(
                action: action, stroke: stroke, text: given.text, origin: given.origin)
        }
    }

    func name(_ option: Option) -> PlayerName? {
        if case .name(let name)? = lastValue(option) { name } else { nil }
    }

    func servers() -> [WebSocketAddress] {
        if case .servers(let addresses)? = lastValue(.server) { addresses } else { [] }
    }

    func addresses(_ option: Option) -> [AddressRange] {
        entries[option]?.compactMap {
            guard case .addresses(let range) = $0.value else { return nil }
            return range
        } ?? []
    }

    func endpoints(_ option: Option) -> [ListenEndpoint] {
        entries[option]?.compactMap {
            guard case .endpoint(let endpoint) = $0.value else { return nil }
            return endpoint
        } ?? []
    }
}

package enum SettingOrigin: Hashable, Sendable {
    case commandLine
    /// An environment variable.
    case environment(String)
    case file(String, line: Int)
    /// The default.
    case standard
}

extension SettingOrigin: CustomStringConvertible {
    package var description: String {
        switch self {
        case .commandLine: SettingOriginWords.commandLine
        case .environment(let variable): variable
        case .file(let path, let line): "\(path):\(line)"
        case .standard: SettingOriginWords.standard
        }
    }
}

/// The words for an origin that is neither a variable nor a file.
private enum SettingOriginWords {
    static var commandLine: String { "command line" }
    static var standard: String { "default" }
}
