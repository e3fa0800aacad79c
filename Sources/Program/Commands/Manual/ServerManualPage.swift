/// The text of tictactoe-server(8), the man page for operators.
///
/// An operator's tasks come first, in their usual order, and then the reference.
enum ServerManualPage {
    private static let commands: [CommandName] = [
        .serve, .backup, .copy, .accounts, .ban, .door,
    ]

    /// Returns the page. `limits` are the server's limits on clients.
    static func blocks(limits: [(name: String, limit: String)]) -> [ManualBlock] {
        let parts: [[ManualBlock]] = [
            introduction, installation, serviceOptions, firstStart, certificate,
            certificateRenewal, proxy, door, publicDoor, doorOnOtherMachine, people, bans,
            banCommand, closedLobby, durability, backup, fileRedisCopy, nodes, redisSetup,
            redisAccess, startOfNodes, loadBalancer, dailyOperation, upgrades, monitoring,
            nodeMetrics, log, failures, apps, appKeys, notesMigration, clientPrograms,
            untriedClientPrograms, unfitClientPrograms, notesExport, notesExportFields, capacity,
            options, clientLimits(limits), signalsAndFiles, powerCutLosses, examples,
        ]
        return parts.flatMap(\.self)
    }

    private static var options: [ManualBlock] {
        var blocks = [ManualBlock.heading("COMMANDS AND OPTIONS")]
        for command in commands {
            blocks.append(.subheading(command.rawValue))
            if let operands = ManualBlock.operandList(of: command) { blocks.append(operands) }
            blocks.append(.optionList(command.options, of: command))
        }
        return blocks
    }

    private static func synopsis(_ command: CommandName) -> String {
        let operand = command.operand.map { "\n.Ar \($0)" } ?? ""
        return ".Nm tictactoe\n.Cm \(command.rawValue)\n.Op Ar option ...\(operand)"
    }

    static var introduction: [ManualBlock] {
        [
            .name("tictactoe-server", summary: "run a tictactoe server"),
            .heading("SYNOPSIS"),
            .paragraph(commands.map(synopsis).joined(separator: "\n")),
            .heading("DESCRIPTION"),
            """
            .Ic tictactoe serve
            runs the lobby and its matches for all players who can reach this machine.
            It also serves other Simperium clients and apps.
            """,
            """
            One port carries all client connections: WebSockets at
            .Pa /sock/1/ Ns Ar APP Ns Pa /websocket ,
            the HTTP API at
            .Pa /1/ Ns Ar APP ,
            and
            .Pa /healthz
            and
            .Pa /metrics
            for monitoring.
            A second port, the door, accepts guests over
            .Xr ssh 1 .
            """,
            """
            The server runs in the foreground until a signal ends it.
            It stores all its data in one file.
            Multiple servers can share one Redis instead.
            """,
        ]
    }

