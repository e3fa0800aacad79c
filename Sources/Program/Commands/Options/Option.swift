package import Drawing
package import Lobby
package import SimperiumWebWire

/// An option of the command line, and what is known of it everywhere: in `--help`, the manual, the
/// completions, the environment and the configuration file.
package struct Option: Hashable, Sendable {
    /// Where an option may be given.
    enum Scope: Hashable, Sendable {
        /// Everywhere: it is how a person wants things to be.
        case setting
        /// On the command line only: it is what a person wants now.
        case request
    }

    package let name: String
    let form: OptionForm
    let summary: String
    let letter: Character?
    let scope: Scope
    let isRepeatable: Bool
    /// The value that holds if nothing is said.
    let standard: String?
    /// What holds then, in words, where it depends on something else.
    let usual: String?

    init(
        _ name: String, _ form: OptionForm, summary: String, letter: Character? = nil,
        scope: Scope = .setting, isRepeatable: Bool = false, standard: String? = nil,
        usual: String? = nil
    ) {
        self.name = name
        self.form = form
        self.summary = summary
        self.letter = letter
        self.scope = scope
        self.isRepeatable = isRepeatable
        self.standard = standard
        self.usual = usual
    }

    /// The variable of the environment that sets it.
    package var variable: String {
        "TICTACTOE_" + name.uppercased().map { $0 == "-" ? "_" : $0 }
    }

    /// What holds if nothing is said, for people.
    var usualWords: String? {
        if case .onOff(let isUsual) = form { return usual ?? (isUsual ? "yes" : "no") }
        return standard ?? usual
    }

    /// The flag that is worth telling: the one that changes something.
    package var flag: String {
        form == .onOff(usually: true) ? "--no-\(name)" : "--\(name)"
    }

    /// The flag with its letter and with what stands behind it.
    package var usage: String { usage(with: form.placeholder) }

    /// The flag with its letter and a placeholder; nil if the option takes no value.
    func usage(with placeholder: String?) -> String {
        let short = letter.map { "-\($0), " } ?? ""
        return short + flag + (placeholder.map { " \($0)" } ?? "")
    }
}

/// What may stand behind an option.
package enum OptionForm: Hashable, Sendable {
    /// Nothing, or yes or no. `--no-` before the name turns it round.
    case onOff(usually: Bool)
    case number(ClosedRange<Int>)
    case oneOf([String])
    /// One that comes with the program, or a file.
    case theme
    /// What a key is to do.
    case key
    case name
    /// A server, as a URL or just as a host.
    case server
    /// Where to listen.
    case endpoint
    /// An app of the server.
    case app
    /// An address, or all that begin alike.
    case addresses
    /// Where the pages of a site are, as browsers write it.
    case origin
    case file
    /// A file, the word `memory`, or an engine that many servers share.
    case store
}

extension OptionForm {
    /// The word that stands for the value in a manual.
    var placeholder: String? {
        switch self {
        case .onOff: nil
        case .number: PlaceholderWords.number
        case .oneOf(let words): words.joined(separator: "|")
        case .theme: PlaceholderWords.theme
        case .key: PlaceholderWords.binding
        case .name, .app: PlaceholderWords.name
        case .server: PlaceholderWords.url
        case .endpoint: PlaceholderWords.address
        case .addresses: PlaceholderWords.addresses
        case .origin: PlaceholderWords.origin
        case .file: PlaceholderWords.file
        case .store: "\(PlaceholderWords.file)|memory"
        }
    }

    /// All the words there are, where they can be counted.
    var words: [String] {
        switch self {
        case .oneOf(let words): words
        case .theme: Theme.builtIn.map(\.name)
        case .store: ["memory"]
        case .onOff, .number, .key, .name, .server, .endpoint, .app, .addresses, .origin, .file: []
        }
    }

    /// Whether a shell may offer the names of files.
    var namesFile: Bool { self == .file || self == .store }

    /// The value that a text stands for.
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
            let (purpose, stroke) = try KeyPurpose.binding(text)
            return .key(purpose, stroke)
        case .name:
            do throws(NameFlaw) { return .name(try PlayerName(text)) } catch { throw .name(error) }
        case .server: return .servers(try Self.servers(text))
        case .endpoint: return .endpoint(try Endpoint(text))
        case .app:
            guard Self.isAppName(text) else { throw .badAppName }
            return .text(text)
        case .addresses:
            guard let range = AddressRange(text[...]) else { throw .badAddresses }
            return .addresses(range)
        case .origin:
            guard PageOrigin(text[...]) != nil else { throw .badOrigin }
            return .text(text)
        case .file:
            guard !text.isEmpty else { throw .empty }
            return .text(text)
        case .store:
            guard !text.isEmpty else { throw .empty }
            if EngineAddress.isMeant(by: text), EngineAddress(text) == nil { throw .badEngine }
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

    /// A server, or one server's addresses behind commas.
    private static func servers(_ text: String) throws(ValueFlaw) -> [WebAddress] {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= LobbyOptions.mostServers else { throw .tooManyServers }
        var servers: [WebAddress] = []
        for part in parts {
            do throws(WebAddress.Flaw) {
                servers.append(try .lobby(at: String(part)))
            } catch {
                throw .server(error)
            }
        }
        return servers
    }

    private static func isAppName(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                let letter = byte | 0x20
                return (0x61...0x7A).contains(letter) || (0x30...0x39).contains(byte)
                    || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
            }
    }
}

/// What an option was given.
package enum OptionValue: Hashable, Sendable {
    case isOn(Bool)
    case number(Int)
    case text(String)
    case theme(Theme)
    case key(KeyPurpose, KeyStroke)
    case name(PlayerName)
    case servers([WebAddress])
    case endpoint(Endpoint)
    case addresses(AddressRange)
}

/// Why a text is no value of an option.
package enum ValueFlaw: Error, Hashable, Sendable {
    case empty
    case notYesOrNo
    case notNumber(ClosedRange<Int>)
    case notAmong([String])
    case name(NameFlaw)
    case server(WebAddress.Flaw)
    case tooManyServers
    case badEndpoint
    case badAppName
    case badAddresses
    case badOrigin
    case badEngine
    case badBinding
    case unknownPurpose(String)
    case unknownKey(String)
    case keyTaken(KeyStroke, by: String)
}
