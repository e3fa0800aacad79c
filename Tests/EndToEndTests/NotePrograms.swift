/// Python programs that use published clients of Simplenote, in the steps of `NoteClientTests`.
///
/// Each prints a line after a step, and waits for a line before the next line.
enum NotePrograms {
    /// The common beginning. `same` ends the program with a sentence that has both values.
    static let head = #"""
        import contextlib, io, os, threading, time
        KIM, PASSWORD = "kim@example.org", "correct horse"
        HOST = "127.0.0.1:" + PORT
        AUTHORITY, HOME, COUNT = sys.argv[2:5]
        os.environ.update(HOME=HOME, SSL_CERT_FILE=AUTHORITY, REQUESTS_CA_BUNDLE=AUTHORITY)
        sys.path[:0] = sys.argv[5:]
        NOTES = sorted(f"Note {number}" for number in range(int(COUNT)))
        TWO = "Shopping\nTwo litres of milk."
        THREE = "Shopping\nThree litres of milk."
        COLD = "Shopping\nThree litres of cold milk."
        GROCERIES = "Groceries\nThree litres of cold milk."
        FRESH = "Groceries\nThree litres of fresh milk."
        BREAD = "\nBread."

        def same(what, found, wanted):
            if found != wanted:
                sys.exit(f"{what} is {found!r}, and not {wanted!r}.")

        def report(line):
            print(line, flush=True)

        def wait_for(wanted):
            same("The next line", sys.stdin.readline().strip(), wanted)

        def aim(library):
            # The library's addresses are constants. This changes nothing else of it.
            path = f"https://{HOST}/1/{library.APP_ID}/"
            library.AUTH_URL, library.DATA_URL = path + "authorize/", path + library.BUCKET


        """#

    /// The library itself. It has no store, so an unsent edit is a note of an earlier version.
    static let simplenote = #"""
        import simplenote
        aim(simplenote.simplenote)

        def done(answer):
            value, status = answer
            same(f"The status of the answer {value}", status, 0)
            return value

        try:
            simplenote.Simplenote(KIM, "wrong horse").get_note_list()
        except simplenote.SimplenoteLoginFailed:
            pass
        else:
            sys.exit("A wrong password is accepted, and not refused.")
        kim = simplenote.Simplenote(KIM, PASSWORD)
        found = sorted(note["content"] for note in done(kim.get_note_list()))
        same("The first sync", found, NOTES)
        cursor = kim.current
        report("synced")

        key = done(kim.add_note(TWO))["key"]
        report("made " + key)
        wait_for("seen")
        note = done(kim.get_note(key))
        same("The new note", (note["content"], note["version"]), (TWO, 1))
        note.update(content=THREE, modifydate=time.time())
        note = done(kim.update_note(note))
        same("The edited note", (note["content"], note["version"]), (THREE, 2))
        report("edited")
        wait_for("edited")
        changed = done(kim.get_note_list(since=cursor))
        changed = [(note["key"], note["content"]) for note in changed]
        same("The list of changed notes", changed, [(key, COLD)])
        same("The first version", done(kim.get_note(key, 1))["content"], TWO)

        old = done(kim.get_note(key))
        old.update(tags=["home", "shop"], systemtags=["pinned"], modifydate=time.time())
        report("has unsent tags")
        wait_for("edited")
        note = done(kim.update_note(old))
        same("The text with tags", note["content"], GROCERIES)
        report("sent tags")
        wait_for("seen")
        tagged = done(kim.get_note_list(tags=["shop"]))
        same("The list of notes with a tag", [n["key"] for n in tagged], [key])

        old = done(kim.get_note(key))
        old.update(content=GROCERIES + BREAD, modifydate=time.time())
        report("has unsent text")
        wait_for("edited")
        note = done(kim.update_note(old))
        same("The text of both", note["content"], FRESH + BREAD)
        report("sent text")
        wait_for("seen")

        done(kim.trash_note(key))
        report("trashed")
        wait_for("seen")
        same("The deleted note", done(kim.delete_note(key)), {})
        error, status = kim.get_note(key)
        same("A note that is gone", (status, getattr(error, "code", error)), (-1, 404))
        report("deleted")
        """#

    /// The command `sncli`, called by its entry point. Environment variables of Simperium3 contain
    /// the server's address. Each call begins with a sync; with `-n` an edit stays on disk instead.
    static let sncli = #"""
        os.environ.update(SIMPERIUM_AUTHHOST=HOST, SIMPERIUM_APIHOST=HOST)
        os.environ.update(SN_USERNAME=KIM, SN_PASSWORD="wrong horse")
        with open(HOME + "/.snclirc", "w") as file:
            file.write("[sncli]\ncfg_tempdir = " + HOME + "\n")
        from simplenote_cli.simplenote import Simplenote
        from simplenote_cli.sncli import main

        def sncli(*words, text="", editor="false"):
            os.environ["EDITOR"] = editor
            printed, keyboard = io.StringIO(), sys.stdin
            sys.stdin = io.StringIO(text)
            try:
                with contextlib.redirect_stdout(printed):
                    main(list(words))
            except SystemExit:
                pass
            finally:
                sys.stdin = keyboard
            return printed.getvalue()

        def done(*words, **more):
            same("The list of sncli's errors", [line for line in sncli(*words, **more).splitlines()
                if "error" in line.lower()], [])

        def export(*words):
            printed = sncli(*words, "export")
            if printed[:1] not in ("{", "["):
                sys.exit(f"The export is {printed!r}, and not JSON.")
            return json.loads(printed)

