internal import Game

/// A word that may follow a command, as `--help` lists it.
struct CommandChoice: Hashable, Sendable {
    let word: String
    /// The placeholders of the words that follow; nil if there are none.
    let operand: String?
    let summary: String

    init(_ word: String, _ operand: String? = nil, summary: String) {
        self.word = word
        self.operand = operand
        self.summary = summary
    }

    var usage: String { operand.map { "\(word) \($0)" } ?? word }

    /// A topic of `tictactoe help` that is not a page of the manual.
    static let keys = CommandChoice("keys", summary: ActionSummaryWords.ManualPages.keys)
}

extension CommandName {
    /// The words that may follow the command, if they are a fixed set; otherwise empty.
    var choices: [CommandChoice] {
        switch self {
        case .account: AccountOptions.Action.allCases.map(\.choice)
        case .accounts: AccountsOptions.Action.allCases.map(\.choice)
        case .ban: BanOptions.Action.allCases.map(\.choice)
        case .bot: Bot.allCases.map(\.choice)
        case .completions: ShellName.allCases.map(\.choice)
        case .games: GamesOptions.Action.allCases.map(\.choice)
        case .help:
            ManualPage.allCases.map { CommandChoice($0.topic, summary: $0.summary) } + [.keys]
        case .manual: ManualPage.allCases.map { CommandChoice($0.rawValue, summary: $0.summary) }
        case .play, .join, .watch, .players, .stats, .friends, .status, .local, .puzzle, .replay,
            .export, .serve, .background, .backup, .copy, .door, .doctor:
            []
        }
    }

    /// The placeholders in the usage line, each with its explanation.
    var arguments: [CommandChoice] {
        switch self {
        case .join:
            [CommandChoice(PlaceholderWords.code, summary: ActionSummaryWords.Arguments.code)]
        case .watch:
            [
                CommandChoice(PlaceholderWords.name, summary: ActionSummaryWords.Arguments.player),
                CommandChoice(PlaceholderWords.match, summary: ActionSummaryWords.Arguments.match),
            ]
        case .replay, .export:
            [
                CommandChoice(
                    PlaceholderWords.roundName, summary: ActionSummaryWords.Arguments.round),
                CommandChoice(
                    PlaceholderWords.file, summary: ActionSummaryWords.Arguments.roundFile),
                CommandChoice(
                    PlaceholderWords.standardInput,
                    summary: ActionSummaryWords.Arguments.standardInput),
            ]
        case .backup:
            [CommandChoice(PlaceholderWords.file, summary: ActionSummaryWords.Arguments.backup)]
        case .copy:
            [
                CommandChoice(
                    PlaceholderWords.copyFrom, summary: ActionSummaryWords.Arguments.store),
                CommandChoice(PlaceholderWords.copyTo, summary: ActionSummaryWords.Arguments.copy),
            ]
        case .ban:
            [
                CommandChoice(
                    PlaceholderWords.banTarget, summary: ActionSummaryWords.Arguments.target),
                CommandChoice(PlaceholderWords.banEnd, summary: ActionSummaryWords.Arguments.until),
                CommandChoice(
                    PlaceholderWords.banReason, summary: ActionSummaryWords.Arguments.reason),
            ]
        case .help:
            [CommandChoice(PlaceholderWords.command, summary: ActionSummaryWords.Arguments.command)]
        default: []
        }
    }

    /// The heading above the choices.
    var headingOfChoices: String {
        switch self {
        case .bot: HelpWords.levels
        case .completions: HelpWords.shells
        case .help: HelpWords.topics
        case .manual: HelpWords.pages
        default: HelpWords.actions
        }
    }

