extension ServerPage {
    /// Backups, and the way back from one.
    package enum Backup {
        package static let heading = "BACKUP AND RESTORE"
        package static let introduction = """
            .Ic tictactoe backup Ar FILE
            writes all data of a server to a new file, and its keys to
            .Ar FILE Ns Pa .keys .
            The server can run meanwhile.
            The command never replaces a file.
            The door's host key is not in the backup, so copy it, too:
            """
        package static let restore = """
            To restore the backup, stop the service, and move the old data away.
            Move all files whose names start with
            .Pa server.db ,
            because an old log would be applied to the backup.
            Put the backup in their place, and start the service:
            """
        package static let loss = """
            All changes after the backup are lost.
            Clients that have newer data load their buckets again,
            and lose these changes, too.
            Changes that a client had not sent yet are kept.
            """
        package static let store = #"""
            A server can also use a backup where it is, with
            .Fl \-store Ar FILE .
            """#
    }

    /// Moves between a file and Redis.
    package enum Copy {
        package static let heading = "Moving to Redis and back"
        package static let introduction = """
            .Ic tictactoe copy Ar FROM TO
            copies all data between a file and Redis:
            accounts, tokens, options, and all objects with their versions.
            Stop the servers of both first.
            """
        package static let text = """
            .Ar TO
            must be empty, or a file that does not exist yet.
            Otherwise nothing is copied.
            Clients continue with their data and with changes they have not sent yet.
            Keys are not copied: use the same file of keys for both.
            A reader of the changes of all users must start from the beginning.
            """
    }
}

extension ServerPage {
    /// Other apps than the game, and their keys.
    package enum Apps {
        package static let heading = "OTHER SIMPERIUM APPS"
        package static let introduction = #"""
            .Fl \-app Ar NAME
            adds an app for other Simperium clients, such as your own programs.
            The server creates its keys at the next start.
            A program needs the address of the server,
            the name of the app and its API key.
            To create a user, send:
            """#
        package static let users = """
            .Ic tictactoe accounts
            does not manage the users of these apps.
            The administrator token manages them over HTTP:
            .Pa reset_password/
            sets a new password,
            .Pa delete/
            deletes a user, and
            .Pa __options__
            has the options of each bucket.
            .Pa Sources/PROTOCOL.md
            describes all requests.
            """
    }
}

extension ServerPage.Apps {
    package enum Keys {
        package static let heading = "Keys"
        package static let text = #"""
            The file of keys is
            .Pa server.db.keys
            beside the data file, or the file that
            .Fl \-keys
            names.
            It has a line for each app:
            the name, an API key and an administrator token, with one space between them.
            Edits take effect at the next start.
            An app can have several lines, and all of them are valid.
            So you can replace a key while programs still use the old one.
            """#
        package static let memory = #"""
            A server with
            .Fl \-store Cm memory
            creates new keys at each start,
            and shows them once if its output is a terminal.
            With
            .Fl \-keys
            it stores them in that file, which only its owner can read.
            """#
    }

    package enum Firehose {
        package static let heading = "Changes of all users"
        package static let introduction = """
            With the administrator token,
            a program can read the changes in the buckets of all users that have one name:
            """
        package static let nodes = #"""
            Servers that share a Redis answer this only for the apps that
            .Fl \-firehose
            names on all of them, and 501 for others.
            Each change is then stored twice.
            A reader can get a change twice if a server was killed.
            """#
    }
}
