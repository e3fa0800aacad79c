import Glibc
import TestKit
import TestSupport
import Testing

/// Simplenote's export, imported and exported by `tictactoe accounts` while the server runs.
@Suite("Import and export of notes", .waits)
struct NoteTransferTests {
    /// The app of Simplenote, whose API key PyPI's simplenote contains.
    private static let app = "chalk-bump-f49"
    private static let apiKey = "c8c2b86337154cdabc989b23e30c6bf4"
    private static let kim = "kim@example.org"

    private let folder: TemporaryFolder
    private let server: ServedProgram

    init() throws {
        folder = try TemporaryFolder()
        let keys = "\(Self.app) \(Self.apiKey) \(String(repeating: "7", count: 32))\n"
        try Files.write(keys, to: folder.path("keys"))
        try Files.setMode(of: folder.path("keys"), to: 0o600)
        try Files.write("correct horse\n", to: folder.path("password"))
        let certificates = Certificates.shared
        server = try ServedProgram([
            "--app", Self.app, "--keys", folder.path("keys"),
            "--tls-cert", certificates.path("good"), "--tls-key", certificates.key,
        ])
    }

    private func operate(
        _ words: String..., app: String? = app, on other: ServedProgram? = nil
    ) throws -> (text: String, status: CInt) {
        let place = ["--keys", folder.path("keys"), "--listen", (other ?? server).address]
        return try PipedProgram.run(
            PipedProgram.ours,
            ["accounts"] + words + place + (app.map { ["--app", $0] } ?? []))
    }

    private func add(_ name: String) throws {
        let added = try operate("add", name, "--password-file", folder.path("password"))
        #expect(added.text == "tictactoe: \(name) has been added\n" && added.status == 0)
    }

    /// Runs a step of `programs` in Python, with the published clients on its path.
    private func python(_ program: String, _ arguments: String...) throws -> String {
        let program = try startPython(program, arguments)
        program.closesInput()
        return program.rest()
    }

    private func startPython(_ program: String, _ arguments: [String] = []) throws -> PipedProgram {
        let wheels = ["simplenote==2.1.4", "Simperium3==0.1.5"].map { ThisBuild.wheel($0) }
        for wheel in wheels { try #require(Files.exists(wheel), "make test-deps installs it") }
        return try server.startPython(
            Self.head + program,
            [Certificates.shared.authority, folder.place] + wheels + arguments)
    }

    @Test("2,300 notes are in two published clients as in the file, and are exported as they were")
    func transfer() throws {
        try add(Self.kim)
        #expect(try python(Self.making) == "made\n")
        let file = folder.path("notes.json")
        let imported = try operate("import", Self.kim, file)
        #expect(imported.status == 0)
        #expect(
            imported.text == """
                tictactoe: found 2300 notes: 2000 active and 300 in the trash, 326 pinned, \
                210 in Markdown, with 10 tags
                tictactoe: notes added to kim@example.org: 2300; already there and unchanged: 0
                tictactoe: tags added: 10; already there and unchanged: 0

                """)
        #expect(try python(Self.reading) == "both have all of it\n")
        let export = folder.path("export.json")
        let exported = try operate("export", Self.kim, export)
        #expect(
            exported.status == 0 && exported.text.contains(": 2000 active and 300 in the trash"))
        #expect(try python(Self.comparing, export) == "equal\n")
        #expect(try Files.mode(of: export) == 0o600)
        let again = try operate("export", Self.kim, export)
        #expect(again.status == 1 && again.text.contains("already exists"))
        // Like a file that appears during the export, it can't be read before.
        let link = folder.path("link.json")
        #expect(unsafe symlink(folder.path("nowhere"), link) == 0)
        let replaced = try operate("export", Self.kim, link)
        #expect(replaced.status == 1 && replaced.text.contains("already exists"))
        #expect(try Files.names(in: folder.place).allSatisfy { !$0.hasSuffix(".new") })

