/// The texts of tictactoe-server(8), the man page for operators.
package enum ServerPage {
    package static let summary = "run a tictactoe server"
    package static let option = "option"

    package static let description = [
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
        Several servers can share one Redis instead.
        """,
    ]
}

extension ServerPage {
    package enum Installation {
        package static let heading = "INSTALLATION"
        package static let debian = """
            The Debian package contains the program, its manual and a unit for
            .Xr systemd 1 .
            It creates the user
            .Li _tictactoe
            for the server.
            Install it, then enable and start the service:
            """
        package static let source = """
            If you build from source,
            .Ic make install
            copies the program, its manual and its completions to
            .Pa /usr/local .
            Install the unit separately:
            """
        package static let others = """
            The archive for other systems has the unit in
            .Pa share/doc/tictactoe/examples .
            .Pa Assets/package/Containerfile
            in the source builds a container.
            """
        package static let unit = """
            The unit runs the server on port 8383 and the door on port 2222, in a sandbox.
            It restarts a server that ends, and limits it to 1 GB of memory.
            The data is in
            .Pa /var/lib/tictactoe ,
            and the log is in the journal:
            """
        package static let change = """
            To change options, run
            .Ic systemctl edit tictactoe
            and replace the command:
            """
        package static let path = """
            If you installed from source, the path is
            .Pa /usr/local/bin/tictactoe .
            Then run
            .Ic systemctl restart tictactoe .
            The server also reads the configuration files of
            .Xr tictactoe 5 .
            """
        package static let withoutUnit = #"""
            Without systemd, run
            .Ic tictactoe serve .
            It stores its data in
            .Pa ~/.local/share/tictactoe .
            A game on this machine can have started a background server
            with the same port and the same data.
            Quit all games first, or run
            .Ic tictactoe serve Fl \-stop .
            """#
    }

    package enum FirstStart {
        package static let heading = "FIRST START"
        package static let introduction = """
            On its first start the server creates the data file,
            and a file with an API key and an administrator token for each app.
            The door creates its host key.
            The server prints its addresses and the path of the keys.
            The door prints its addresses, the fingerprint of the host key,
            and the command for guests.
            Check the new server:
            """
        package static let status = #"""
            .Ic serve Fl \-status
            shows the version, the process and the number of connections.
            It asks port 8383, or the address in
            .Fl \-listen .
            Open both ports in the firewall.
            Players on other machines then run
            .Ic tictactoe Fl \-server Ar HOST ,
            and guests run
            .Ic ssh Fl p Cm 2222 Ar HOST .
            """#
        package static let doctor = """
            .Ic tictactoe doctor
            checks the certificate, the host key, the ban list and the data of a server.
            It reads their paths from the settings, such as this environment variable:
            """
        package static let check = """
            It reads the whole data file.
            The server checks a file of up to 64 MB at each start.
            """
    }

    package enum Certificate {
        package static let heading = "CERTIFICATE"
        package static let introduction = #"""
            Without a certificate connections are not encrypted.
            Players can play,
            but the game sends no passwords to another machine, unless
            .Fl \-insecure\-account
            is set.
            To serve TLS, name the certificate with its chain, and its key:
            """#
        package static let players = #"""
            Players then run
            .Ic tictactoe Fl \-server Ar wss://HOST .
            Under systemd, run
            .Ic systemctl edit tictactoe ,
            and add:
            """#
        package static let renewal = """
            systemd copies both files when the service starts.
            Restart it after each renewal, for example with a hook of certbot.
            Matches survive the restart.
            """
        package static let reload = #"""
            Without
            .Li LoadCredential
            no restart is necessary:
            the server reads both files again at
            .Dv SIGHUP .
            Open connections keep the old certificate.
            If the new files are wrong, the log contains
            .Ql certificate not reloaded
            with the reason, and the old certificate stays in use.
            .Ic tictactoe doctor Fl \-server Ar wss://HOST
            shows until when the certificate of a server is valid.
            """#
        package static let plain = #"""
            All
            .Fl \-listen
            addresses use the certificate.
            .Ic serve Fl \-status ,
            .Ic serve Fl \-stop
            and
            .Ic accounts
            connect without TLS, so they cannot reach such a server.
            Use
            .Ic systemctl ,
            .Pa /healthz
            and the HTTP API instead.
            """#
    }

    package enum Proxy {
        package static let heading = "BEHIND A PROXY"
        package static let introduction = #"""
            A proxy must pass WebSockets.
            Name its address with
            .Fl \-trusted\-proxy ,
            so that bans and limits apply to the clients and not to the proxy.
            The proxy must report the address of each client, in one of two ways:
            """#
        package static let ways = [
            """
            by a header of the PROXY protocol, version 1 or 2, ahead of each connection.
            The door accepts only this way.
            """,
            """
            by
            .Li X-Forwarded-For
            in each HTTP request.
            The last address that is not a trusted proxy counts.
            """,
        ]
        package static let refusals = """
            A trusted proxy that reports no client gets the answer 400, except from
            .Pa /healthz
            and
            .Pa /metrics .
            Reports from other addresses are ignored.
            """
        package static let sameMachine = #"""
            Let a proxy on the same machine connect to
            .Li [::1] ,
            and trust
            .Li ::1 .
            The server's own door and
            .Ic accounts
            connect from 127.0.0.1 and report no client.
            A server that trusts 127.0.0.1 refuses them.
            """#
        package static let crowd = #"""
            If most connections come from one address that is not trusted,
            the log contains
            .Ql most connections come from one address
            once.
            .Ic serve Fl \-status
            and
            .Ic doctor
            report it, too.
            """#
        package static let pages = #"""
            A server that listens only on this machine
            refuses web pages of other sites, and requests for another host name.
            Otherwise any site in a local browser could use the server.
            .Fl \-allow\-origin
            names sites to allow, such as
            .Li https://example.org .
            A server that other machines can reach answers the pages of all sites.
            """#
    }

    package enum Upgrades {
        package static let heading = "UPGRADES"
        package static let texts = [
            """
            Make a backup first:
            an older version refuses data that a newer version has opened,
            and leaves it unchanged.
            A newer version opens the data of every older one.
            """,
            """
            The installation of a newer package restarts a running server.
            After
            .Ic make install ,
            run
            .Ic systemctl restart tictactoe .
            Matches survive the restart.
            .Ic tictactoe \\-\\-version
            prints the version and the commit of the program.
            """,
            """
            Upgrade several servers on one Redis one after the other.
            Stop a server with
            .Dv SIGTERM ,
            which moves its clients to the others, and start the new version.
            An older server that finds data in a newer format logs the format and exits.
            """,
        ]
    }

    package enum Limits {
        package static let introduction = """
            These limits apply to the clients of all apps, besides those that options set.
            A number such as 413 is an HTTP status,
            or an error code of a WebSocket channel.
            The code 1008 closes the connection.
            """
        package static let texts = [
            """
            Each change in an HTTP request counts as a request,
            and so do 16 KB sent or answered.
            An answer 429 has the seconds to wait in
            .Li Retry-After ,
            and the connection is closed.
            """,
            """
            A message in the lobby can have 16 KiB.
            After five failed sign-ins to an account of the game, or 20 from one address,
            the next sign-in must wait.
            The wait grows from a second to 15 minutes.
            An address can create 20 accounts of the game at once, then one a minute.
            """,
        ]
    }

    package enum Signals {
        package static let end = """
            Accept no new clients, ask all clients to come back soon,
            and exit within five seconds.
            """
        package static let reload = #"""
            Read the certificate, its key and the file of
            .Fl \-bans
            again.
            A server with neither exits as above.
            """#
    }

    package enum Files {
        package static let service = "the data of the service."
        package static let data = "the data of a server that you start yourself."
        package static let inside = "Both folders contain:"
        package static let store = "all data."
        package static let keys = "the keys of the apps."
        package static let hostKey = "the host key of the door."
        package static let log = """
            the log of the background server of
            .Xr tictactoe 6 .
            """
    }

    package enum Examples {
        package static let internet = "A server for the internet, with ssh guests:"
        package static let status = "Show the state of the server on this machine, and stop it:"
        package static let backup = """
            Back up the service every night, in the
            .Xr crontab 5
            of root:
            """
    }
}