    /// An example to try.
    var example: String {
        switch self {
        case .play: ExampleWords.play
        case .join: ExampleWords.join
        case .watch: ExampleWords.watch
        case .players: ExampleWords.players
        case .account: ExampleWords.account
        case .stats: ExampleWords.stats
        case .friends: ExampleWords.friends
        case .games: ExampleWords.games
        case .status: ExampleWords.status
        case .local: ExampleWords.local
        case .bot: ExampleWords.bot
        case .puzzle: ExampleWords.puzzle
        case .replay: ExampleWords.replay
        case .export: ExampleWords.export
        case .serve: ExampleWords.serve
        case .background: ExampleWords.background
        case .backup: ExampleWords.backup
        case .copy: ExampleWords.copy
        case .accounts: ExampleWords.accounts
        case .ban: ExampleWords.ban
        case .door: ExampleWords.door
        case .doctor: ExampleWords.doctor
        case .completions: ExampleWords.completions
        case .manual: ExampleWords.manual
        case .help: ExampleWords.help
        }
    }
}

/// The texts about an option in the help for one command.
struct OptionHelpTexts: Hashable, Sendable {
    /// The placeholder of the value; nil if the option takes no value.
    var placeholder: String?
    var summary: String
    /// The default; nil if there is none.
    var usual: String?
}

extension CommandName {
    /// Returns the texts about an option. For some options, they depend on the command.
    func texts(of option: Option) -> OptionHelpTexts {
        var texts = option.texts
        switch (self, option) {
        case (.stats, .server), (.friends, .server), (.puzzle, .server), (.replay, .server),
            (.export, .server):
            texts.summary = OptionWords.CommandSpecific.accountServer
        case (.serve, .server): texts.summary = OptionWords.CommandSpecific.serveServer
        case (.serve, .port): texts.summary = OptionWords.CommandSpecific.servePort
        case (.accounts, .app):
            texts.summary = OptionWords.CommandSpecific.accountsApp
            texts.usual = OptionWords.Defaults.accountsApp
        case (.accounts, .passwordFile):
            texts.summary = OptionWords.CommandSpecific.accountsPassword
            texts.usual = OptionWords.Defaults.accountsPassword
        case (.accounts, .port): texts.summary = OptionWords.CommandSpecific.accountsPort
        case (.accounts, .listen):
            texts.summary = OptionWords.CommandSpecific.accountsListen
            texts.usual = OptionWords.Defaults.accountsListen
        case (.accounts, .store):
            texts.placeholder = PlaceholderWords.file
            texts.summary = OptionWords.CommandSpecific.accountsStore
        case (.backup, .store):
            texts.placeholder = PlaceholderWords.file
            texts.summary = OptionWords.CommandSpecific.backupStore
        case (.doctor, .store):
            texts.placeholder = PlaceholderWords.file
            texts.summary = OptionWords.CommandSpecific.doctorStore
            texts.usual = nil
        case (.ban, .bans):
            texts.summary = OptionWords.CommandSpecific.banBans
            texts.usual = nil
        case (.ban, .store):
            texts.placeholder = PlaceholderWords.engine
            texts.summary = OptionWords.CommandSpecific.banStore
            texts.usual = nil
        case (.serve, .record), (.door, .record):
            texts.placeholder = PlaceholderWords.directory
            texts.summary = OptionWords.CommandSpecific.serveRecord
        default: break
        }
        return texts
    }
}

extension Option {
    /// The texts of the option for most commands.
    var texts: OptionHelpTexts {
        OptionHelpTexts(placeholder: form.placeholder, summary: summary, usual: standard ?? usual)
    }
}

