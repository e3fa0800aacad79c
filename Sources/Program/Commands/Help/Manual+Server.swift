internal import Wording

extension Manual {
    private typealias Page = ServerPage

    private static let commands: [CommandName] = [
        .serve, .backup, .copy, .accounts, .ban, .door, .load,
    ]

    private static func synopsis(_ command: CommandName) -> String {
        let operand = command.operand.map { "\n.Ar \($0)" } ?? ""
        return ".Nm tictactoe\n.Cm \(command.rawValue)\n.Op Ar \(Page.option) ...\(operand)"
    }

    /// tictactoe-server(8): how to be the server.
    static func server(_ limits: [LimitWord]) -> String {
        (upToCommands + serveAndBackup + bans + door + guests + afterDoor + [
            .heading(ManualHeadings.limits),
            .text(Page.limits),
            .text(list(limits.map { (".It \($0.what)", $0.limit) })),
        ] + care + nodes + surroundings + examples).source
    }

    private static let upToCommands: [ManualBlock] = [
        .name("tictactoe-server", summary: Page.summary),
        .heading(ManualHeadings.synopsis),
        .text(commands.map(synopsis).joined(separator: "\n")),
        .heading(ManualHeadings.description),
        .paragraphs(Page.description),
    ]

    private static let serveAndBackup: [ManualBlock] = [
        .subheading("serve"),
        .text(list(CommandName.serve.options)),
        .subheading("backup"),
        .text(Page.backup),
        .text(list(CommandName.backup.options)),
        .subheading("copy"),
        .text(Page.copy),
        .text(list(CommandName.copy.options)),
        .subheading("accounts"),
        .text(Page.accounts),
        .text(list(CommandName.accounts.options)),
    ]

    private static let bans: [ManualBlock] = [
        .subheading("ban"),
        .text(Page.ban),
        .text(list(CommandName.ban.options)),
    ]

    private static let door: [ManualBlock] = [
        .subheading("door"),
        .text(Page.Door.introduction),
        .text(list(CommandName.door.options)),
    ]

    /// How guests come in, and who does not.
    private static let guests: [ManualBlock] = [
        .paragraph(Page.Door.guests),
        .items(wishes),
        .paragraph(Page.Door.Bans.introduction),
        .lines(Page.Door.Bans.example),
        .paragraph(Page.Door.Bans.reload),
    ]

    private static let wishes = [
        ("\(ssh) \(name) Ns @ Ns \(host)", Page.Door.Wishes.play),
        ("\(ssh) Cm watch Ns @ Ns \(host)", Page.Door.Wishes.watch),
        ("\(ssh) \(code) Ns @ Ns \(host)", Page.Door.Wishes.code),
        ("\(sshWithTerminal) \(host) Cm join \(code)", Page.Door.Wishes.join),
        ("\(sshWithTerminal) \(host) Cm watch Op \(name)", Page.Door.Wishes.watchSomebody),
        ("\(sshWithTerminal) \(host) Cm link Op \(code)", Page.Door.Wishes.link),
        ("\(ssh) \(host) Cm players Op Fl \\-json", Page.Door.Wishes.players),
        ("\(ssh) \(host) Cm games Op Fl \\-json", Page.Door.Wishes.games),
        ("\(ssh) \(host) Cm status Op Fl \\-short", Page.Door.Wishes.status),
        ("Ic ssh Fl T Fl p \(port) \(host)", Page.Door.Wishes.lines),
        ("\(sshWithTerminal) \(host) Cm play Fl \\-keypad", Page.Door.Wishes.keypad),
    ]
    private static let ssh = "Ic ssh Fl p \(port)"
    private static let sshWithTerminal = "Ic ssh Fl t Fl p \(port)"
    private static let code = "Ar \(PlaceholderWords.code)"
    private static let host = "Ar \(PlaceholderWords.host)"
    private static let name = "Ar \(PlaceholderWords.name)"
    private static let port = "Ar \(PlaceholderWords.port)"

    private static let afterDoor: [ManualBlock] = [
        .paragraph(Page.Door.limits),
        .paragraph(Page.Door.process),
        .subheading("load"),
        .text(Page.load),
        .text(list(CommandName.load.options)),
    ]

    private static let care: [ManualBlock] = [
        .heading(ManualHeadings.care),
        .items(Page.care),
        .subheading(Page.Crowds.heading),
        .text(Page.Crowds.text),
        .subheading(Page.Recordings.heading),
        .text(Page.Recordings.text),
    ]

    private static let nodes: [ManualBlock] = [
        .heading(Page.Nodes.heading),
        .text(Page.Nodes.introduction),
        .paragraph(Page.Nodes.begin),
        .lines(Page.Nodes.configuration.map(escaped).joined(separator: "\n")),
        .paragraph(Page.Nodes.settings),
        .lines(Page.Nodes.access.map(escaped).joined(separator: "\n")),
        .paragraph(Page.Nodes.first),
        .commands(Page.Nodes.firstCommands.map(escaped)),
        .paragraph(Page.Nodes.common),
        .paragraph(Page.Nodes.clients),
        .paragraph(Page.Nodes.watch),
        .paragraph(Page.Nodes.upgrade),
        .paragraph(Page.Nodes.backup),
        .commands(Page.Nodes.backupCommands.map(escaped)),
        .paragraph(Page.Nodes.restore),
        .paragraph(Page.Nodes.failures),
        .items(Page.Nodes.failureRows),
    ]

    /// A hyphen as it is typed, and not as it is set.
    private static func escaped(_ command: String) -> String {
        command.map { $0 == "-" ? "\\-" : String($0) }.joined()
    }

    private static let surroundings: [ManualBlock] = [
        .heading(ManualHeadings.signals),
        .items(
            [("Dv SIGTERM , SIGINT", Page.Signals.end), ("Dv SIGHUP", Page.Signals.reload)],
            width: "SIGTERM"),
        .heading(ManualHeadings.files),
        .items([
            ("Pa ~/.local/share/tictactoe", Page.Files.data),
            ("Pa ~/.local/share/tictactoe/ssh_host_ed25519_key", Page.Files.hostKey),
            ("Pa ~/.local/state/tictactoe/server.log", Page.Files.log),
        ]),
        .heading(ManualHeadings.exitStatus),
        .text(list(ExitStatus.allCases)),
    ]

    private static let examples: [ManualBlock] = [
        .heading(ManualHeadings.examples),
        .text(Page.Examples.internet),
        .commands([
            "tictactoe serve \\-\\-listen 443 \\-\\-tls\\-cert c \\-\\-tls\\-key k \\-\\-ssh 2222"
        ]),
        .paragraph(Page.Examples.status),
        .commands(["tictactoe serve \\-\\-status", "tictactoe serve \\-\\-stop"]),
        .paragraph(Page.Examples.backup),
        .commands(["0 4 * * * tictactoe backup /backups/$(date +\\e%F)"]),
        .heading(ManualHeadings.seeAlso),
        .text(".Xr ssh 1 ,\n.Xr tictactoe 5 ,\n.Xr tictactoe 6"),
    ]
}
