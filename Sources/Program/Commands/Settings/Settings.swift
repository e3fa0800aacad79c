internal import Drawing
internal import Lobby
internal import SimperiumWebWire

/// The settings and their origins. In order of priority, the origins are flags, the environment,
/// the user's file, the machine's files, and the defaults.
package struct Settings: Hashable, Sendable {
    /// The values of an option, and their origins.
    private struct ValuesWithOrigins: Hashable, Sendable {
        let values: [OptionValue]
        /// The values as the user wrote them.
        let texts: [String]
        let origins: [SettingOrigin]
    }

    private var entries: [Option: ValuesWithOrigins] = [:]

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
                text: entry?.texts.joined(separator: " ") ?? option.shownDefault,
                origin: entry?.origins.first ?? .standard)
        }
    }

    /// Returns the values from the origin with the highest priority; nil if the option is not set
    /// and has no default. Ignores the environment and the files for an option that only the
    /// command line may set.
    private static func valuesByPriority(
        of option: Option, words: ParsedCommandLine, environment: [String: String],
        files: [ConfigFile]
    ) throws(UsageError) -> ValuesWithOrigins? {
        if let texts = words.given[option] {
            return try parseValues(of: option, texts) { _ in .commandLine }
        }
        guard !option.isCommandLineOnly else {
            return try defaultValue(of: option, loginNameIn: environment)
        }
        if let text = environment[option.variable], !text.isEmpty {
            let texts = option.isRepeatable ? text.split(separator: " ").map(String.init) : [text]
            return try parseValues(of: option, texts) { _ in .environment(option.variable) }
        }
        for file in files {
            guard let lines = file.entries[option] else { continue }
            return try parseValues(of: option, lines.map(\.text)) {
                .file(file.path, line: lines[$0].line)
            }
        }
        return try defaultValue(of: option, loginNameIn: environment)
    }

    /// Returns the default; nil if there is none. The default of `name` is the login name.
    private static func defaultValue(
        of option: Option, loginNameIn environment: [String: String]
    ) throws(UsageError) -> ValuesWithOrigins? {
        if option == .name {
            for variable in ["USER", "LOGNAME"] {
                let name = environment[variable].flatMap { PlayerName(cleaning: $0) }
                guard let name else { continue }
                return try parseValues(of: option, [name.text]) { _ in .environment(variable) }
            }
        }
        return try option.defaultValue.map { text throws(UsageError) in
            try parseValues(of: option, [text]) { _ in .standard }
        }
    }

    private static func parseValues(
        of option: Option, _ texts: [String], origin: (Int) -> SettingOrigin
    ) throws(UsageError) -> ValuesWithOrigins {
        let origins = texts.indices.map(origin)
        var values: [OptionValue] = []
        for (text, origin) in zip(texts, origins) {
            do throws(ValueFlaw) {
                values.append(try option.kind.read(text))
            } catch {
                throw .badValue(option, text: text, error, origin)
            }
        }
        return ValuesWithOrigins(values: values, texts: texts, origins: origins)
    }
}

extension Settings {
    /// Returns the value of an on-off option if it was set; otherwise nil.
    func explicitFlag(_ option: Option) -> Bool? {
        if case .isOn(let isOn)? = entries[option]?.values.last { isOn } else { nil }
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
        switch entries[option]?.origins.last {
        case .commandLine, .file: true
        case .environment(let variable): variable == option.variable
        case .standard, nil: false
        }
    }

    func source(of option: Option, valueForm: String? = nil) -> OptionSource {
        OptionSource(
            option: option, origin: entries[option]?.origins.last ?? .standard,
            valueForm: valueForm)
    }

    /// Returns the error about two options that can't be used together.
    func incompatibility(_ one: Option, _ other: Option) -> UsageError {
        .incompatibleOptions(source(of: one), source(of: other))
    }

    func isOnCommandLine(_ option: Option) -> Bool { entries[option]?.origins.last == .commandLine }

    func isOn(_ option: Option) -> Bool {
        explicitFlag(option) ?? (option.kind == .onOff(usually: true))
    }

    func number(_ option: Option) -> Int? {
        if case .number(let number)? = entries[option]?.values.last { number } else { nil }
    }

    /// The port of the server on this machine.
    var port: UInt16 {
        number(.port).flatMap(UInt16.init(exactly:)) ?? ListenEndpoint.localDefault.port
    }

    func text(_ option: Option) -> String? { texts(option).last }

    func texts(_ option: Option) -> [String] { entries[option]?.texts ?? [] }

    func builtInTheme() -> Theme? {
        if case .theme(let theme)? = entries[.theme]?.values.last { theme } else { nil }
    }

    /// Returns the path of a user's theme; nil if the theme is built in, or was not set.
    func themeFilePath() -> String? {
        if case .text(let path)? = entries[.theme]?.values.last { path } else { nil }
    }

    func keyBindings() -> [KeyBinding] {
        guard let entry = entries[.key] else { return [] }
        return entry.values.indices.compactMap { index in
            guard case .key(let action, let stroke) = entry.values[index] else { return nil }
            return KeyBinding(
                action: action, stroke: stroke, text: entry.texts[index],
                origin: entry.origins[index])
        }
    }

    func name(_ option: Option) -> PlayerName? {
        if case .name(let name)? = entries[option]?.values.last { name } else { nil }
    }

    func servers() -> [WebSocketAddress] {
        if case .servers(let addresses)? = entries[.server]?.values.last { addresses } else { [] }
    }

    func addresses(_ option: Option) -> [AddressRange] {
        entries[option]?.values.compactMap {
            guard case .addresses(let range) = $0 else { return nil }
            return range
        } ?? []
    }

    func endpoints(_ option: Option) -> [ListenEndpoint] {
        entries[option]?.values.compactMap {
            guard case .endpoint(let endpoint) = $0 else { return nil }
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
