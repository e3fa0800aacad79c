internal import Wording

extension Manual {
    private typealias Page = GamePage

    private static let commands: [CommandName] = [
        .play, .join, .watch, .players, .account, .stats, .friends, .games, .status, .local, .bot,
        .puzzle,
        .replay,
        .export, .doctor,
        .completions, .help,
    ]

    /// The options of these commands, each told once.
    private static let options = Option.all.filter { option in
        commands.contains { $0.options.contains(option) }
            || CommandName.commonOptions.contains(option) || option == .version
    }

    /// tictactoe(6): the game.
    static func game(_ keys: [KeyChapter]) -> String {
        ([upToKeys.source] + keys.map(chapter) + [(modes + surroundings + examples).source])
            .joined(separator: "\n")
    }

    private static let upToKeys: [ManualBlock] = [
        .name("tictactoe", summary: Page.summary),
        .heading(ManualHeadings.synopsis),
        .text(".Nm\n.Op Ar \(Page.command)\n.Op Ar \(Page.option) ..."),
        .heading(ManualHeadings.description),
        .paragraphs(Page.description),
        .subheading(Page.Commands.heading),
        .text(list(commands)),
        .paragraph(Page.Commands.server),
        .heading(ManualHeadings.options),
        .text(Page.options),
        .text(list(options)),
        .heading(ManualHeadings.keys),
        .text(Page.keys),
    ]

    private static let modes: [ManualBlock] = [
        .subheading(Page.Lines.heading),
        .text(Page.Lines.text),
        .subheading(Page.Rounds.heading),
        .text(Page.Rounds.text),
        .subheading(Page.Recordings.heading),
        .text(Page.Recordings.introduction),
        .commands(["tictactoe doctor \\-\\-replay \(PlaceholderWords.file)"]),
        .paragraph(Page.Recordings.replay),
    ]

    private static let surroundings: [ManualBlock] = [
        .heading(ManualHeadings.signals),
        .text(Page.reload),
        .heading(ManualHeadings.environment),
        .text(Page.Variables.introduction),
        .text(list(variables)),
        .heading(ManualHeadings.files),
        .text(list(files)),
        .heading(ManualHeadings.exitStatus),
        .text(list(ExitStatus.allCases)),
        .paragraph(Page.signalStatus),
    ]

    private static let examples: [ManualBlock] = [
        .heading(ManualHeadings.examples),
        .text(Page.Examples.anybody),
        .commands(["tictactoe"]),
        .paragraph(Page.Examples.friend),
        .commands(["tictactoe \\-\\-server play.example \\-\\-vs okafor"]),
        .paragraph(Page.Examples.count),
        .commands(["tictactoe players \\-\\-json | jq .free"]),
        .paragraph(Page.Examples.completions),
        .commands(["tictactoe completions bash >> ~/.bash_completion"]),
        .heading(ManualHeadings.seeAlso),
        .text(".Xr tictactoe 5 ,\n.Xr tictactoe-server 8"),
    ]

    private static func chapter(_ keys: KeyChapter) -> String {
        // A key, or the word that a heading begins with, may mean something to mandoc.
        let rows = keys.rows.map { (".It Ic \\&\($0.keys.escaped)", $0.meaning) }
        return ".Ss \\&\(keys.heading)\n\(list(rows))"
    }

    private static let variables = [
        (".It Ev NO_COLOR", Page.Variables.noColor),
        (".It Ev TERM", Page.Variables.terminal),
        (".It Ev LC_ALL , LC_CTYPE , LANG", Page.Variables.locale),
        (".It Ev USER", Page.Variables.user),
        (".It Ev XDG_CONFIG_HOME , XDG_DATA_HOME , XDG_STATE_HOME", Page.Variables.folders),
    ]

    private static let files = [
        (".It Pa ~/.config/tictactoe/config", Page.Files.ownSettings),
        (".It Pa /etc/xdg/tictactoe/config", Page.Files.machineSettings),
        (".It Pa ~/.local/share/tictactoe", Page.Files.data),
        (".It Pa ~/.local/state/tictactoe/choices", Page.Files.choices),
        (".It Pa ~/.local/state/tictactoe/server.log", Page.Files.log),
    ]
}