        // An edit stays, a removed note returns, and all others are unchanged.
        #expect(try python(Self.editing) == "edited\n")
        let second = try operate("import", Self.kim, file)
        #expect(
            second.text.contains("added to kim@example.org: 1; already there and unchanged: 2299"))
        #expect(second.text.contains("tags added: 0; already there and unchanged: 10"))
        #expect(try python(Self.checking) == "the edit is there\n")
    }

    @Test("The archive is imported as it is, into any user, also a locked one")
    func archive() throws {
        try add("lin@example.org")
        #expect(try python(Self.making, "230") == "made\n")
        #expect(try operate("lock", "lin@example.org").status == 0)
        let imported = try operate("import", "LIN@example.org", folder.path("notes.zip"))
        #expect(imported.status == 0 && imported.text.contains("is locked and stays locked"))
        #expect(imported.text.contains(": 230; already there and unchanged: 0"))
        let exported = try operate("export", "lin@example.org", folder.path("export.json"))
        #expect(exported.status == 0)
        #expect(try python(Self.comparing, folder.path("export.json")) == "equal\n")
    }

    @Test("While a client edits and creates notes, an import into its account replaces nothing")
    func concurrent() throws {
        try add(Self.kim)
        #expect(try python(Self.making) == "made\n")
        let client = try startPython(Self.meanwhile)
        #expect(client.line() == "has notes")
        let file = folder.path("notes.json")
        let imported = try operate("import", Self.kim, file)
        client.says("imported")
        #expect(client.rest() == "all edits are there\n")
        #expect(imported.status == 0, "\(imported.text)")
        #expect(imported.text.contains(": 2298; already there and unchanged: 2\n"))
        #expect(imported.text.contains("tags added: 9; already there and unchanged: 1\n"))
        let again = try operate("import", Self.kim, file)
        #expect(again.text.contains(": 0; already there and unchanged: 2300\n"))
        #expect(try python(Self.remaining) == "all edits are there\n")
    }

    @Test("Without room on the disk, an import ends with the number of notes, and can be completed")
    func noRoom() throws {
        let arguments = ["--app", Self.app, "--keys", folder.path("keys")]
        let small = try ServedProgram(
            arguments, under: ["/bin/sh", "-c", "ulimit -f 2000; exec \"$@\"", "sh"])
        #expect(try operate("add", Self.kim, on: small).status == 0)
        #expect(try python(Self.making, "230", "1600") == "made\n")
        let first = try operate("import", Self.kim, folder.path("notes.json"), on: small)
        #expect(first.status == 1, "\(first.text)")
        let words = first.text.components(after: "the import is incomplete: ")
        let count = try #require(words.first.flatMap { Int($0) }, "\(first.text)")
        #expect((0..<230).contains(count) && first.text.contains("Run it again"))
        #expect(small.stop() == 0)

        let large = try ServedProgram(arguments, in: .file(small.store))
        let second = try operate("import", Self.kim, folder.path("notes.json"), on: large)
        let numbers = second.text.components(after: "notes added to kim@example.org: ")
            .compactMap { Int($0) }
        #expect(second.status == 0 && numbers.reduce(0, +) == 230, "\(second.text)")
        let export = folder.path("export.json")
        #expect(try operate("export", Self.kim, export, on: large).status == 0)
        #expect(try python(Self.comparing, export) == "equal\n")
    }

    @Test(
        "A bad file, a missing user and an app that is not served are refused, without an effect",
        .direct)
    func refused() throws {
        try add(Self.kim)
        let file = folder.path("notes.json")
        let note = #"{"id":"a","content":"x"}"#
        for (text, reason) in [
            (#"{"activeNotes":[\#(note)"#, "the file ends in the middle"),
            (
                #"{"activeNotes":[\#(note),{"id":"b","tags":1}]}"#,
                "note 2 of activeNotes (id b) has"
            ),
            (#"{"notes":[]}"#, "has neither activeNotes nor trashedNotes"),
            ("PK\u{3}\u{4}", "the zip archive is cut off"),
        ] {
            try Files.write(text, to: file)
            let result = try operate("import", Self.kim, file)
            #expect(result.status == 1 && result.text.contains(reason), "\(result.text)")
            #expect(result.text.contains("Nothing was imported"))
        }
        #expect(try operate("import", Self.kim, folder.path("none")).status == 1)
        let directory = try operate("import", Self.kim, folder.place)
        #expect(directory.status == 1 && directory.text.contains("directory"), "\(directory.text)")
        try Files.write(#"{"activeNotes":[\#(note)]}"#, to: file)
        #expect(try operate("import", "lee@example.org", file).status == 4)
        #expect(try operate("import", Self.kim, file, app: nil).status == 2)
        let unknown = try operate("import", Self.kim, file, app: "other")
        #expect(
            unknown.status == 1 && unknown.text.contains("administrator token for the app other"))
        let keys = try operate("keys", app: "other")
        #expect(keys.status == 0 && keys.text.contains("restart the server with --app other"))
        #expect(
            try operate("keys", app: "other").text
                == keys.text.split(separator: "\n")
                .prefix(2).map { "\($0)\n" }.joined())
        let unserved = try operate("import", Self.kim, file, app: "other")
        #expect(unserved.status == 4 && unserved.text.contains("does not serve the app other"))
        let archive = try operate("export", Self.kim, folder.path("empty.zip"))
        #expect(
            archive.status == 1 && archive.text.contains("not be a zip archive"),
            "\(archive.text)")
        #expect(try !Files.names(in: folder.place).contains("empty.zip"))
        let empty = try operate("export", Self.kim, folder.path("empty.json"))
        #expect(empty.text.contains("exported 0 notes"))
        server.crash()
        #expect(try operate("import", Self.kim, file).status == 3)
    }

    @Test("A conflict after a rate limit is a refusal; after a failure it is an earlier success")
    func repeated() throws {
        let file = folder.path("notes.json")
        try Files.write(#"{"activeNotes":[{"id":"a","content":"x"}]}"#, to: file)
        for (first, added) in [("429", 0), ("503", 1)] {
            let imported = try importIntoConflictingServer(file, [first])
            #expect(imported.text.contains("added to kim@example.org: \(added);"))
            #expect(imported.text.contains("with error 409") == (added == 0), "\(imported.text)")
            #expect(imported.status == (added == 0 ? 1 : 0))
        }
    }

    @Test("An import that fails at its tags also ends with the number of notes")
    func failedTags() throws {
        let file = folder.path("notes.json")
        try Files.write(#"{"activeNotes":[{"id":"a","content":"x","tags":["t"]}]}"#, to: file)
        let imported = try importIntoConflictingServer(file, ["503", "tag"])
        #expect(imported.status == 1, "\(imported.text)")
        #expect(
            imported.text.contains("the import is incomplete: 1 notes were added. Run it again"))
    }

    /// Imports a file into the server of `conflicting` with these arguments.
    private func importIntoConflictingServer(
        _ file: String, _ arguments: [String]
    ) throws -> (text: String, status: CInt) {
        let other = try PipedProgram("/usr/bin/python3", ["-c", Self.conflicting] + arguments)
        defer { other.send(SIGKILL) }
        let port = try #require(other.line())
        return try PipedProgram.run(
            PipedProgram.ours,
            [
                "accounts", "import", Self.kim, file, "--keys", folder.path("keys"),
                "--listen", "127.0.0.1:\(port)", "--app", Self.app,
            ])
    }

    @Test("An operator adds, lists and deletes the users of an app, and needs no password for that")
    func users() throws {
        let added = try operate("add", Self.kim)
        let password = try #require(
            added.text.split(separator: " ").last?.split(separator: "\n").last)
        #expect(added.status == 0 && password.count == 20)
        #expect(try operate("add", Self.kim).status == 5)
        #expect(try operate("add", "no address").text.contains("e-mail address"))
        #expect(try operate("list").text.hasPrefix("kim@example.org  "))
        #expect(try operate("list", app: nil).text.contains("no administrator token") == false)
        #expect(
            try operate("delete", Self.kim).text == "tictactoe: kim@example.org has been deleted\n")
        #expect(try operate("list").text.contains("there are no accounts"))
        #expect(try operate("add", Self.kim).status == 0)
    }
}

