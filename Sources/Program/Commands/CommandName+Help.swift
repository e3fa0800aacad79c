internal import Game

/// A word that may follow a command, as `--help` lists it.
struct CommandOperandHelp: Hashable, Sendable {
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
    static let keys = CommandOperandHelp("keys", summary: ActionSummaryWords.ManualPages.keys)
}

extension CommandName {
    /// The words that may follow the command, if they are a fixed set; otherwise empty.
    var choices: [CommandOperandHelp] {
        switch self {
        case .account: AccountOptions.Action.allCases.map(\.choice)
        case .accounts: AccountsOptions.Action.allCases.map(\.choice)
        case .ban: BanOptions.Action.allCases.map(\.choice)
        case .bot: Bot.allCases.map(\.choice)
        case .completions: ShellName.allCases.map(\.choice)
        case .games: GamesOptions.CorrespondenceAction.allCases.map(\.choice)
        case .help:
            ManualPage.allCases.map { CommandOperandHelp($0.topic, summary: $0.summary) } + [.keys]
        case .manual:
            ManualPage.allCases.map { CommandOperandHelp($0.rawValue, summary: $0.summary) }
        case .play, .join, .watch, .players, .stats, .friends, .status, .local, .puzzle, .replay,
            .export, .serve, .background, .backup, .copy, .door, .doctor:
            []
        }
    }

    /// The placeholders in the usage line, each with its explanation.
    var arguments: [CommandOperandHelp] {
        switch self {
        case .join:
            [CommandOperandHelp(PlaceholderWords.code, summary: ActionSummaryWords.Arguments.code)]
        case .watch:
            [
                CommandOperandHelp(
                    PlaceholderWords.name, summary: ActionSummaryWords.Arguments.player),
                CommandOperandHelp(
                    PlaceholderWords.match, summary: ActionSummaryWords.Arguments.match),
            ]
        case .replay, .export:
            [
                CommandOperandHelp(
                    PlaceholderWords.roundName, summary: ActionSummaryWords.Arguments.round),
                CommandOperandHelp(
                    PlaceholderWords.file, summary: ActionSummaryWords.Arguments.roundFile),
                CommandOperandHelp(
                    PlaceholderWords.standardInput,
                    summary: ActionSummaryWords.Arguments.standardInput),
            ]
        case .backup:
            [
                CommandOperandHelp(
                    PlaceholderWords.file, summary: ActionSummaryWords.Arguments.backup)
            ]
        case .copy:
            [
                CommandOperandHelp(
                    PlaceholderWords.copyFrom, summary: ActionSummaryWords.Arguments.store),
                CommandOperandHelp(
                    PlaceholderWords.copyTo, summary: ActionSummaryWords.Arguments.copy),
            ]
        case .ban:
            [
                CommandOperandHelp(
                    PlaceholderWords.banTarget, summary: ActionSummaryWords.Arguments.target),
                CommandOperandHelp(
                    PlaceholderWords.banEnd, summary: ActionSummaryWords.Arguments.until),
                CommandOperandHelp(
                    PlaceholderWords.banReason, summary: ActionSummaryWords.Arguments.reason),
            ]
        case .help:
            [
                CommandOperandHelp(
                    PlaceholderWords.command, summary: ActionSummaryWords.Arguments.command)
            ]
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
            texts.usual = OptionWords.ContextDependentDefaults.accountsApp
        case (.accounts, .passwordFile):
            texts.summary = OptionWords.CommandSpecific.accountsPassword
            texts.usual = OptionWords.ContextDependentDefaults.accountsPassword
        case (.accounts, .port): texts.summary = OptionWords.CommandSpecific.accountsPort
        case (.accounts, .listen):
            texts.summary = OptionWords.CommandSpecific.accountsListen
            texts.usual = OptionWords.ContextDependentDefaults.accountsListen
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
    fileprivate var choice: CommandOperandHelp {
        let name = "[\(PlaceholderWords.name)]"
        let code = "[\(PlaceholderWords.code)]"
        return switch self {
        case .signup: CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Account.signup)
        case .signin: CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Account.signin)
        case .signout: CommandOperandHelp(rawValue, summary: ActionSummaryWords.Account.signout)
        case .link: CommandOperandHelp(rawValue, code, summary: ActionSummaryWords.Account.link)
        case .sessions:
            CommandOperandHelp(
                rawValue, "[end \(PlaceholderWords.session)]",
                summary: ActionSummaryWords.Account.sessions)
        case .password: CommandOperandHelp(rawValue, summary: ActionSummaryWords.Account.password)
        case .reset: CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Account.reset)
        case .delete: CommandOperandHelp(rawValue, summary: ActionSummaryWords.Account.delete)
        case .show: CommandOperandHelp(rawValue, summary: ActionSummaryWords.Account.show)
        }
    }
}

