extension Manual {
    private typealias Page = GameManualPage

    private static let commands: [CommandName] = [
        .play, .join, .watch, .players, .account, .stats, .friends, .games, .status, .local, .bot,
        .puzzle,
        .replay,
        .export, .doctor,
        .completions, .help,
    ]

    /// The options of the commands on this page, each once.
    private static let options = Option.all.filter { option in
        commands.contains { $0.options.contains(option) }
            || CommandName.commonOptions.contains(option) || option == .version
    }

    /// Returns the source of tictactoe(6), the page of the game.
    static func gamePage(_ keys: [KeyManualSection]) -> String {
        let rest = matches + accounts + modes + recordings + surroundings + examples
        return ([upToKeys.source] + keys.map(keySubsection) + [rest.source]).joined(separator: "\n")
    }

    private static let upToKeys: [ManualBlock] = [
        .name("tictactoe", summary: Page.summary),
        .heading(ManualHeadings.synopsis),
        .text(".Nm\n.Op Ar \(Page.command)\n.Op Ar \(Page.option) ..."),
        .heading(ManualHeadings.description),
        .paragraphs(Page.description),
        .heading(ManualHeadings.commands),
        .text(commandList(commands)),
        .paragraph(Page.operatorsCommands),
        .heading(ManualHeadings.options),
        .text(Page.options),
        .text(optionList(options)),
        .heading(ManualHeadings.keys),
        .text(Page.keys),
    ]

    private static let matches: [ManualBlock] = [
        .heading(Page.Matches.heading),
        .paragraphs(Page.Matches.texts),
    ]

    private static let accounts: [ManualBlock] = [
        .heading(Page.Accounts.heading),
        .text(Page.Accounts.introduction),
        .items([
            ("Cm signup Op \(name)", Page.Accounts.signup),
            ("Cm signin Op \(name)", Page.Accounts.signin),
            ("Cm signout", Page.Accounts.signout),
            ("Cm link", Page.Accounts.link),
            ("Cm link Ar \(PlaceholderWords.code)", Page.Accounts.linkByCode),
            ("Cm sessions", Page.Accounts.sessions),
            ("Cm sessions end Ar \(PlaceholderWords.session)", Page.Accounts.endSession),
            ("Cm password", Page.Accounts.password),
            ("Cm reset Op \(name)", Page.Accounts.reset),
            ("Cm delete", Page.Accounts.delete),
            ("Cm show", Page.Accounts.show),
        ]),
        .moreParagraphs(Page.Accounts.texts),
    ]
    private static var name: String { "Ar \(PlaceholderWords.name)" }

    private static let modes: [ManualBlock] = [
        .heading(Page.TextMode.heading),
        .text(Page.TextMode.text),
        .heading(Page.Correspondence.heading),
        .paragraphs(Page.Correspondence.texts),
        .heading(Page.Puzzles.heading),
        .text(Page.Puzzles.text),
    ]

    private static let recordings: [ManualBlock] = [
        .heading(Page.RoundReplays.heading),
        .text(Page.RoundReplays.keys),
        .bullets(Page.RoundReplays.values),
        .paragraph(Page.RoundReplays.commands),
        .heading(ManualHeadings.recordings),
        .text(Page.Recordings.introduction),
        .commands(["tictactoe doctor \\-\\-replay \(PlaceholderWords.file)"]),
        .paragraph(Page.Recordings.replay),
    ]

    private static let surroundings: [ManualBlock] = [
        .heading(ManualHeadings.signals),
        .items([("Dv SIGUSR2", Page.reload)], width: "SIGUSR2"),
        .heading(ManualHeadings.environment),
        .text(Page.EnvironmentVariables.introduction),
        .text(definitionList(variables)),
        .heading(ManualHeadings.files),
        .text(definitionList(files)),
        .subheading(ManualHeadings.powerCut),
        .text(Page.PowerCutLosses.introduction),
        .items([
            ("the accounts in Pa ~/.local/share/tictactoe", Page.PowerCutLosses.accounts),
            ("Pa ~/.local/state/tictactoe/choices", Page.PowerCutLosses.choices),
            ("Pa ~/.local/state/tictactoe/seats", Page.PowerCutLosses.seats),
            ("a server in the background", Page.PowerCutLosses.backgroundServer),
            ("a recording, or the log", Page.PowerCutLosses.recordings),
        ]),
        .heading(ManualHeadings.exitStatus),
        .text(statusList(ExitStatus.allCases)),
        .paragraph(Page.signalStatus),
    ]

    private static let examples: [ManualBlock] = [
        .heading(ManualHeadings.examples),
        .text(Page.Examples.opponent),
        .commands(["tictactoe"]),
        .paragraph(Page.Examples.friend),
        .commands(["tictactoe \\-\\-server play.example \\-\\-vs okafor"]),
        .paragraph(Page.Examples.code),
        .commands([CommandExampleWords.example(of: .join).escaped]),
        .paragraph(Page.Examples.series),
        .commands(["tictactoe play \\-\\-vs okafor \\-\\-clock 30 \\-\\-target 3"]),
        .paragraph(Page.Examples.count),
        .commands(["tictactoe players \\-\\-json | jq .free"]),
        .paragraph(Page.Examples.completions),
        .commands(["tictactoe completions bash >> ~/.bash_completion"]),
        .heading(ManualHeadings.seeAlso),
        .text(".Xr tictactoe 5 ,\n.Xr tictactoe-server 8"),
    ]

    private static func keySubsection(_ keys: KeyManualSection) -> String {
        // A key, or the first word of a heading, can be a macro of mandoc.
        let rows = keys.rows.map { (".It Ic \\&\($0.keys.escaped)", $0.meaning) }
        return ".Ss \\&\(keys.heading)\n\(definitionList(rows))"
    }

    private static let variables = [
        (".It Ev NO_COLOR", Page.EnvironmentVariables.noColor),
        (".It Ev TERM", Page.EnvironmentVariables.terminal),
        (".It Ev COLORTERM", Page.EnvironmentVariables.colours),
        (".It Ev LC_ALL , LC_CTYPE , LANG", Page.EnvironmentVariables.locale),
        (".It Ev USER , LOGNAME", Page.EnvironmentVariables.user),
        (".It Ev SSL_CERT_FILE", Page.EnvironmentVariables.authorities),
        (".It Ev TICTACTOE_CONFIG", Page.EnvironmentVariables.configuration),
        (
            ".It Ev XDG_CONFIG_HOME , XDG_DATA_HOME , XDG_STATE_HOME",
            Page.EnvironmentVariables.folders
        ),
        (".It Ev XDG_CONFIG_DIRS", Page.EnvironmentVariables.machineFolders),
    ]

    private static let files = [
        (".It Pa ~/.config/tictactoe/config", Page.Files.ownSettings),
        (".It Pa /etc/xdg/tictactoe/config", Page.Files.machineSettings),
        (".It Pa ~/.local/share/tictactoe", Page.Files.data),
        (".It Pa ~/.local/state/tictactoe/choices", Page.Files.choices),
        (".It Pa ~/.local/state/tictactoe/seats", Page.Files.seats),
        (".It Pa ~/.local/state/tictactoe/server.log", Page.Files.log),
    ]
}
