/// A command of the program. Raw values are the names on the command line.
package enum CommandName: String, Hashable, Sendable, CaseIterable {
    case play
    case join
    case watch
    case players
    case account
    case stats
    case friends
    case games
    case status
    case local
    case bot
    case puzzle
    case replay
    case export
    case serve
    /// Runs the server that a player's program starts, on a socket that the server inherits.
    case background
    case backup
    /// Copies a server's data to a different store.
    case copy
    /// Performs an operator's action on users' accounts.
    case accounts
    /// Prints or changes the ban list.
    case ban
    case door
    case doctor
    case completions
    case manual
    case help

    /// The placeholders of the command's operands, for a usage line; nil if there are none.
    /// Placeholders in brackets are optional.
    var operand: String? {
        switch self {
        case .join: "CODE"
        case .watch: "[NAME|MATCH]"
        case .account: "[ACTION [NAME|CODE]]"
        case .stats: "[NAME]"
        case .games: "[ACTION [NAME|N [SQUARE]]]"
        case .bot: "[LEVEL]"
        case .replay, .export: "[ROUND|FILE|-]"
        case .backup: "FILE"
        case .copy: "FROM TO"
        case .accounts: "ACTION [NAME [FILE]]"
        case .ban: "ACTION [TARGET [UNTIL] [REASON]]"
        case .completions: "SHELL"
        case .manual: "PAGE"
        case .help: "[COMMAND|TOPIC]"
        default: nil
        }
    }

    var maxOperandCount: Int {
        switch self {
        // `sessions end N`.
        case .account: 3
        // The reason of a ban may have many words.
        case .ban: 100
        default: operand?.split(separator: " ").count ?? 0
        }
    }

    /// The words that the first operand can be, if they are a fixed set; otherwise empty.
    var operandWords: [String] {
        (self == .help ? CommandName.shown.map(\.rawValue) : []) + choices.map(\.word)
    }

    /// The command's own options, without those that all commands share.
    var options: [Option] {
        switch self {
        case .play:
            [.vs, .clock, .target] + Self.lobby
                + [.insecureAccount, .name, .quick, .sound] + Self.screen
        case .join: Self.lobby + [.insecureAccount, .name, .quick, .sound] + Self.screen
        case .watch: Self.lobby + [.name, .json] + Self.screen
        case .players: Self.lobby + [.follow, .json]
        case .account: Self.lobby + [.insecureAccount, .passwordFile, .force]
        case .stats, .friends: Self.lobby + [.json]
        case .games: Self.lobby + [.insecureAccount, .days, .wait, .keypad, .json]
        case .status: Self.lobby + [.insecureAccount, .short]
        case .local: [.quick] + Self.screen
        case .bot: [.demo, .quick] + Self.screen
        case .puzzle, .replay: Self.accountServer + Self.screen
        case .export: Self.accountServer + [.format]
        case .serve:
            [.listen, .port, .ssh, .door] + Self.server + [.newKeys, .new] + Self.guests
                + [.record, .status, .stop, .server]
        case .background: Self.server
        case .backup: [.store, .keys]
        case .copy: [.storePasswordFile, .storeAuthorities]
        case .accounts: [.app, .listen, .port, .store, .keys, .passwordFile, .json]
        case .ban: [.bans, .store, .storePasswordFile, .storeAuthorities]
        case .door: [.ssh] + Self.guests + Self.lobby + [.trustedProxy, .log, .record]
        case .doctor: Self.lobby + [.store, .replay]
        case .completions, .manual, .help: []
        }
    }

    /// The options that the command uses besides its own: settings that it does not accept as
    /// flags, or common options.
    var implicitOptions: [Option] {
        switch self {
        // The menu of these games leads to the lobby.
        case .local, .bot, .puzzle:
            Self.lobby + [.insecureAccount, .name, .sound, .clock, .target]
        // The server's SSH door reads the same configuration file.
        case .serve: [.config]
        // A configuration file may name a Redis store. These options are then parsed with it.
        case .backup, .accounts: [.storePasswordFile, .storeAuthorities]
        default: []
        }
    }

    /// The options that all commands share.
    static let commonOptions: [Option] = [.config, .help]
    /// The commands that `--help` lists.
    package static let shown = allCases.filter { $0 != .manual && $0 != .background }
    /// The options that select the server of an account.
    private static let accountServer: [Option] = [.server, .port]
    private static let lobby: [Option] = [.server, .port, .lobbyTokenFile]
    private static let screen: [Option] = [
        .theme, .key, .keypad, .ascii, .color, .mouse, .motion, .notify, .links, .plain, .quiet,
        .record,
    ]
    private static let server: [Option] = [
        .store, .durability, .storePasswordFile, .storeAuthorities, .storeReplicas,
        .storeMayForget, .innerAddress, .app, .tlsCert, .tlsKey, .lobbyTokenFile, .log,
        .idleExit, .maxConnections, .maxPerAddress, .hallSize, .spread, .plainClients,
        .maxMemory, .trustedProxy, .allowOrigin, .keys,
    ]
    private static let guests: [Option] = [
        .hostKey, .bans, .doorTokenFile, .maxGuests, .maxGuestsPerAddress,
    ]
}

/// An action of a command, such as `add` of `ban`: the command's first operand.
protocol CommandAction: RawRepresentable, CaseIterable where RawValue == String {
    static var command: CommandName { get }
    /// The placeholders of the operands behind the action, those in brackets last, and the summary.
    var help: (operand: String?, summary: String) { get }
}

extension CommandAction {
    /// Throws if an operand behind the action is missing, or if there is one without a placeholder.
    func checkOperands(_ operands: some Collection<String>) throws(UsageError) {
        let placeholders = help.operand?.split(separator: " ").map(String.init) ?? []
        let required = placeholders.prefix { !$0.hasPrefix("[") }
        if operands.count < required.count {
            throw .missingOperand(required[operands.count], Self.command, action: rawValue)
        }
        if let surplus = operands.dropFirst(placeholders.count).first {
            throw .surplusOperand(surplus, Self.command, action: rawValue)
        }
    }
}

extension Option {
    /// All options, in the order of the commands' lists.
    static let all: [Option] = {
        var all: [Option] = []
        for option in CommandName.allCases.flatMap(\.options) + CommandName.commonOptions
            + [.version]
        where !all.contains(option) {
            all.append(option)
        }
        return all
    }()

    /// The options that an environment variable or a configuration file can set.
    package static let settings = all.filter { !$0.isCommandLineOnly }
}