extension AccountsOptions.Action {
    fileprivate var choice: CommandOperandHelp {
        let name = PlaceholderWords.name
        return switch self {
        case .list: CommandOperandHelp(rawValue, summary: ActionSummaryWords.Accounts.list)
        case .add: CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Accounts.add)
        case .lock: CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Accounts.lock)
        case .unlock:
            CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Accounts.unlock)
        case .reset: CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Accounts.reset)
        case .delete:
            CommandOperandHelp(rawValue, name, summary: ActionSummaryWords.Accounts.delete)
        case .keys: CommandOperandHelp(rawValue, summary: ActionSummaryWords.Accounts.keys)
        case .import:
            CommandOperandHelp(
                rawValue, "\(name) \(PlaceholderWords.file)",
                summary: ActionSummaryWords.Accounts.importNotes)
        case .export:
            CommandOperandHelp(
                rawValue, "\(name) \(PlaceholderWords.file)",
                summary: ActionSummaryWords.Accounts.exportNotes)
        }
    }
}

extension BanOptions.Action {
    fileprivate var choice: CommandOperandHelp {
        let target = PlaceholderWords.banTarget
        return switch self {
        case .add:
            CommandOperandHelp(rawValue, PlaceholderWords.ban, summary: ActionSummaryWords.Ban.add)
        case .remove: CommandOperandHelp(rawValue, target, summary: ActionSummaryWords.Ban.remove)
        case .list: CommandOperandHelp(rawValue, summary: ActionSummaryWords.Ban.list)
        }
    }
}

extension GamesOptions.CorrespondenceAction {
    fileprivate var choice: CommandOperandHelp {
        let number = PlaceholderWords.number
        return switch self {
        case .new:
            CommandOperandHelp(
                rawValue, PlaceholderWords.name, summary: ActionSummaryWords.Games.new)
        case .accept: CommandOperandHelp(rawValue, number, summary: ActionSummaryWords.Games.accept)
        case .decline:
            CommandOperandHelp(rawValue, number, summary: ActionSummaryWords.Games.decline)
        case .show: CommandOperandHelp(rawValue, number, summary: ActionSummaryWords.Games.show)
        case .move:
            CommandOperandHelp(
                rawValue, "\(number) \(PlaceholderWords.square)",
                summary: ActionSummaryWords.Games.move)
        }
    }
}

extension Bot {
    fileprivate var choice: CommandOperandHelp {
        switch self {
        case .easy: CommandOperandHelp(rawValue, summary: ActionSummaryWords.BotLevels.easy)
        case .medium: CommandOperandHelp(rawValue, summary: ActionSummaryWords.BotLevels.medium)
        case .hard: CommandOperandHelp(rawValue, summary: ActionSummaryWords.BotLevels.hard)
        case .perfect: CommandOperandHelp(rawValue, summary: ActionSummaryWords.BotLevels.perfect)
        }
    }
}

extension ShellName {
    fileprivate var choice: CommandOperandHelp {
        switch self {
        case .bash:
            CommandOperandHelp(rawValue, summary: ActionSummaryWords.CompletionInstallAdvice.bash)
        case .zsh:
            CommandOperandHelp(rawValue, summary: ActionSummaryWords.CompletionInstallAdvice.zsh)
        case .fish:
            CommandOperandHelp(rawValue, summary: ActionSummaryWords.CompletionInstallAdvice.fish)
        }
    }
}
