/// The texts of tictactoe-server(8), the man page for operators.
enum ServerManualPage {
    static var summary: String { "run a tictactoe server" }
    static var option: String { "option" }

    static var description: [String] {
        [
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
}

extension ServerManualPage {
    enum Installation {
        static var heading: String { "INSTALLATION" }
        static var debian: String {
            """
            The Debian package contains the program, its manual and a unit for
            .Xr systemd 1 .
            It creates the user
            .Li _tictactoe
            for the server.
            Install it, then enable and start the service:
            """
        }
        static var source: String {
            """
            If you build from source,
            .Ic make install
            copies the program, its manual and its completions to
            .Pa /usr/local .
            Install the unit separately:
            """
        }
        static let others = #"""
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
            """#
        static var unit: String {
            """
            The unit runs the server on port 8383 and the door on port 2222, in a sandbox.
            It restarts the server after an exit, and limits its memory to 1 GB.
            The data is in
            .Pa /var/lib/tictactoe ,
            and the log is in the journal:
            """
        }
        static var change: String {
            """
            To change options, run
            .Ic systemctl edit tictactoe
            and replace the command.
            If you installed from source, the path is
            .Pa /usr/local/bin/tictactoe :
            """
        }
        static var path: String {
            """
            Afterwards, run
            .Ic systemctl restart tictactoe .
            The server also reads the configuration files of
            .Xr tictactoe 5 .
            """
        }
        static let withoutUnit = #"""
            Without systemd, run
            .Ic tictactoe serve .
            It stores its data in
            .Pa ~/.local/share/tictactoe .
            A game on this machine may have started a background server
            with the same port and the same data.
            Stop it first with
            .Ic tictactoe serve Fl \-stop ,
            or quit all games and wait two minutes.
            """#
    }

    enum FirstStart {
        static var heading: String { "FIRST START" }
        static var introduction: String {
            """
            On its first start, the server creates the data file,
            and a file with an API key and an administrator token for each app.
            The door creates its host key.
            The server prints its addresses and the path of the keys.
            The door prints its addresses, the host key's fingerprint,
            and the command for guests.
            Check the new server:
            """
        }
        static let status = #"""
            .Ic serve Fl \-status
            shows the version, the process ID and the number of connections.
            It connects to port 8383, or to the address in
            .Fl \-listen .
            Open both ports in the firewall.
            Players on other machines then run
            .Ic tictactoe Fl \-server Ar HOST ,
            and guests run
            .Ic ssh Fl p Cm 2222 Ar HOST .
            """#
        static var doctor: String {
            """
            .Ic tictactoe doctor
            checks a server's certificate, host key, ban list and data.
            It reads their paths from the settings.
            With the unit's variable, the command finds the service's files:
            """
        }
        static var check: String {
            """
            This reads the whole data file.
            At each start, the server itself checks only a file of up to 64 MB,
            so run the command for a larger one.
            """
        }
        package static let checkOfStore = #"""
            .Ic tictactoe doctor Fl \-store Ar FILE
            checks only this file, or a copy of it.
            The server can keep running.
            Each row of the file has a checksum,
            which the server checks when it reads the row.
            It never serves a damaged row: the log contains
            .Ql damaged ,
            and the clients of that user are disconnected.
            A damaged index or an unused page has no checksum.
            Only this command finds it.
            """#
    }

    enum Certificate {
        static var heading: String { "CERTIFICATE" }
        static let introduction = #"""
            Without a certificate, connections are not encrypted.
            Players can play,
            but the game does not send passwords to another machine unless
            .Fl \-insecure\-account
            is set.
            To serve TLS, name the certificate with its chain, and its key:
            """#
        static let players = #"""
            Players then run
            .Ic tictactoe Fl \-server Ar wss://HOST .
            Under systemd, run
            .Ic systemctl edit tictactoe ,
            and add the lines below.
            Without the second address, the commands on this machine, such as
            .Ic accounts ,
            need
            .Fl \-listen Ar 443 :
            """#
        static var renewal: String {
            """
            Only root can read the files of certbot.
            A hook copies them for the service, now and after each renewal,
            and reloads the service.
            No connection is lost.
            Install it once, and run it once for the present certificate.
            The first command is for a machine without a certificate, and needs port 80.
            In the source, the hook is
            .Pa Assets/examples/certificate-hook :
            """
        }
        static let hook = #"""
            With dehydrated, name the hook as
            .Li HOOK
            in
            .Pa /etc/dehydrated/config .
            If the machine has other certificates, set
            .Ev TICTACTOE_CERTIFICATE
            to the name of this one, in the hook's first lines.
            """#
        static let reload = #"""
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
            .Ic tictactoe doctor Fl \-server Ar wss://HOST
            shows when a server's certificate expires.
            """#
        static let plain = #"""
            All
            .Fl \-listen
            addresses use the certificate.
            .Ic serve Fl \-status ,
            .Ic serve Fl \-stop
            and
            .Ic accounts
            reach such a server by its address on this machine,
            and accept its certificate for any name.
            """#
    }

    enum Proxy {
        static var heading: String { "BEHIND A PROXY" }
        static let introduction = #"""
            A proxy must pass WebSockets.
            Give its address in
            .Fl \-trusted\-proxy ,
            so that bans and limits apply to the clients and not to the proxy.
            The proxy must report the address of each client, in one of two ways:
            """#
        static var ways: [String] {
            [
                """
                a PROXY protocol header, version 1 or 2, at the start of each connection
                (the only way that the door accepts), or
                """,
                """
                .Li X-Forwarded-For
                in each HTTP request.
                The last address in it that is not a trusted proxy counts.
                """,
            ]
        }
        static var examples: String {
            """
            .Pa Assets/examples
            in the source, and
            .Pa /usr/share/doc/tictactoe/examples
            of the package, contain configurations for nginx, Caddy and HAProxy.
            For nginx and Caddy, the proxy has the certificate,
            and the server listens on this machine only.
            """
        }
        static var refusals: String {
            """
            A trusted proxy that does not report a client gets status 400,
            except from
            .Pa /healthz
            and
            .Pa /metrics .
            Reports from other addresses are ignored.
            """
        }
        static let crowd = #"""
            If most connections come from one address that is not trusted,
            the server logs once:
            .Ql most connections come from one address .
            .Ic serve Fl \-status
            and
            .Ic doctor
            report it as well.
            """#
        static let pages = #"""
            A server that listens only on this machine
            refuses web pages from other sites, and requests for another host name.
            Otherwise, any site in a local browser could use the server.
            To allow a site such as
            .Li https://example.org ,
            name it with
            .Fl \-allow\-origin .
            A server that other machines can reach answers pages from all sites.
            """#
    }

    enum Upgrades {
        static var heading: String { "UPGRADES" }
        static var texts: [String] {
            [
                """
                Make a backup first:
                an older version refuses data that a newer version has opened,
                and leaves it unchanged.
                A newer version opens the data file of every older one.
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
    }

    enum ClientLimits {
        static var introduction: String {
            """
            These limits apply to the clients of all apps,
            in addition to the limits that options set.
            A number such as 413 is an HTTP status,
            or an error code on a WebSocket channel.
            The code 1008 closes the connection.
            """
        }
        static var texts: [String] {
            [
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
    }

    enum Signals {
        static var end: String {
            """
            Stop accepting clients, ask all clients to come back soon,
            and exit within five seconds.
            """
        }
        static let reload = #"""
            Reread the certificate, its key and the
            .Fl \-bans
            file.
            A server that was started at a terminal,
            with neither a certificate nor a ban list, exits as above.
            """#
    }

    enum Files {
        static var service: String { "the data directory of the service." }
        static var data: String { "the data directory of a server that you start yourself." }
        static var inside: String { "Both data directories contain:" }
        static var store: String { "all data." }
        static var keys: String { "the apps' keys." }
        static var hostKey: String { "the door's host key." }
        static var doorBans: String { "the bans for the door of a server on Redis." }
        static var log: String {
            """
            the log of the background server of
            .Xr tictactoe 6 .
            """
        }
    }

    /// The parts of each file that can be lost in a power cut.
    enum ServerPowerCutLosses {
        static var introduction: String {
            """
            The server and its commands sync keys and bans with their directory.
            A power cut never leaves a part of them.
            It can take:
            """
        }
        static let store = #"""
            nothing that was acknowledged with
            .Fl \-durability Ar disk ,
            and some seconds of changes with
            .Ar process .
            """#
        static var keys: String {
            """
            nothing.
            They are on the disk before the server accepts connections.
            """
        }
        static var hostKey: String {
            """
            nothing.
            It is on the disk before the door accepts guests.
            """
        }
        static var bans: String {
            """
            nothing, once
            .Ic tictactoe ban
            has ended.
            Commands that run at the same time wait for each other.
            """
        }
        static var backup: String {
            """
            nothing, once
            .Ic tictactoe backup
            has ended.
            """
        }
        static var recordings: String { "the last lines." }
    }

    enum Examples {
        static var internet: String { "A server for the internet, with ssh guests:" }
        static var status: String {
            "Show the state of a server that you started yourself, and stop it:"
        }
        static var backup: String {
            """
            Back up the service every night, in root's
            .Xr crontab 5
            (if you installed from source, write
            .Pa /usr/local/bin/tictactoe ) :
            """
        }
    }
}
