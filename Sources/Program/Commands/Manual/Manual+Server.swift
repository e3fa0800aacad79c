extension Manual {
    private typealias Page = ServerManualPage

    private static let commands: [CommandName] = [
        .serve, .backup, .copy, .accounts, .ban, .door,
    ]

    /// Returns the source of tictactoe-server(8), the page for operators.
    ///
    /// An operator's tasks come first, in their usual order, and then the reference.
    static func serverPage(_ limits: [(name: String, limit: String)]) -> String {
        let parts: [[ManualBlock]] = [
            introduction, installation, firstStart, certificate, proxy, door, people, bans, backup,
            nodes, upgrades, monitoring, failures, apps, notes, capacity, options,
            self.limitsSection(limits), surroundings, examples,
        ]
        return parts.flatMap(\.self).source
    }

    private static let options: [ManualBlock] = {
        var blocks = [ManualBlock.heading(ManualHeadings.commandsAndOptions)]
        for command in commands {
            blocks.append(.subheading(command.rawValue))
            if let arguments = explainedOperandList(of: command) { blocks.append(.text(arguments)) }
            blocks.append(.text(optionList(command.options, of: command)))
        }
        return blocks
    }()

    private static func limitsSection(_ limits: [(name: String, limit: String)]) -> [ManualBlock] {
        [
            .heading(ManualHeadings.limits),
            .text(Page.ClientLimits.introduction),
            .text(definitionList(limits.map { (".It \($0.name)", $0.limit) })),
            .moreParagraphs(Page.ClientLimits.texts),
        ]
    }

    private static func synopsis(_ command: CommandName) -> String {
        let operand = command.operand.map { "\n.Ar \($0)" } ?? ""
        return ".Nm tictactoe\n.Cm \(command.rawValue)\n.Op Ar \(Page.option) ...\(operand)"
    }

    private static func typedCommands(_ lines: String...) -> ManualBlock {
        .commands(lines.map(\.escaped))
    }

    private static func fileContent(_ lines: String) -> ManualBlock { .lines(lines.escaped) }

    private static let introduction: [ManualBlock] = [
        .name("tictactoe-server", summary: Page.summary),
        .heading(ManualHeadings.synopsis),
        .text(commands.map(synopsis).joined(separator: "\n")),
        .heading(ManualHeadings.description),
        .paragraphs(Page.description),
    ]
}