extension String {
    /// Returns the words and numbers behind a text in the first line that has it.
    fileprivate func components(after text: String) -> [String] {
        guard let start = firstRange(of: text)?.upperBound else { return [] }
        let line = self[start...].prefix { $0 != "\n" }
        return line.split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }
}

extension NoteTransferTests {
    private static let head = #"""
        import contextlib, io, os, random, time, zipfile
        AUTHORITY, HOME = sys.argv[2:4]
        os.environ.update(HOME=HOME, SSL_CERT_FILE=AUTHORITY, REQUESTS_CA_BUNDLE=AUTHORITY)
        sys.path[:0] = sys.argv[4:6]
        KIM, PASSWORD, APP = "kim@example.org", "correct horse", "chalk-bump-f49"
        HOST = "127.0.0.1:" + PORT
        FILE = HOME + "/notes.json"

        def same(what, found, wanted):
            if found != wanted:
                sys.exit(f"{what} is {str(found)[:300]!r}, and not {str(wanted)[:300]!r}.")

        def load(path):
            with open(path) as file:
                return json.load(file)

        def signed_in():
            import simplenote
            library = simplenote.simplenote
            path = f"https://{HOST}/1/{library.APP_ID}/"
            library.AUTH_URL, library.DATA_URL = path + "authorize/", path + library.BUCKET
            return simplenote.Simplenote(KIM, PASSWORD)

        def done(answer):
            value, status = answer
            same(f"The status of the answer {value}", status, 0)
            return value