extension AccountOptions.Action {
    fileprivate var choice: CommandChoice {
        let name = "[\(PlaceholderWords.name)]"
        let code = "[\(PlaceholderWords.code)]"
        return switch self {
        case .signup: CommandChoice(rawValue, name, summary: ActionSummaryWords.Account.signup)
        case .signin: CommandChoice(rawValue, name, summary: ActionSummaryWords.Account.signin)
        case .signout: CommandChoice(rawValue, summary: ActionSummaryWords.Account.signout)
        case .link: CommandChoice(rawValue, code, summary: ActionSummaryWords.Account.link)
        case .sessions:
            CommandChoice(
                rawValue, "[end \(PlaceholderWords.session)]",
                summary: ActionSummaryWords.Account.sessions)
        case .password: CommandChoice(rawValue, summary: ActionSummaryWords.Account.password)
        case .reset: CommandChoice(rawValue, name, summary: ActionSummaryWords.Account.reset)
        case .delete: CommandChoice(rawValue, summary: ActionSummaryWords.Account.delete)
        case .show: CommandChoice(rawValue, summary: ActionSummaryWords.Account.show)
        }
    }
}

extension AccountsOptions.Action {
    fileprivate var choice: CommandChoice {
        let name = PlaceholderWords.name
        return switch self {
        case .list: CommandChoice(rawValue, summary: ActionSummaryWords.Accounts.list)
        case .add: CommandChoice(rawValue, name, summary: ActionSummaryWords.Accounts.add)
        case .lock: CommandChoice(rawValue, name, summary: ActionSummaryWords.Accounts.lock)
        case .unlock: CommandChoice(rawValue, name, summary: ActionSummaryWords.Accounts.unlock)
        case .reset: CommandChoice(rawValue, name, summary: ActionSummaryWords.Accounts.reset)
        case .delete: CommandChoice(rawValue, name, summary: ActionSummaryWords.Accounts.delete)
        case .keys: CommandChoice(rawValue, summary: ActionSummaryWords.Accounts.keys)
        case .import:
            CommandChoice(
                rawValue, "\(name) \(PlaceholderWords.file)",
                summary: ActionSummaryWords.Accounts.importNotes)
        case .export:
            CommandChoice(
                rawValue, "\(name) \(PlaceholderWords.file)",
                summary: ActionSummaryWords.Accounts.exportNotes)
        }
    }
}

extension BanOptions.Action {
    fileprivate var choice: CommandChoice {
        let target = PlaceholderWords.banTarget
        return switch self {
        case .add:
            CommandChoice(rawValue, PlaceholderWords.ban, summary: ActionSummaryWords.Ban.add)
        case .remove: CommandChoice(rawValue, target, summary: ActionSummaryWords.Ban.remove)
        case .list: CommandChoice(rawValue, summary: ActionSummaryWords.Ban.list)
        }
    }
}

extension GamesOptions.Action {
    fileprivate var choice: CommandChoice {
        let number = PlaceholderWords.number
        return switch self {
        case .new:
            CommandChoice(rawValue, PlaceholderWords.name, summary: ActionSummaryWords.Games.new)
        case .accept: CommandChoice(rawValue, number, summary: ActionSummaryWords.Games.accept)
        case .decline: CommandChoice(rawValue, number, summary: ActionSummaryWords.Games.decline)
        case .show: CommandChoice(rawValue, number, summary: ActionSummaryWords.Games.show)
        case .move:
            CommandChoice(
                rawValue, "\(number) \(PlaceholderWords.square)",
                summary: ActionSummaryWords.Games.move)
        }
    }
}

extension Bot {
    fileprivate var choice: CommandChoice {
        switch self {
        case .easy: CommandChoice(rawValue, summary: ActionSummaryWords.Bot.easy)
        case .medium: CommandChoice(rawValue, summary: ActionSummaryWords.Bot.medium)
        case .hard: CommandChoice(rawValue, summary: ActionSummaryWords.Bot.hard)
        case .perfect: CommandChoice(rawValue, summary: ActionSummaryWords.Bot.perfect)
        }
    }
}

extension ShellName {
    fileprivate var choice: CommandChoice {
        switch self {
        case .bash: CommandChoice(rawValue, summary: ActionSummaryWords.Shells.bash)
        case .zsh: CommandChoice(rawValue, summary: ActionSummaryWords.Shells.zsh)
        case .fish: CommandChoice(rawValue, summary: ActionSummaryWords.Shells.fish)
        }
    }
}
