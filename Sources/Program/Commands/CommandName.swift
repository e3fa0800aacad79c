internal import Game
internal import Wording

/// A command by the word that calls it, and what may stand behind the word.
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
    /// A server that was started by a player's program, at a socket that it left to it.
    case background
    case backup
    /// What moves a server to an engine that many share, and back.
    case copy
    /// What the operator does to people's accounts.
    case accounts
    /// Whom a host keeps out.
    case ban
    case door
    case load
    case doctor
    case completions
    case manual
    case help

    var summary: String {
        switch self {
        case .play: CommandWords.play
        case .join: CommandWords.join
        case .watch: CommandWords.watch
        case .players: CommandWords.players
        case .account: CommandWords.account
        case .stats: CommandWords.stats
        case .friends: CommandWords.friends
        case .games: CommandWords.games
        case .status: CommandWords.status
        case .local: CommandWords.local
        case .bot: CommandWords.bot
        case .puzzle: CommandWords.puzzle
        case .replay: CommandWords.replay
        case .export: CommandWords.export
        case .serve: CommandWords.serve
        case .background: CommandWords.background
        case .backup: CommandWords.backup
        case .copy: CommandWords.copy
        case .accounts: CommandWords.accounts
        case .ban: CommandWords.ban
        case .door: CommandWords.door
        case .load: CommandWords.load
        case .doctor: CommandWords.doctor
        case .completions: CommandWords.completions
        case .manual: CommandWords.manual
        case .help: CommandWords.help
        }
    }

    /// What may stand behind the word, as a manual writes it. In brackets: or not.
    var operand: String? {
        switch self {
        case .join: PlaceholderWords.code
        case .watch: "[\(PlaceholderWords.nameOrMatch)]"
        case .account: "[\(PlaceholderWords.action) [\(PlaceholderWords.nameOrCode)]]"
        case .stats: "[\(PlaceholderWords.name)]"
        case .games: "[\(PlaceholderWords.action) [\(PlaceholderWords.name)]]"
        case .bot: "[\(PlaceholderWords.level)]"
        case .replay, .export: "[\(PlaceholderWords.round)]"
        case .backup: PlaceholderWords.file
        case .copy: PlaceholderWords.copy
        case .accounts: PlaceholderWords.accountAction
        case .ban: PlaceholderWords.banAction
        case .completions: PlaceholderWords.shell
        case .manual: PlaceholderWords.page
        case .help: "[\(PlaceholderWords.command)]"
        case .play, .players, .friends, .status, .local, .puzzle, .serve, .background, .door, .load,
            .doctor:
            nil
        }
    }

    /// How many words may stand there.
    var mostOperands: Int {
        switch self {
        case .accounts, .account, .games, .copy: 2
        case .ban: 100
        case .play, .join, .watch, .players, .stats, .friends, .status, .local, .bot, .puzzle,
            .replay,
            .export, .serve, .background, .backup, .door, .load, .doctor, .completions, .manual,
            .help:
            operand == nil ? 0 : 1
        }
    }

    /// All the words that may stand there, where they can be counted.
    var operandWords: [String] {
        switch self {
        case .account: AccountOptions.Action.allCases.map(\.rawValue)
        case .bot: Bot.allCases.map(\.rawValue)
        case .accounts: AccountsOptions.Action.allCases.map(\.rawValue)
        case .games: GamesOptions.Action.allCases.map(\.rawValue)
        case .ban: BanOptions.Action.allCases.map(\.rawValue)
        case .completions: ShellName.allCases.map(\.rawValue)
        case .manual: ManualPage.allCases.map(\.rawValue)
        case .help: CommandName.shown.map(\.rawValue)
        case .play, .join, .watch, .players, .stats, .friends, .status, .local, .puzzle, .replay,
            .export, .serve,
            .background, .backup, .copy, .door, .load, .doctor:
            []
        }
    }

    /// The options that mean something to it, without those that all commands have.
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
        case .games: Self.lobby + [.insecureAccount, .days, .json]
        case .status: Self.lobby + [.insecureAccount, .short]
        case .local: [.quick] + Self.screen
        case .bot: [.demo, .quick] + Self.screen
        case .puzzle: Self.copies + Self.screen
        case .replay: Self.copies + Self.screen
        case .export: Self.copies + [.format]
        case .serve:
            [.listen, .port, .ssh, .door] + Self.server + [.newKeys, .new] + Self.guests
                + [.record, .status, .stop]
        case .background: Self.server
        case .backup: [.store]
        case .copy: [.storePasswordFile, .storeAuthorities]
        case .accounts: [.listen, .port, .store, .keys, .json]
        case .ban: [.bans, .store, .storePasswordFile, .storeAuthorities]
        case .door: [.ssh] + Self.guests + Self.lobby + [.trustedProxy, .log, .record]
        case .load:
            Self.lobby + [
                .players, .watchers, .movesPerSecond, .breaksPerMinute, .seconds, .json,
            ]
        case .doctor: Self.lobby + [.replay]
        case .completions, .manual, .help: []
        }
    }

    /// Those that it goes by, as they are said for all commands, but does not take itself.
    var silentOptions: [Option] { self == .bot ? [.server, .port] : [] }

    /// The options that all commands have.
    static let commonOptions: [Option] = [.config, .help]
    /// Those that people are told of.
    static let shown = allCases.filter { $0 != .manual && $0 != .background }
    /// Those that say whose copies of an account are meant.
    private static let copies: [Option] = [.server, .port]
    private static let lobby: [Option] = [.server, .port, .lobbyTokenFile]
    private static let screen: [Option] = [
        .theme, .key, .keypad, .ascii, .color, .mouse, .motion, .plain, .quiet, .record,
    ]
    private static let server: [Option] = [
        .store, .storePasswordFile, .storeAuthorities, .storeReplicas, .storeMayForget, .app,
        .firehose,
        .tlsCert, .tlsKey, .lobbyTokenFile,
        .log, .idleExit, .maxConnections, .maxPerAddress, .hallSize, .plainClients, .maxMemory,
        .trustedProxy, .allowOrigin, .keys,
    ]
    private static let guests: [Option] = [
        .hostKey, .bans, .doorTokenFile, .maxGuests, .maxGuestsPerAddress,
    ]
}

extension Option {
    /// Every option there is, in the order in which the commands name them.
    static let all: [Option] = {
        var all: [Option] = []
        for option in CommandName.allCases.flatMap(\.options) + CommandName.commonOptions
            + [.version]
        where !all.contains(option) {
            all.append(option)
        }
        return all
    }()

    /// What can be set once for all.
    package static let settings = all.filter { $0.scope == .setting }
}
