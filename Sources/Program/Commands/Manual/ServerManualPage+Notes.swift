extension ServerManualPage {
    static var notesMigration: [ManualBlock] {
        [
            .heading("MOVING FROM SIMPLENOTE"),
            """
            This server can replace Simplenote's.
            It imports your notes, and many of Simplenote's programs can use it.
            In Simplenote, run
            .Dq Export Notes ,
            and copy the zip archive to the server's machine.
            """,
            #"""
            Install the server with a certificate,
            as described under INSTALLATION and CERTIFICATE.
            In the unit's command, also add
            .Fl \-app Cm chalk\-bump\-f49 ,
            which is Simplenote's name in its programs.
            If you don't want to host games over ssh, add
            .Fl \-no\-door .
            Then restart the service, print the app's API key,
            add a user, and import the notes:
            """#,
            .fileContent(
                #"""
                sudo systemctl restart tictactoe
                sudo tictactoe accounts keys --app chalk-bump-f49 \
                    --store /var/lib/tictactoe/server.db
                sudo tictactoe accounts add ada@example.org --app chalk-bump-f49 \
                    --store /var/lib/tictactoe/server.db
                sudo tictactoe accounts import ada@example.org notes.zip \
                    --app chalk-bump-f49 --store /var/lib/tictactoe/server.db
                """#),
            #"""
            .Cm add
            prints a random password.
            .Fl \-password\-file
            names a file with your own.
            .Cm export
            instead of
            .Cm import
            writes all notes of the user to a new file, such as
            .Pa notes.json .
            Its format is that of
            .Pa source/notes.json
            in Simplenote's archive.
            """#,
        ]
    }

    static var clientPrograms: [ManualBlock] {
        [
            .subheading("The programs"),
            #"""
            Each program contains Simplenote's addresses and a public API key.
            The server does not accept this key,
            because any caller could create accounts with it.
            Replace both in the program's files.
            Write the name of your server for
            .Li notes.example ,
            and the API key that
            .Cm accounts keys
            printed for
            .Li KEY :
            """#,
            .fileContent(
                #"""
                sudo sed -i -E \
                    -e 's,(auth|api)\.simperium\.com,notes.example,' \
                    -e "s,(API_KEY|APP_TOKEN) *=.*,\1 = 'KEY'," FILE ...
                """#),
            """
            An upgrade of the program undoes this, so run the command again afterwards.
            These programs were tried, each with the files in its row.
            Paths without a slash at the beginning are below
            .Pa site-packages
            of the Python that runs the program:
            """,
            .items([
                (
                    "nvpy of Debian 12",
                    """
                    .Pa /usr/lib/python3/dist-packages/simplenote/simplenote.py ,
                    .Pa /usr/share/nvpy/nvpy/notes_db.py
                    """
                ),
                (
                    "sncli 0.4.4 of PyPI",
                    """
                    .Pa simplenote_cli/simplenote.py ,
                    .Pa simperium/core.py
                    """
                ),
                ("simplenote 2.1.4 of PyPI", ".Pa simplenote/simplenote.py"),
            ]),
        ]
    }

    static var untriedClientPrograms: [ManualBlock] {
        [
            """
            These programs were not tried.
            Their source shows the change:
            """,
            .items([
                (
                    "simplenote.vim",
                    """
                    It contains a copy of PyPI's simplenote.
                    Run the command on
                    .Pa autoload/simplenote.py/simplenote/simplenote.py .
                    """
                ),
                (
                    "Simplenote for Sublime Text , by RedAtman",
                    """
                    In
                    .Pa api.py ,
                    replace
                    .Li https://auth.{BASE}
                    and
                    .Li https://api.{BASE}
                    by
                    .Li https://notes.example/1 ,
                    and the value of
                    .Li SIMPLENOTE_APP_KEY
                    by the API key.
                    """
                ),
                (
                    "Simplenote for Linux and Windows",
                    #"""
                    Build it from
                    .Pa github.com/Automattic/simplenote\-electron .
                    After
                    .Ic npm install ,
                    run the command on
                    .Pa auth.js
                    and
                    .Pa client.js
                    in
                    .Pa node_modules/simperium/lib/simperium .
                    In
                    .Pa config.json ,
                    set
                    .Li app_id
                    to
                    .Li chalk\-bump\-f49
                    and
                    .Li app_key
                    to the API key.
                    Sign in with e-mail address and password.
                    All other ways to sign in, and public pages of notes, need Simplenote's servers.
                    """#
                ),
            ]),
        ]
    }

    static var unfitClientPrograms: [ManualBlock] {
        [
            "These programs cannot use this server:",
            .items([
                (
                    "simplenote2 for Emacs",
                    """
                    It uses an older interface of Simplenote, which ended in 2018
                    and which this server does not have.
                    """
                ),
                (
                    "Simplenote for iOS, Android and macOS",
                    """
                    The builds of the app stores contain Simplenote's addresses.
                    """
                ),
            ]),
        ]
    }

    static var notesExport: [ManualBlock] {
        [
            .subheading("The export"),
            #"""
            The server must run.
            .Cm import
            reads the archive, or
            .Pa source/notes.json
            from it.
            It is checked as a whole before the first note is added.
            Notes keep their ids.
            A note that the account has already stays as it is,
            so an import can be repeated and replaces no edit.
            If an import ends early, for example because the disk is full,
            it prints the number of added notes and exits with status 1;
            run it again to add the rest.
            """#,
            #"""
            An id with characters that a key can't have is percent-encoded in the bucket.
            A note without an id, and a note with the id of an earlier, different note,
            gets an id that is computed from its content.
            A note can have up to 512 KiB.
            The accounts of collaborators are not created,
            and a public page is not published again.
            """#,
            #"""
            The file has two lists,
            .Li activeNotes
            and
            .Li trashedNotes .
            At least one of them must be there.
            A note has these fields, and each can be missing:
            """#,
        ]
    }

    static var notesExportFields: [ManualBlock] {
        [
            .items([
                ("Li id", "the key of the object in the bucket note"),
                (
                    "Li content",
                    """
                    the text.
                    Simplenote writes a carriage return before each line feed;
                    import removes it
                    """
                ),
                (
                    "Li creationDate , lastModified",
                    """
                    dates in ISO 8601.
                    In the bucket, creationDate and modificationDate are seconds since 1970
                    """
                ),
                (
                    "Li tags",
                    "a list of texts; each has an object in the bucket tag with its name and index"
                ),
                ("Li pinned , markdown", "true or false; in the bucket, words in systemTags"),
                (
                    "Li publicURL",
                    "the address of a public page; in the bucket, its end is publishURL"
                ),
                (
                    "Li collaboratorEmails",
                    "a list of texts; in the bucket, they are among the tags"
                ),
                (
                    "Li otherMembers",
                    "of our export only: members of the object that give no other field"
                ),
            ]),
            #"""
            Any other field is kept and exported again.
            So are the form of a date,
            and an empty list or false where Simplenote writes no field,
            until a client changes their value.
            """#,
            #"""
            The fields were seen in Simplenote's program for the desktop
            (github.com/Automattic/simplenote\-electron):
            all nine in
            .Pa lib/utils/export/export\-notes.ts ,
            the name in the archive in
            .Pa to\-zip.ts
            beside it, and the example file in
            .Pa lib/utils/import/README.MD
            has the lists, content, dates, pinned and tags.
            The keys of tags are those of
            .Pa lib/utils/tag\-hash.ts ,
            and the members of objects those of
            .Pa lib/types.ts .
            """#,
        ]
    }
}