/// The tasks of an operator.
extension Manual {
    private static let installation: [ManualBlock] = [
        .heading(Page.Installation.heading),
        .text(Page.Installation.debian),
        typedCommands(
            "sudo apt install ./tictactoe_*.deb",
            "sudo systemctl enable --now tictactoe"),
        .paragraph(Page.Installation.source),
        fileContent(
            #"""
            sudo make install
            sudo install -m 644 Assets/systemd/tictactoe.service \
                /etc/systemd/system/
            sudo systemctl enable --now tictactoe
            """#),
        .paragraph(Page.Installation.others),
        .paragraph(Page.Installation.unit),
        typedCommands("journalctl -u tictactoe"),
        .paragraph(Page.Installation.change),
        fileContent(
            """
            [Service]
            ExecStart=
            ExecStart=/usr/bin/tictactoe serve --listen 8383 --max-guests 100
            """),
        .paragraph(Page.Installation.path),
        .paragraph(Page.Installation.withoutUnit),
    ]

    private static let firstStart: [ManualBlock] = [
        .heading(Page.FirstStart.heading),
        .text(Page.FirstStart.introduction),
        typedCommands(
            "systemctl status tictactoe", "tictactoe serve --status",
            "curl http://127.0.0.1:8383/healthz", "tictactoe --server 127.0.0.1",
            "ssh -p 2222 127.0.0.1"),
        .paragraph(Page.FirstStart.status),
        .paragraph(Page.FirstStart.doctor),
        typedCommands("sudo env XDG_DATA_HOME=/var/lib tictactoe doctor"),
        .paragraph(Page.FirstStart.check),
        .paragraph(Page.FirstStart.checkOfStore),
    ]
    private static var store: String { "/var/lib/tictactoe/server.db" }

    private static let certificate: [ManualBlock] = [
        .heading(Page.Certificate.heading),
        .text(Page.Certificate.introduction),
        fileContent(
            #"""
            tictactoe serve --listen 443 \
                --tls-cert fullchain.pem --tls-key privkey.pem
            """#),
        .paragraph(Page.Certificate.players),
        fileContent(
            #"""
            [Service]
            ExecStart=
            ExecStart=/usr/bin/tictactoe serve --listen 443 \
                --listen 127.0.0.1:8383 --ssh 2222 \
                --tls-cert /var/lib/tictactoe/tls/fullchain.pem \
                --tls-key /var/lib/tictactoe/tls/privkey.pem
            AmbientCapabilities=CAP_NET_BIND_SERVICE
            CapabilityBoundingSet=CAP_NET_BIND_SERVICE
            PrivateUsers=no
            """#),
        .paragraph(Page.Certificate.renewal),
        fileContent(
            #"""
            sudo certbot certonly --standalone -d HOST
            sudo install -m 755 \
                /usr/share/doc/tictactoe/examples/certificate-hook \
                /etc/letsencrypt/renewal-hooks/deploy/tictactoe
            sudo env RENEWED_LINEAGE=/etc/letsencrypt/live/HOST \
                /etc/letsencrypt/renewal-hooks/deploy/tictactoe
            sudo systemctl restart tictactoe
            """#),
        .paragraph(Page.Certificate.hook),
        .paragraph(Page.Certificate.reload),
        .paragraph(Page.Certificate.plain),
    ]

    private static let proxy: [ManualBlock] = [
        .heading(Page.Proxy.heading),
        .text(Page.Proxy.introduction),
        .bullets(Page.Proxy.ways),
        .paragraph(Page.Proxy.examples),
        .paragraph(Page.Proxy.refusals),
        .paragraph(Page.Proxy.crowd),
        .paragraph(Page.Proxy.pages),
    ]

    private static let door: [ManualBlock] = [
        .heading(Page.Door.heading),
        .text(Page.Door.introduction),
        .paragraph(Page.Door.guests),
        .items(wishes),
        .paragraph(Page.Door.limits),
        .paragraph(Page.Door.process),
        .paragraph(Page.Door.key),
        .paragraph(Page.Door.sshd),
        .subheading(Page.Door.PublicDoor.heading),
        .text(Page.Door.PublicDoor.introduction),
        .bullets(Page.Door.PublicDoor.steps),
        .paragraph(Page.Door.PublicDoor.figures),
        .subheading(Page.Door.SeparateMachine.heading),
        .text(Page.Door.SeparateMachine.introduction),
        fileContent(
            #"""
            tictactoe door --server wss://play.example \
                --door-token-file /etc/tictactoe/door
            """#),
        .paragraph(Page.Door.SeparateMachine.token),
    ]

    private static let wishes = [
        ("\(ssh) \(name) Ns @ Ns \(host)", Page.Door.GuestActions.play),
        ("\(sshWithTerminal) \(host) Cm play", Page.Door.GuestActions.quick),
        ("\(ssh) Cm watch Ns @ Ns \(host)", Page.Door.GuestActions.watch),
        ("\(ssh) \(code) Ns @ Ns \(host)", Page.Door.GuestActions.code),
        ("\(sshWithTerminal) \(host) Cm join \(code)", Page.Door.GuestActions.join),
        ("\(sshWithTerminal) \(host) Cm watch Op \(name)", Page.Door.GuestActions.watchSomebody),
        ("\(sshWithTerminal) \(host) Cm link Op \(code)", Page.Door.GuestActions.link),
        ("\(ssh) \(host) Cm players Op Fl \\-json", Page.Door.GuestActions.players),
        ("\(ssh) \(host) Cm games Op Fl \\-json", Page.Door.GuestActions.games),
        ("\(ssh) \(host) Cm status Op Fl \\-short", Page.Door.GuestActions.status),
        ("\(ssh) \(host) Cm help", Page.Door.GuestActions.help),
        ("Ic ssh Fl T Fl p \(port) \(host)", Page.Door.GuestActions.lines),
        ("\(sshWithTerminal) \(host) Cm play Fl \\-keypad", Page.Door.GuestActions.keypad),
    ]
    private static var ssh: String { "Ic ssh Fl p \(port)" }
    private static var sshWithTerminal: String { "Ic ssh Fl t Fl p \(port)" }
    private static var code: String { "Ar \(PlaceholderWords.code)" }
    private static var host: String { "Ar \(PlaceholderWords.host)" }
    private static var name: String { "Ar \(PlaceholderWords.name)" }
    private static var path: String { "Ar \(PlaceholderWords.file)" }
    private static var port: String { "Ar \(PlaceholderWords.port)" }

    private static let people: [ManualBlock] = [
        .heading(Page.People.heading),
        .text(Page.People.accounts),
        typedCommands("sudo tictactoe accounts list --store \(store)"),
        .items([
            ("Cm list", Page.People.list),
            ("Cm add \(name)", Page.People.add),
            ("Cm lock \(name)", Page.People.lock),
            ("Cm unlock \(name)", Page.People.unlock),
            ("Cm reset \(name)", Page.People.reset),
            ("Cm delete \(name)", Page.People.delete),
            ("Cm keys", Page.People.keys),
            ("Cm import \(name) \(path) , Cm export \(name) \(path)", Page.People.notes),
        ]),
        .paragraph(Page.People.newPassword),
        .paragraph(Page.People.requests),
    ]

    private static let bans: [ManualBlock] = [
        .subheading(Page.People.Bans.heading),
        .text(Page.People.Bans.introduction),
        typedCommands("sudo install -D -m 644 /dev/null /etc/tictactoe/bans"),
        .paragraph(Page.People.Bans.lines),
        fileContent(Page.People.Bans.example),
        .paragraph(Page.People.Bans.effect),
        .paragraph(Page.People.Bans.command),
        fileContent(
            #"""
            sudo tictactoe ban --bans /etc/tictactoe/bans \
                add 203.0.113.7 2027-01-31 Too many robots
            sudo tictactoe ban --bans /etc/tictactoe/bans \
                remove 203.0.113.7
            tictactoe ban --bans /etc/tictactoe/bans list
            sudo systemctl reload tictactoe
            """#),
        .paragraph(Page.People.Bans.reload),
        .subheading(Page.People.ClosedLobby.heading),
        .text(Page.People.ClosedLobby.text),
    ]

    private static let backup: [ManualBlock] = [
        .heading(Page.Durability.heading),
        .text(Page.Durability.disk),
        .paragraph(Page.Durability.process),
        .paragraph(Page.Durability.failures),
        .paragraph(Page.Durability.others),
        .heading(Page.Backup.heading),
        .text(Page.Backup.introduction),
        fileContent(
            #"""
            sudo tictactoe backup --store \#(store) \
                /backups/today.db
            sudo cp /var/lib/tictactoe/ssh_host_ed25519_key /backups/
            """#),
        .paragraph(Page.Backup.restore),
        fileContent(
            """
            sudo -s
            systemctl stop tictactoe
            cd /var/lib/tictactoe
            mkdir /var/tmp/old
            mv server.db* /var/tmp/old/
            cp /backups/today.db server.db
            cp /backups/today.db.keys server.db.keys
            chown --reference=. server.db server.db.keys
            systemctl start tictactoe
            """),
        .paragraph(Page.Backup.loss),
        .paragraph(Page.Backup.store),
        .subheading(Page.FileRedisCopy.heading),
        .text(Page.FileRedisCopy.introduction),
        typedCommands("tictactoe copy server.db redis://10.0.0.5"),
        .paragraph(Page.FileRedisCopy.text),
    ]

    private static let nodes: [ManualBlock] = [
        .heading(Page.Nodes.heading),
        .text(Page.Nodes.introduction),
        .subheading(Page.Nodes.ReasonsToAddServer.heading),
        .text(Page.Nodes.ReasonsToAddServer.text),
        .subheading(Page.Nodes.RedisSetup.heading),
        .text(Page.Nodes.RedisSetup.introduction),
        fileContent(Page.Nodes.RedisSetup.configuration.joined(separator: "\n")),
        .paragraph(Page.Nodes.RedisSetup.settings),
        .paragraph(Page.Nodes.RedisSetup.replicas),
        .paragraph(Page.Nodes.RedisSetup.password),
        fileContent(Page.Nodes.RedisSetup.access.joined(separator: "\n")),
        .subheading(Page.Nodes.Start.heading),
        .text(Page.Nodes.Start.first),
        fileContent(Page.Nodes.Start.commands.joined(separator: "\n")),
        .paragraph(Page.Nodes.Start.innerAddress),
        .paragraph(Page.Nodes.Start.common),
        .subheading(Page.Nodes.Balancer.heading),
        .text(Page.Nodes.Balancer.text),
        fileContent(
            """
            server a 10.0.0.11:8383 send-proxy-v2 check
            server b 10.0.0.12:8383 send-proxy-v2 check
            """),
        .paragraph(Page.Nodes.Balancer.end),
        .subheading(Page.Nodes.DailyOperation.heading),
        .text(Page.Nodes.DailyOperation.status),
        .paragraph(Page.Nodes.DailyOperation.bans),
        .paragraph(Page.Nodes.DailyOperation.rolling),
        .paragraph(Page.Nodes.DailyOperation.backup),
        .commands(Page.Nodes.DailyOperation.backupCommands.map(\.escaped)),
        .paragraph(Page.Nodes.DailyOperation.restore),
    ]

    private static let upgrades: [ManualBlock] = [
        .heading(Page.Upgrades.heading),
        .paragraphs(Page.Upgrades.texts),
    ]

    private static let monitoring: [ManualBlock] = [
        .heading(Page.Monitoring.heading),
        .text(Page.Monitoring.health),
        .paragraph(Page.Monitoring.failing),
        .paragraph(Page.Monitoring.metrics),
        metrics(Page.Monitoring.metricRows),
        .paragraph(Page.Monitoring.nodeMetrics),
        metrics(Page.Monitoring.nodeMetricRows),
        .subheading(Page.ServerLog.heading),
        .text(Page.ServerLog.text),
        .paragraph(Page.ServerLog.events),
        typedCommands("journalctl -u tictactoe -g refused", "journalctl -u tictactoe -g sign-up"),
        .paragraph(Page.ServerLog.limits),
    ]

    private static func metrics(_ rows: [(String, String)]) -> ManualBlock {
        .items(rows.map { ("Li \($0.0)", $0.1) })
    }

    private static let failures: [ManualBlock] = [
        .heading(Page.FailureRemedies.heading),
        .text(Page.FailureRemedies.start),
        .items(Page.FailureRemedies.startRows),
        .paragraph(Page.FailureRemedies.running),
        .items(Page.FailureRemedies.runningRows),
        .paragraph(Page.FailureRemedies.Nodes.introduction),
        .items(Page.FailureRemedies.Nodes.rows),
    ]

    private static let apps: [ManualBlock] = [
        .heading(Page.Apps.heading),
        .text(Page.Apps.introduction),
        fileContent(
            #"""
            sudo tictactoe accounts keys --app notes \
                --store \#(store)
            sudo systemctl restart tictactoe
            sudo tictactoe accounts add ada@example.org --app notes \
                --store \#(store)
            """#),
        .paragraph(Page.Apps.users),
        .subheading(Page.Apps.Keys.heading),
        .text(Page.Apps.Keys.text),
        .paragraph(Page.Apps.Keys.memory),
        .subheading(Page.Apps.Firehose.heading),
        .text(Page.Apps.Firehose.introduction),
        fileContent(
            #"""
            curl http://127.0.0.1:8383/1/NAME/BUCKET/all \
                -H 'X-Simperium-Token: TOKEN'
            """#),
    ]

    private static let notes: [ManualBlock] = [
        .heading(Page.SimplenoteMigration.heading),
        .text(Page.SimplenoteMigration.introduction),
        .paragraph(Page.SimplenoteMigration.server),
        fileContent(
            #"""
            sudo systemctl restart tictactoe
            sudo tictactoe accounts keys --app \#(Page.SimplenoteMigration.app) \
                --store \#(store)
            sudo tictactoe accounts add ada@example.org --app \#(Page.SimplenoteMigration.app) \
                --store \#(store)
            sudo tictactoe accounts import ada@example.org notes.zip \
                --app \#(Page.SimplenoteMigration.app) --store \#(store)
            """#),
        .paragraph(Page.SimplenoteMigration.user),
        .subheading(Page.SimplenoteMigration.ClientProgramChanges.heading),
        .text(Page.SimplenoteMigration.ClientProgramChanges.introduction),
        fileContent(Page.SimplenoteMigration.ClientProgramChanges.command),
        .paragraph(Page.SimplenoteMigration.ClientProgramChanges.files),
        .items(Page.SimplenoteMigration.ClientProgramChanges.tried),
        .paragraph(Page.SimplenoteMigration.ClientProgramChanges.untriedIntroduction),
        .items(Page.SimplenoteMigration.ClientProgramChanges.untried),
        .paragraph(Page.SimplenoteMigration.ClientProgramChanges.unfitIntroduction),
        .items(Page.SimplenoteMigration.ClientProgramChanges.unfit),
        .subheading(Page.SimplenoteMigration.Format.heading),
        .paragraphs(Page.SimplenoteMigration.Format.texts),
        .items(Page.SimplenoteMigration.Format.fields),
        .moreParagraphs(Page.SimplenoteMigration.Format.sources),
    ]

    private static let capacity: [ManualBlock] = [
        .heading(Page.Capacity.heading),
        .text(Page.Capacity.halls),
        .paragraph(Page.Capacity.limits),
        .heading(ManualHeadings.recordings),
        .text(Page.TrafficRecordings.text),
        .paragraph(Page.TrafficRecordings.replay),
    ]

    private static let surroundings: [ManualBlock] = [
        .heading(ManualHeadings.signals),
        .items(
            [("Dv SIGTERM , SIGINT", Page.Signals.end), ("Dv SIGHUP", Page.Signals.reload)],
            width: "SIGTERM"),
        .heading(ManualHeadings.files),
        .items([
            ("Pa /var/lib/tictactoe", Page.Files.service),
            ("Pa ~/.local/share/tictactoe", Page.Files.data),
            ("Pa ~/.local/state/tictactoe/server.log", Page.Files.log),
        ]),
        .paragraph(Page.Files.inside),
        .items([
            ("Pa server.db", Page.Files.store),
            ("Pa server.db.keys", Page.Files.keys),
            ("Pa ssh_host_ed25519_key", Page.Files.hostKey),
            ("Pa door\\-PORT.bans", Page.Files.doorBans),
        ]),
        .subheading(ManualHeadings.powerCut),
        .text(Page.ServerPowerCutLosses.introduction),
        .items([
            ("Pa server.db", Page.ServerPowerCutLosses.store),
            ("Pa server.db.keys", Page.ServerPowerCutLosses.keys),
            ("Pa ssh_host_ed25519_key", Page.ServerPowerCutLosses.hostKey),
            ("the list of bans", Page.ServerPowerCutLosses.bans),
            ("a backup and its keys", Page.ServerPowerCutLosses.backup),
            ("a recording, or the log", Page.ServerPowerCutLosses.recordings),
        ]),
        .heading(ManualHeadings.exitStatus),
        .text(statusList(ExitStatus.allCases)),
    ]

    private static let examples: [ManualBlock] = [
        .heading(ManualHeadings.examples),
        .text(Page.Examples.internet),
        typedCommands("tictactoe serve --listen 443 --tls-cert c --tls-key k --ssh 2222"),
        .paragraph(Page.Examples.status),
        typedCommands("tictactoe serve --status", "tictactoe serve --stop"),
        .paragraph(Page.Examples.backup),
        typedCommands(
            "TICTACTOE_STORE=\(store)",
            #"0 4 * * * tictactoe backup /backups/$(date +\%F).db"#),
        .heading(ManualHeadings.seeAlso),
        .text(".Xr ssh 1 ,\n.Xr tictactoe 5 ,\n.Xr tictactoe 6"),
    ]
}
