extension ServerManualPage {
    static var durability: [ManualBlock] {
        [
            .heading("WHAT AN ACKNOWLEDGED CHANGE SURVIVES"),
            #"""
            With
            .Fl \-durability Ar disk ,
            the default,
            a change is on the disk before any client or HTTP caller learns about it.
            It survives a power cut,
            provided that the disk does not report a sync too early.
            Changes that arrive during a sync share the next one.
            On a slow disk, acknowledgements take longer, but the server does not stop.
            """#,
            #"""
            With
            .Fl \-durability Ar process ,
            an acknowledged change survives the end of the server, even by
            .Dv SIGKILL .
            A power cut, or a crash of the operating system,
            may lose the changes of the last moments, usually some seconds.
            Clients then reload their buckets.
            The server that a game starts in the background uses this setting.
            """#,
            """
            If a write is refused, for example because the disk is full,
            the server closes the clients of that user with the code 1013,
            and answers HTTP requests about the user with 503.
            Clients reconnect, and send unacknowledged changes again.
            If the disk reports an error, the server closes all clients,
            closes the file, opens it again and checks it.
            While this fails,
            .Pa /healthz
            returns 503 with the reason, and the server tries again every 10 seconds.
            """,
            #"""
            The member
            .Li durability
            of
            .Pa /healthz ,
            and
            .Ic serve Fl \-status ,
            show the promise of the running server:
            .Li disk ,
            .Li process ,
            .Li memory
            with
            .Fl \-store Ar memory ,
            or
            .Li unknown
            if Redis does not show it.
            With Redis, its setting
            .Cm appendfsync
            decides:
            .Cm always
            is
            .Li disk ,
            and
            .Cm everysec
            is
            .Li process .
            """#,
        ]
    }

    static var backup: [ManualBlock] {
        [
            .heading("BACKUP AND RESTORE"),
            #"""
            .Ic tictactoe backup Ar FILE
            writes all of a server's data to a new file, and its keys to
            .Ar FILE Ns Pa .keys .
            If the server's options contain
            .Fl \-keys ,
            give it to this command, too.
            The server can keep running.
            The backup contains all changes that were acknowledged
            before the command started.
            When the command ends, the backup is on the disk.
            The command also checks the backup, as
            .Ic doctor Fl \-store
            does.
            A damaged backup is kept, but the command prints the damage
            and exits with status 1: keep the earlier backups then.
            The command never replaces a file.
            The door's host key is not in the backup, so copy it as well:
            """#,
            .fileContent(
                #"""
                sudo tictactoe backup --store /var/lib/tictactoe/server.db \
                    /backups/today.db
                sudo cp /var/lib/tictactoe/ssh_host_ed25519_key /backups/
                """#),
            """
            To restore the backup, stop the service, and move the old data away.
            Move all files whose names start with
            .Pa server.db ,
            because SQLite would apply an old write-ahead log to the backup.
            Put the backup in their place, and start the service:
            """,
            .fileContent(
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
            """
            The server has lost all changes made after the backup.
            Devices with the library SimperiumKit send it the objects
            and versions that they have synced since.
            Other clients reload their buckets, and lose these changes
            until a device has sent them.
            Accounts, matches and results made after the backup are lost.
            Changes that a client had not sent yet are kept.
            """,
            #"""
            A server can also use a backup in place, with
            .Fl \-store Ar FILE .
            The server then changes that file, so use a copy of the backup.
            """#,
        ]
    }

    static var fileRedisCopy: [ManualBlock] {
        [
            .subheading("Moving to Redis and back"),
            """
            .Ic tictactoe copy Ar FROM TO
            copies all data between a file and Redis:
            accounts, tokens, options, and all objects with their versions.
            It also copies from one Redis to another.
            First stop all servers that use either of them.
            """,
            .commands(["tictactoe copy server.db redis://10.0.0.5"]),
            """
            .Ar TO
            must be an empty Redis, or a file that does not exist yet.
            Otherwise, nothing is copied.
            A file in
            .Ar FROM
            of an older version is not upgraded: the command upgrades a temporary copy
            beside it, and removes the copy at the end.
            Clients keep their data and any changes they have not sent yet.
            Keys are not copied: use the same keys file for both.
            The list of bans is copied only from one Redis to another.
            After a copy of data of version 0.2 in Redis,
            a program that reads all users' changes must start from the beginning.
            If the command is interrupted, empty
            .Ar TO
            and run it again.
            Servers can use a Redis in
            .Ar FROM
            again after two minutes.
            """,
        ]
    }

    static var apps: [ManualBlock] {
        [
            .heading("OTHER SIMPERIUM APPS"),
            #"""
            .Fl \-app Ar NAME
            adds an app for other Simperium clients, such as your own programs.
            A program needs the server's address,
            the app's name and its API key.
            For an app named notes, add
            .Fl \-app Cm notes
            to the server's options, and create the keys and a user:
            """#,
            .fileContent(
                #"""
                sudo tictactoe accounts keys --app notes \
                    --store /var/lib/tictactoe/server.db
                sudo systemctl restart tictactoe
                sudo tictactoe accounts add ada@example.org --app notes \
                    --store /var/lib/tictactoe/server.db
                """#),
            """
            Programs can create users with the API key, too.
            Over HTTP, with the administrator token,
            .Pa reset_password/
            sets a new password, and
            .Pa __options__
            contains the options of each bucket.
            .Pa Sources/PROTOCOL.md
            describes all requests.
            """,
        ]
    }

    static var appKeys: [ManualBlock] {
        [
            .subheading("Keys"),
            #"""
            The keys file is
            .Pa server.db.keys
            beside the data file, or the file that
            .Fl \-keys
            names.
            It contains a line for each app:
            the name, an API key and an administrator token, separated by single spaces.
            Edits take effect at the next start.
            An app can have more than one line, and all of them are valid,
            so you can replace a key while programs still use the old one.
            """#,
            #"""
            A server with
            .Fl \-store Cm memory
            creates new keys at each start,
            and prints them once if its output is a terminal.
            With
            .Fl \-keys
            it stores them in that file, which only its owner can read.
            """#,
            .subheading("All users' changes (firehose)"),
            """
            With the administrator token,
            a program can read the changes in all users' buckets with the same name:
            """,
            .fileContent(
                #"""
                curl http://127.0.0.1:8383/1/NAME/BUCKET/all \
                    -H 'X-Simperium-Token: TOKEN'
                """#),
        ]
    }

    static var signalsAndFiles: [ManualBlock] {
        [
            .heading("SIGNALS"),
            .items(
                [
                    (
                        "Dv SIGTERM , SIGINT",
                        """
                        Stop accepting clients, ask all clients to come back soon,
                        and exit within five seconds.
                        """
                    ),
                    (
                        "Dv SIGHUP",
                        #"""
                        Reread the certificate, its key and the
                        .Fl \-bans
                        file.
                        A server that was started at a terminal,
                        with neither a certificate nor a ban list, exits as above.
                        """#
                    ),
                ], width: "SIGTERM"),
            .heading("FILES"),
            .items([
                ("Pa /var/lib/tictactoe", "the data directory of the service."),
                (
                    "Pa ~/.local/share/tictactoe",
                    "the data directory of a server that you start yourself."
                ),
                (
                    "Pa ~/.local/state/tictactoe/server.log",
                    """
                    the log of the background server of
                    .Xr tictactoe 6 .
                    """
                ),
            ]),
            "Both data directories contain:",
            .items([
                ("Pa server.db", "all data."),
                ("Pa server.db.keys", "the apps' keys."),
                ("Pa ssh_host_ed25519_key", "the door's host key."),
                ("Pa door\\-PORT.bans", "the bans for the door of a server on Redis."),
            ]),
        ]
    }

    static var powerCutLosses: [ManualBlock] {
        [
            .subheading("After a power cut"),
            """
            The server and its commands sync keys and bans with their directory.
            A power cut never leaves them half-written.
            You can lose:
            """,
            .items([
                (
                    "Pa server.db",
                    #"""
                    nothing that was acknowledged with
                    .Fl \-durability Ar disk ,
                    and some seconds of changes with
                    .Ar process .
                    """#
                ),
                (
                    "Pa server.db.keys",
                    """
                    nothing.
                    They are on the disk before the server accepts connections.
                    """
                ),
                (
                    "Pa ssh_host_ed25519_key",
                    """
                    nothing.
                    It is on the disk before the door accepts guests.
                    """
                ),
                (
                    "the list of bans",
                    """
                    nothing, once
                    .Ic tictactoe ban
                    has ended.
                    Commands that run at the same time wait for each other.
                    """
                ),
                (
                    "a backup and its keys",
                    """
                    nothing, once
                    .Ic tictactoe backup
                    has ended.
                    """
                ),
                ("a recording, or the log", "the last lines."),
            ]),
            .heading("EXIT STATUS"),
            .exitStatusList,
        ]
    }
}