        complaint = sncli("sync").splitlines()[-1]
        same("The answer to a wrong password", complaint, "ERROR: check log for sync errors.")
        os.environ["SN_PASSWORD"] = PASSWORD
        same("The first sync", sorted(note["content"] for note in export()), NOTES)
        report("synced")

        done("create", "-", text=TWO)
        listed = sncli("-n", "list", "Shopping")
        key = listed.split()[0]
        same("The new note", listed, f"{key} [     ] Shopping\n")
        report("made " + key)
        wait_for("seen")
        done("-k", key, "edit", editor="sed -i s/Two/Three/")
        report("edited")
        wait_for("edited")
        same("Our client's edit", export("-k", key)["content"], COLD)

        done("-n", "-k", key, "tag", "set", "home,shop")
        done("-n", "-k", key, "pin")
        listed = sncli("-n", "list", "tag:home", "tag:shop")
        same("A note that waits", listed, f"{key} [X *  ] Shopping\n")
        report("has unsent tags")
        wait_for("edited")
        same("The text with tags", export("-k", key)["content"], GROCERIES)
        report("sent tags")
        wait_for("seen")

        done("-n", "-k", key, "edit", editor="sed -i '$ s/$/\\nBread./'")
        report("has unsent text")
        wait_for("edited")
        last = export("-k", key)
        same("The last text", last["content"], GROCERIES + BREAD)
        replaced, _ = Simplenote(KIM, PASSWORD).get_note(key, version=last["version"] - 1)
        same("The text before it", replaced["content"], FRESH)
        report("sent text")
        wait_for("seen")

        done("-k", key, "trash")
        listed = sncli("-n", "list", "tag:trash")
        same("A note in the trash", listed, f"{key} [ T*  ] Groceries\n")
        report("trashed")
        wait_for("seen")
        wait_for("deleted")
        same("A note that is gone", sncli("list", "tag:trash"), "")
        report("gone")
        """#

    /// The notes and the sync of nvpy, without its window. The program calls the functions that
    /// nvpy's controller calls for keys and every two seconds.
    ///
    /// Two cases are left out, because nvpy itself fails there. One is a save of a new note that
    /// ends after the next full sync; the other, since Python 3.8, a full sync with an unsent edit.
    static let nvpy = #"""
        sys.path.insert(0, "/usr/share/nvpy")
        import simplenote
        from nvpy.events import SyncCompletedEvent
        from nvpy.notes_db import NotesDB
        from nvpy.nvpy import Config
        from nvpy.utils import SubjectMixin
        aim(simplenote.simplenote)
        # The controller sets this, too. It is the thread that delivers events.
        SubjectMixin.MAIN_THREAD = threading.current_thread()

        def database(name, password):
            with open(HOME + "/.nvpyrc", "w") as file:
                file.write(f"[nvpy]\nsn_username = {KIM}\nsn_password = {password}\n"
                    f"db_path = {HOME}/{name}\n")
            notes = NotesDB(Config("/usr/share/nvpy/nvpy"))
            for event in ["complete:sync_full", "error:sync_full"]:
                notes.add_observer(event, lambda notes, name, end: ends.append(end))
            return notes

        def sync(notes):
            ends.clear()
            notes.sync_full_unthreaded()
            return ends[0]

        def send():
            # These are the arguments when the window closes: without a wait for an idle moment.
            while True:
                sent, failed = kim.sync_to_server_threaded(wait_for_idle=False)
                same("The number of unsent notes", failed, 0)
                if sent: return
                time.sleep(0.005)

        ends, complete = [], SyncCompletedEvent(errors=0)
        refused = sync(database("wrong", "wrong horse"))
        error = simplenote.SimplenoteLoginFailed
        same("The answer to a wrong password", type(refused.error), error)
        kim = database("right", PASSWORD)
        same("The first sync", sync(kim), complete)
        same("The first sync", sorted(n["content"] for n in kim.notes.values()), NOTES)
        report("synced")

        local = kim.create_note("Shopping")
        kim.set_note_content(local, TWO)
        send()
        key = kim.notes[local]["key"]
        report("made " + key)
        wait_for("seen")
        # A full sync replaces the local key of the note.
        same("Another sync", sync(kim), complete)
        kim.set_note_content(key, THREE)
        send()
        report("edited")
        wait_for("edited")
        same("A sync of our client's edit", sync(kim), complete)
        same("Our client's edit", kim.notes[key]["content"], COLD)

        kim.add_note_tags(key, "shop,home")
        kim.set_note_pinned(key, 1)
        report("has unsent tags")
        wait_for("edited")
        send()
        same("The text with tags", kim.notes[key]["content"], GROCERIES)
        listed = [info.key for info in kim.filter_notes("tag:home tag:shop")[0]]
        same("The list of notes with both tags", listed, [key])
        report("sent tags")
        wait_for("seen")

        kim.set_note_content(key, GROCERIES + BREAD)
        report("has unsent text")
        wait_for("edited")
        send()
        same("The text of both", kim.notes[key]["content"], FRESH + BREAD)
        same("The answer about a newer note", kim.sync_note_unthreaded(key), (key, False))
        report("sent text")
        wait_for("seen")

        kim.delete_note(key)
        send()
        report("trashed")
        wait_for("seen")
        wait_for("deleted")
        same("The last sync", sync(kim), complete)
        same("A note that is gone", kim.notes.get(key), None)
        report("gone")
        """#
}
