package import Drawing
package import Lobby
package import SimperiumWebWire
internal import SimperiumWire

/// An option of the command line, with the facts for `--help`, the manual, the completions, the
/// environment and the configuration file.
package struct Option: Hashable, Sendable {
    package let name: String
    let kind: OptionValueKind
    let summary: String
    let letter: Character?
    /// True if neither an environment variable nor a configuration file may set the option, because
    /// the option is a request and not a preference.
    let isCommandLineOnly: Bool
    let isRepeatable: Bool
    /// The default value; nil if there is none, or if it depends on something else. The default of
    /// an on-off option is in `kind` instead.
    let defaultValue: String?
    /// The description of the default, if it depends on something else; otherwise nil.
    let defaultDescription: String?

    init(
        _ name: String, _ kind: OptionValueKind, summary: String, letter: Character? = nil,
        isCommandLineOnly: Bool = false, isRepeatable: Bool = false, defaultValue: String? = nil,
        defaultDescription: String? = nil
    ) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.letter = letter
        self.isCommandLineOnly = isCommandLineOnly
        self.isRepeatable = isRepeatable
        self.defaultValue = defaultValue
        self.defaultDescription = defaultDescription
    }

    /// The environment variable that sets the option.
    package var variable: String {
        "TICTACTOE_" + name.uppercased().map { $0 == "-" ? "_" : $0 }
    }

    /// The default in words, for people; nil if there is none.
    var shownDefault: String? {
        if case .onOff(let isUsual) = kind { return defaultDescription ?? (isUsual ? "yes" : "no") }
        return defaultValue ?? defaultDescription
    }

    /// The flag that changes the default: `--no-NAME` for an option that is usually on, otherwise
    /// `--NAME`.
    package var flag: String {
        kind == .onOff(usually: true) ? "--no-\(name)" : "--\(name)"
    }

    /// The flag with its letter and the placeholder of its value.
    package var usage: String { usage(with: kind.placeholder) }

    /// Returns the flag with its letter, and with `placeholder` unless that is nil.
    func usage(with placeholder: String?) -> String {
        let short = letter.map { "-\($0), " } ?? ""
        return short + flag + (placeholder.map { " \($0)" } ?? "")
    }
}

package enum OptionValueKind: Hashable, Sendable {
    /// On or off, with the default. Without a value, `--NAME` means on, and `--no-NAME` means off.
    case onOff(usually: Bool)
    case number(ClosedRange<Int>)
    case oneOf([String])
    /// The name of a built-in theme, or the path of a file.
    case theme
    /// A key for an action, as `ACTION=KEY`.
    case key
    case name
    /// One or several servers, each as a URL or a host.
    case server
    /// A port to listen on, with an optional address.
    case endpoint
    /// The name of an app on a server.
    case app
    /// An address, or a range of addresses.
    case addresses
    /// The origin of a web page, as browsers send it.
    case origin
    case file
    /// A file, the word `memory`, or a Redis that several servers share.
    case store
}

extension OptionValueKind {
    /// The word that stands for the value in help texts; nil if the option takes no value.
    var placeholder: String? {
        switch self {
        case .onOff: nil
        case .number: "N"
        case .oneOf(let words): words.joined(separator: "|")
        case .theme: "THEME"
        case .key: "ACTION=KEY"
        case .name, .app: "NAME"
        case .server: "URL"
        case .endpoint: "[ADDR:]PORT"
        case .addresses: "PREFIX"
        case .origin: "ORIGIN"
        case .file: "FILE"
        case .store: "FILE|memory"
        }
    }

    /// The fixed words that a value can be; empty if there are none.
    var words: [String] {
        switch self {
        case .oneOf(let words): words
        case .theme: Theme.builtIn.map(\.name)
        case .store: ["memory"]
        case .onOff, .number, .key, .name, .server, .endpoint, .app, .addresses, .origin, .file: []
        }
    }

    /// True if a shell should complete file names.
    var namesFile: Bool { self == .file || self == .store }

    /// Parses a value; throws if the text is not valid.
    func read(_ text: String) throws(ValueFlaw) -> OptionValue {
        switch self {
        case .onOff: return .isOn(try Self.yesOrNo(text))
        case .number(let range): return .number(try Self.number(text, in: range))
        case .oneOf(let words):
            guard words.contains(text) else { throw .notAmong(words) }
            return .text(text)
        case .theme:
            if text.contains("/") { return .text(text) }
            guard let theme = Theme.builtIn.first(where: { $0.name == text }) else {
                throw .notAmong(words)
            }
            return .theme(theme)
        case .key:
            let (action, stroke) = try BindableAction.binding(text)
            return .key(action, stroke)
        case .name:
            do throws(NameFlaw) { return .name(try PlayerName(text)) } catch { throw .name(error) }
        case .server: return .servers(try Self.servers(text))
        case .endpoint: return .endpoint(try ListenEndpoint(text))
        case .app:
            guard AppID(text) != nil else { throw .badAppName }
            return .text(text)
        case .addresses:
            guard let range = AddressRange(text[...]) else { throw .badAddresses }
            return .addresses(range)
        case .origin:
            guard WebOrigin(text[...]) != nil else { throw .badOrigin }
            return .text(text)
        case .file:
            guard !text.isEmpty else { throw .empty }
            return .text(text)
        case .store:
            guard !text.isEmpty else { throw .empty }
            if RedisHostsURL.hasURLScheme(text), RedisHostsURL(text) == nil {
                throw .badRedisAddress
            }
            return .text(text)
        }
    }

    private static func yesOrNo(_ text: String) throws(ValueFlaw) -> Bool {
        switch text.lowercased() {
        case "yes", "true", "on", "1": return true
        case "no", "false", "off", "0": return false
        default: throw .notYesOrNo
        }
    }

    private static func number(
        _ text: String, in range: ClosedRange<Int>
    ) throws(ValueFlaw) -> Int {
        guard let number = Int(text), range.contains(number) else { throw .notNumber(range) }
        return number
    }

    /// Parses the address of a server, or several addresses separated by commas.
    private static func servers(_ text: String) throws(ValueFlaw) -> [WebSocketAddress] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= LobbyOptions.maxServerCount else { throw .tooManyServers }
        var servers: [WebSocketAddress] = []
        for part in parts {
            do throws(WebSocketAddressFlaw) {
                servers.append(try .lobby(at: String(part)))
            } catch {
                throw .server(error)
            }
        }
        return servers
    }
}

package enum OptionValue: Hashable, Sendable {
    case isOn(Bool)
    case number(Int)
    case text(String)
    case theme(Theme)
    case key(BindableAction, KeyStroke)
    case name(PlayerName)
    case servers([WebSocketAddress])
    case endpoint(ListenEndpoint)
    case addresses(AddressRange)
}

/// The reason why a text is not a valid value.
package enum ValueFlaw: Error, Hashable, Sendable {
    case empty
    case notYesOrNo
    case notNumber(ClosedRange<Int>)
    case notAmong([String])
    case name(NameFlaw)
    case server(WebSocketAddressFlaw)
    case tooManyServers
    case badEndpoint
    case badAppName
    case badAddresses
    case badOrigin
    case badRedisAddress
    case badBinding
    case unknownAction(String)
    case unknownKey(String)
    case keyTaken(KeyStroke, by: String)
}