    static var installation: [ManualBlock] {
        [
            .heading("INSTALLATION"),
            """
            The Debian package contains the program, its manual and a unit for
            .Xr systemd 1 .
            It creates the user
            .Li _tictactoe
            for the server.
            Install it, then enable and start the service:
            """,
            .commands([
                "sudo apt install ./tictactoe_*.deb",
                "sudo systemctl enable --now tictactoe",
            ]),
            """
            If you build from source,
            .Ic make install
            copies the program, its manual and its completions to
            .Pa /usr/local .
            Install the unit separately:
            """,
            .fileContent(
                #"""
                sudo make install
                sudo install -m 644 Assets/systemd/tictactoe.service \
                    /etc/systemd/system/
                sudo systemctl enable --now tictactoe
                """#),
            #"""
            The archive that
            .Ic make dist
            builds for other systems contains the unit in
            .Pa share/doc/tictactoe/examples .
            .Pa Assets/package/Containerfile
            in the source builds a container.
            The files
            .Pa compose.yaml
            and
            .Pa compose\-redis.yaml
            beside it start one server, or two that share a Redis.
            """#,
            """
            The unit runs the server on port 8383 and the door on port 2222, in a sandbox.
            It restarts the server after an exit, and limits its memory to 1 GB.
            The data is in
            .Pa /var/lib/tictactoe ,
            and the log is in the journal:
            """,
            .commands(["journalctl -u tictactoe"]),
        ]
    }

    static var serviceOptions: [ManualBlock] {
        [
            """
            To change options, run
            .Ic systemctl edit tictactoe
            and replace the command.
            If you installed from source, the path is
            .Pa /usr/local/bin/tictactoe :
            """,
            .fileContent(
                """
                [Service]
                ExecStart=
                ExecStart=/usr/bin/tictactoe serve --listen 8383 --max-guests 100
                """),
            """
            Afterwards, run
            .Ic systemctl restart tictactoe .
            The server also reads the configuration files of
            .Xr tictactoe 5 .
            """,
            #"""
            Without systemd, run
            .Ic tictactoe serve .
            It stores its data in
            .Pa ~/.local/share/tictactoe .
            A game on this machine may have started a background server
            with the same port and the same data.
            Stop it first with
            .Ic tictactoe serve Fl \-stop ,
            or quit all games and wait two minutes.
            """#,
        ]
    }

    static var firstStart: [ManualBlock] {
        [
            .heading("FIRST START"),
            """
            On its first start, the server creates the data file,
            and a file with an API key and an administrator token for each app.
            The door creates its host key.
            The server prints its addresses and the path of the keys.
            The door prints its addresses, the host key's fingerprint,
            and the command for guests.
            Check the new server:
            """,
            .commands([
                "systemctl status tictactoe", "tictactoe serve --status",
                "curl http://127.0.0.1:8383/healthz", "tictactoe --server 127.0.0.1",
                "ssh -p 2222 127.0.0.1",
            ]),
            #"""
            .Ic serve Fl \-status
            shows the version, the process ID and the number of connections.
            It connects to port 8383, or to the address in
            .Fl \-listen .
            Open both ports in the firewall.
            Players on other machines then run
            .Ic tictactoe Fl \-server Ar HOST ,
            and guests run
            .Ic ssh Fl p Cm 2222 Ar HOST .
            """#,
            """
            .Ic tictactoe doctor
            checks a server's certificate, keys, tokens, host key, ban list and data,
            or Redis, as a server does at its start.
            It reads their paths from the settings.
            With the unit's variable, the command finds the service's files:
            """,
            .commands(["sudo env XDG_DATA_HOME=/var/lib tictactoe doctor"]),
            """
            This reads the whole data file.
            At each start, the server itself checks only the pages
            of a file of up to 64 MB, without its indexes and the checksums of its rows.
            """,
            #"""
            .Ic tictactoe doctor Fl \-store Ar FILE
            checks only this file, or a copy of it.
            The server can keep running.
            Each row of the file has a checksum,
            which the server checks when it reads the row.
            It never serves a damaged row: the log contains
            .Ql damaged ,
            and the clients of that user are disconnected.
            Indexes and unused pages have no checksums:
            only this command finds damage in them.
            """#,
        ]
    }

    static var certificate: [ManualBlock] {
        [
            .heading("CERTIFICATE"),
            #"""
            Without a certificate, connections are not encrypted.
            Players can play,
            but the game does not send passwords to another machine unless
            .Fl \-insecure\-account
            is set.
            To serve TLS, name the certificate with its chain, and its key:
            """#,
            .fileContent(
                #"""
                tictactoe serve --listen 443 \
                    --tls-cert fullchain.pem --tls-key privkey.pem
                """#),
            #"""
            Players then run
            .Ic tictactoe Fl \-server Ar wss://HOST .
            Under systemd, run
            .Ic systemctl edit tictactoe ,
            and add the lines below.
            Without the second address, the commands on this machine, such as
            .Ic accounts ,
            need
            .Fl \-listen Ar 443 :
            """#,
            .fileContent(
                #"""
                [Service]
                ExecStart=
                ExecStart=/usr/bin/tictactoe serve --listen 443 \
                    --listen 127.0.0.1:8383 \
                    --tls-cert /var/lib/tictactoe/tls/fullchain.pem \
                    --tls-key /var/lib/tictactoe/tls/privkey.pem
                AmbientCapabilities=CAP_NET_BIND_SERVICE
                CapabilityBoundingSet=CAP_NET_BIND_SERVICE
                PrivateUsers=no
                """#),
        ]
    }

    static var certificateRenewal: [ManualBlock] {
        [
            """
            Only root can read certbot's files.
            A hook copies them for the service, now and after each renewal,
            and reloads the service.
            No connection is lost.
            Install it once, and run it once for the current certificate.
            The first command is for a machine without a certificate, and needs port 80.
            In the source, the hook is
            .Pa Assets/examples/certificate-hook :
            """,
            .fileContent(
                #"""
                sudo certbot certonly --standalone -d HOST
                sudo install -m 755 \
                    /usr/share/doc/tictactoe/examples/certificate-hook \
                    /etc/letsencrypt/renewal-hooks/deploy/tictactoe
                sudo env RENEWED_LINEAGE=/etc/letsencrypt/live/HOST \
                    /etc/letsencrypt/renewal-hooks/deploy/tictactoe
                sudo systemctl restart tictactoe
                """#),
            #"""
            With dehydrated, name the hook as
            .Li HOOK
            in
            .Pa /etc/dehydrated/config .
            If the machine has other certificates, set
            .Ev TICTACTOE_CERTIFICATE
            to the name of this one, in the hook's first lines.
            """#,
            #"""
            .Ic systemctl reload tictactoe
            sends
            .Dv SIGHUP ,
            and the server rereads both files and the ban list.
            Open connections keep the old certificate.
            The log contains
            .Ql certificate reloaded .
            If the new files are wrong, the log contains
            .Ql certificate not reloaded
            with the reason, and the old certificate stays in use.
            A certificate that has expired, or expires within 14 days,
            is logged at the start and after each reload.
            .Ic tictactoe doctor Fl \-server Ar wss://HOST
            shows when a server's certificate expires.
            """#,
            #"""
            All
            .Fl \-listen
            addresses use the certificate.
            .Ic serve Fl \-status ,
            .Ic serve Fl \-stop
            and
            .Ic accounts
            reach such a server by its address on this machine,
            and accept its certificate for any name.
            """#,
        ]
    }

    static var proxy: [ManualBlock] {
        [
            .heading("BEHIND A PROXY"),
            #"""
            A proxy must pass WebSockets.
            Give its address in
            .Fl \-trusted\-proxy ,
            so that bans and limits apply to the clients and not to the proxy.
            The proxy must report the address of each client, in one of two ways:
            """#,
            .bullets([
                """
                a PROXY protocol header, version 1 or 2, at the start of each connection
                (the only way that the door accepts), or
                """,
                """
                .Li X-Forwarded-For
                in each HTTP request.
                The last address in it that is not a trusted proxy counts.
                """,
            ]),
            """
            .Pa Assets/examples
            in the source, and
            .Pa /usr/share/doc/tictactoe/examples
            of the package, contain configurations for nginx, Caddy and HAProxy.
            For nginx and Caddy, the proxy has the certificate,
            and the server listens on this machine only.
            """,
            """
            A trusted proxy that does not report a client gets status 400,
            except from
            .Pa /healthz
            and
            .Pa /metrics ,
            and the server logs the first such request.
            If the proxy runs on this machine,
            players and guests here must connect through the proxy, too.
            Reports from other addresses are ignored.
            """,
            #"""
            If most connections come from one address that is not trusted,
            the server logs once:
            .Ql most connections come from one address .
            .Ic serve Fl \-status
            and
            .Ic doctor
            report it as well.
            """#,
            #"""
            A server that listens only on this machine
            refuses web pages from other sites, and requests for another host name.
            Otherwise, any site in a local browser could use the server.
            To allow a site such as
            .Li https://example.org ,
            name it with
            .Fl \-allow\-origin .
            A server that other machines can reach answers pages from all sites.
            """#,
        ]
    }

    static var upgrades: [ManualBlock] {
        [
            .heading("UPGRADES"),
            """
            Make a backup first:
            an older version refuses data that a newer version has opened,
            and leaves it unchanged.
            A newer version opens the data file of every older one.
            It upgrades the file, and the log contains
            .Ql data file upgraded .
            With Redis, each version opens only its own data format.
            """,
            """
            Installing a newer package restarts a running server.
            After
            .Ic make install ,
            run
            .Ic systemctl restart tictactoe .
            Matches survive the restart.
            .Ic tictactoe \\-\\-version
            prints the version and the commit of the program.
            """,
            """
            If multiple servers share a Redis, upgrade them one by one, the writer last.
            If the new version has another data format, it prints both formats and exits.
            Then stop all servers, copy the data to an empty Redis with the new version's
            .Ic tictactoe copy ,
            and start the servers there.
            The data of version 0.2 needs such a copy.
            """,
        ]
    }

    private static func clientLimits(
        _ limits: [(name: String, limit: String)]
    ) -> [ManualBlock] {
        [
            .heading("LIMITS"),
            """
            These limits apply to the clients of all apps,
            in addition to the limits that options set.
            A number such as 413 is an HTTP status,
            or an error code on a WebSocket channel.
            The code 1008 closes the connection.
            """,
            .definitionList(limits.map { ($0.name, $0.limit) }),
            """
            Each change in an HTTP request counts as one request,
            and so does every 16 KB of a request or response.
            A response with status 429 contains the seconds to wait in
            .Li Retry-After ,
            and the connection is closed.
            """,
            """
            A message in the lobby can have at most 16 KiB.
            After five failed sign-ins to an account, or 20 from one address,
            the next sign-in must wait.
            The wait grows from one second to 15 minutes,
            so an address can guess at most 130 passwords a day,
            and all addresses together 120 passwords of one account.
            Where an account has signed in before,
            failures from other addresses do not delay it.
            A taken name at sign-up, or a wrong code, counts against the address only.
            Passwords are checked one at a time, and the addresses take turns.
            An address can create 20 accounts of the game at once, then one per minute.
            """,
        ]
    }

    static var examples: [ManualBlock] {
        [
            .heading("EXAMPLES"),
            "A server for the internet, with ssh guests:",
            .commands(["tictactoe serve --listen 443 --tls-cert c --tls-key k --ssh 2222"]),
            "Show the state of a server that you started yourself, and stop it:",
            .commands(["tictactoe serve --status", "tictactoe serve --stop"]),
            """
            Back up the service every night, in root's
            .Xr crontab 5
            (if you installed from source, write
            .Pa /usr/local/bin/tictactoe ) :
            """,
            .commands([
                "TICTACTOE_STORE=/var/lib/tictactoe/server.db",
                #"0 4 * * * tictactoe backup /backups/$(date +\%F).db"#,
            ]),
            .heading("SEE ALSO"),
            ".Xr ssh 1 ,\n.Xr tictactoe 5 ,\n.Xr tictactoe 6",
        ]
    }
}