        """#

    /// A server without objects. It answers the first changes with the status in its first
    /// argument, and all later ones with the error 409. It refuses all requests about the buckets
    /// in its other arguments.
    private static let conflicting = #"""
        import http.server, json, sys
        statuses, refused = [int(sys.argv[1])], sys.argv[2:]
        class Server(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            def answer(self):
                self.rfile.read(int(self.headers.get("Content-Length") or 0))
                path = self.path.split("?")[0].strip("/").split("/")[2:]
                found = {"index": [], "accounts": [{"username": "kim", "userid": "u-1"}]}
                status = 200
                if path[-1:] == ["changes"]:
                    status = statuses.pop() if statuses else 200
                    found = [{"error": 409}]
                if path and path[0] in refused:
                    status = 400
                body = json.dumps(found).encode()
                self.send_response(status)
                self.send_header("Content-Length", str(len(body)))
                self.send_header("Retry-After", "1")
                self.end_headers()
                self.wfile.write(body)
            do_GET = do_POST = answer
            def log_message(self, *words): pass
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Server)
        print(server.server_address[1], flush=True)
        server.serve_forever()
        """#

    /// Writes notes with all fields of the format and some more, and an archive of them: 2,300 or
    /// another number, and each with some words or with a number of them.
    private static let making = #"""
        random.seed(1)
        COUNT, WORDS = (int(number) for number in sys.argv[6:] + ["2300", "0"][len(sys.argv) - 6:])
        NAMES = ["Home", "work", "a b", "é", "c/d", "50%", "x'y", "😀", "long" * 9, "1", "Zoo", "t"]
        def note(number):
            day = f"20{number % 30 + 10}-0{number % 9 + 1}-1{number % 10}"
            at = day + f"T0{number % 10}:30:59.{number % 1000:03}Z"
            made = {"id": f"{random.getrandbits(128):032x}",
                "content": f"Note {number}\r\nwith “two” lines\tand 😀\r\n"
                    + "text " * (WORDS or number % 6),
                "creationDate": at, "lastModified": at.replace("-1", "-2")}
            if number % 7 == 0: made["pinned"] = True
            if number % 11 == 0: made["markdown"] = True
            if number % 3: made["tags"] = sorted({NAMES[number % 12], NAMES[number % 5]})
            if number % 100 == 1: made["collaboratorEmails"] = ["lin@example.org"]
            if number % 100 == 2: made["publicURL"] = "http://simp.ly/p/ab" + str(number)
            if number % 100 == 3: made.update(pinned=False, tags=[], future={"a": [1, None]})
            if number % 100 == 4: made["content"] = "only\nline feeds\n"
            if number % 100 == 5: made["creationDate"] = "1970-01-01T00:00:00+00:00"
            if number % 100 == 6: made["lastModified"] = "9999-12-31T23:59:59.999Z"
            return made
        notes = [note(number) for number in range(COUNT)]
        notes[8]["id"], notes[9]["id"] = "a/b 😀", "50%25"
        end = COUNT * 20 // 23
        text = json.dumps({"activeNotes": notes[:end], "trashedNotes": notes[end:]}, indent=2)
        with open(FILE, "w") as file:
            file.write(text)
        with zipfile.ZipFile(HOME + "/notes.zip", "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("Note 1.txt", "Note 1")
            archive.writestr("source/notes.json", text)
        print("made")
        """#

    /// Compares the notes in PyPI's simplenote and in Simperium3 with the file.
    private static let reading = #"""
        from urllib.parse import quote
        file = load(FILE)
        everything = file["activeNotes"] + file["trashedNotes"]
        def key(note):
            return note["id"] if note["id"] == "50%25" else quote(note["id"], safe="")
        wanted = sorted((key(n), n["content"].replace("\r\n", "\n"),
            n.get("tags", []) + n.get("collaboratorEmails", []), bool(n.get("pinned")),
            bool(n.get("markdown")), n in file["trashedNotes"]) for n in everything)
        def shown(key, note):
            return (key, note["content"], note["tags"], "pinned" in note["systemTags"],
                "markdown" in note["systemTags"], bool(note["deleted"]))
        kim = signed_in()
        found = sorted(shown(note["key"], note) for note in done(kim.get_note_list()))
        same("The number of notes in simplenote", len(found), 2300)
        for one, other in zip(found, wanted): same("A note in simplenote", one, other)
        tagged = done(kim.get_note_list(tags=["Home"]))
        same("Notes tagged Home", len(tagged), sum("Home" in n.get("tags", []) for n in everything))

        from simperium.core import Api, Auth
        auth = Auth(APP, "c8c2b86337154cdabc989b23e30c6bf4", host=HOST)
        api = Api(APP, auth.authorize(KIM, PASSWORD), clientid="py-1", host=HOST)
        def every(bucket):
            mark, entries = None, []
            while True:
                page = bucket.index(data=True, mark=mark, limit=1000)
                entries += page["index"]
                mark = page.get("mark")
                if not mark: return entries
        found = sorted(shown(entry["id"], entry["d"]) for entry in every(api.note))
        for one, other in zip(found, wanted): same("A note in Simperium3", one, other)
        same("The number of notes in Simperium3", len(found), 2300)
        tags = {entry["id"]: entry["d"] for entry in every(api.tag)}
        names = {tag for n in everything for tag in n.get("tags", [])}
        same("The names of tags", {tag["name"] for tag in tags.values()}, names)
        same("The keys of tags", set(tags), {quote(name.lower(), safe="") for name in names})
        same("The order", sorted(tag["index"] for tag in tags.values()), list(range(len(tags))))
        print("both have all of it")
        """#

    private static let comparing = #"""
        def ordered(path):
            lists = load(path)
            same("The lists", set(lists), {"activeNotes", "trashedNotes"})
            return {name: sorted(notes, key=lambda note: note["id"])
                for name, notes in lists.items()}
        one, other = ordered(FILE), ordered(sys.argv[6])
        for name in one:
            same("The number of " + name, len(other[name]), len(one[name]))
            for first, second in zip(one[name], other[name]): same("A note", second, first)
        print("equal")
        """#

    /// Has a note of its own, one with an id of the file, and a tag of the file. As soon as the
    /// import's first notes are there, it creates the last note of the file, and edits two others
    /// while the import runs and after it.
    private static let meanwhile = #"""
        from simperium.core import Api, Auth
        import threading
        auth = Auth(APP, "c8c2b86337154cdabc989b23e30c6bf4", host=HOST)
        api = Api(APP, auth.authorize(KIM, PASSWORD), clientid="py-1", host=HOST)
        file = load(FILE)
        first, second = (note["id"] for note in file["activeNotes"][:2])
        last = file["trashedNotes"][-1]["id"]
        def note(content):
            return {"content": content, "creationDate": 1.5, "modificationDate": 1.5, "tags": [],
                "systemTags": [], "deleted": False, "shareURL": "", "publishURL": ""}
        api.note.post(second, note("Mine"))
        api.note.post("own", note("My own"))
        api.tag.post("home", {"name": "hoMe", "index": 7})
        cursor = api.note.index()["current"]
        print("has notes", flush=True)
        api.note.changes(cv=cursor, timeout=60)
        api.note.post(last, note("My last"))
        ended = threading.Event()
        threading.Thread(target=lambda: (sys.stdin.readline(), ended.set())).start()
        for number in range(12):
            # The import shares the rate limit of this address, so most edits are early.
            if number == 10: ended.wait()
            api.note.post(first, {"content": f"Edited {number}"})
            api.note.post(second, {"content": f"Mine {number}"})
        with open(HOME + "/number", "w") as kept:
            kept.write(str(number))
        """# + "\n" + remaining

    private static let remaining = #"""
        with open(HOME + "/number") as kept:
            number = kept.read()
        kim, notes = signed_in(), load(FILE)
        first, second = (note["id"] for note in notes["activeNotes"][:2])
        last = notes["trashedNotes"][-1]["id"]
        def members(key):
            note = done(kim.get_note(key))
            return note["content"], note["createdate"] == 1.5, bool(note["deleted"])
        same("The imported note", members(first), ("Edited " + number, False, False))
        same("The earlier note", members(second), ("Mine " + number, True, False))
        same("The note created meanwhile", members(last), ("My last", True, False))
        same("The own note", members("own"), ("My own", True, False))
        same("The number of notes", len(done(kim.get_note_list())), 2301)
        print("all edits are there")
        """#

    private static let editing = #"""
        kim = signed_in()
        first, second = (note["id"] for note in load(FILE)["activeNotes"][:2])
        note = done(kim.get_note(first))
        note["content"] = "edited"
        done(kim.update_note(note))
        done(kim.delete_note(second))
        print("edited")
        """#

    private static let checking = #"""
        kim = signed_in()
        notes = load(FILE)["activeNotes"]
        same("The edited note", done(kim.get_note(notes[0]["id"]))["content"], "edited")
        content = notes[1]["content"].replace("\r\n", "\n")
        same("The removed note", done(kim.get_note(notes[1]["id"]))["content"], content)
        print("the edit is there")
        """#
}
