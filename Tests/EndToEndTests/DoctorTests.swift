import Glibc
import TestKit
import TestSupport
import Testing

@Suite("Doctor", .waits)
struct DoctorTests {
    @Test("Doctor lists each setting with its origin, and reports that no server is running")
    func origins() throws {
        let machine = try Machine()
        try machine.configure("# mine\ntheme = light\nname = lin\n")
        let settings = ["TICTACTOE_QUICK": "yes", "TICTACTOE_THEMES": "dark"]
        let talker = try Talker(
            ["doctor", "--server", "127.0.0.1:1"], on: machine, environment: settings)
        #expect(talker.hearsTheEnd() == 1)
        let lines = talker.heard.split(separator: "\n").map {
            $0.split(separator: " ").joined(separator: " ")
        }
        for line in [
            "theme light \(machine.home)/.config/tictactoe/config:2",
            "name lin \(machine.home)/.config/tictactoe/config:3",
            "quick yes TICTACTOE_QUICK", "sound yes default",
            "server 127.0.0.1:1 command line",
            "TICTACTOE_THEMES has no effect: there is no such setting",
            "TERM=xterm: full screen, 16 colours, UTF-8",
            "ws://127.0.0.1:1/: no server at 127.0.0.1:1",
        ] { #expect(lines.contains(line)) }
    }

    @Test("A theme that is hard to read is reported, and used all the same")
    func faintTheme() throws {
        let machine = try Machine()
        let path = "\(machine.home)/faint.theme"
        let theme = "plain #777777 on #888888\nwarning #ffffff\nstrong bold #000000\n"
        try machine.write(theme, to: "faint.theme")
        try machine.configure("theme = \(path)\n")
        let doctor = try Talker(["doctor"], on: machine)
        #expect(doctor.hearsTheEnd() == 0)
        #expect(doctor.heard.contains("plain is hard to read: its contrast is 1.2 to 1; "))
        #expect(!doctor.heard.contains("strong is hard to read"))
        let person = try TerminalPerson(["local"], environment: machine.environment)
        person.sees("O TO MOVE")
        person.press("q")
        person.seesTheEnd()
    }

    @Test("Without a TERM the program uses lines, and doctor reports that")
    func noTerm() throws {
        let machine = try Machine()
        let doctor = try Talker(["doctor"], on: machine, environment: ["TERM": ""])
        #expect(doctor.hearsTheEnd() == 0)
        #expect(doctor.heard.contains("  TERM is not set: text lines only\n"))
        #expect(doctor.heard.hasSuffix("\n\nNo problems found.\n"))
        let game = try Talker(["local"], on: machine, environment: ["TERM": ""])
        game.hears("This is tictactoe in plain text")
    }

    @Test("A data directory without write access is named by doctor, and once in the game")
    func nothingKept() throws {
        let machine = try Machine()
        let closed = ["XDG_DATA_HOME": "/dev/null/data"]
        let doctor = try Talker(["doctor"], on: machine, environment: closed)
        // The door's key can't be there either.
        #expect(doctor.hearsTheEnd() == 1)
        #expect(
            doctor.heard.contains(
                "  data: /dev/null/data/tictactoe (not writable, so nothing is saved there)\n"))
        #expect(!doctor.heard.contains("No problems found."))
        let server = try Talker(["serve"], on: machine, environment: closed)
        #expect(server.hearsTheEnd() == 1)
        #expect(
            server.heard.contains("can't create the data directory /dev/null/data/tictactoe: ")
                && server.heard.contains("name a store with --store")
                && !server.heard.contains("libuv"))
        let person = try TerminalPerson(
            ["--name", "lin"], environment: machine.environment.merging(closed) { $1 })
        person.sees("Nothing is saved: the data directory is not writable", "in sync")
        let lines = try Talker(["--plain"], on: machine, environment: closed)
        lines.hears("Nothing is saved: the data directory is not writable", "Connected.")
    }

    @Test("Doctor reports a key with two actions, and the fingerprints of a server here")
    func hosting() throws {
        let machine = try Machine()
        let certificates = Certificates.shared
        try machine.configure(
            """
            key = resign=z
            key = draw=z
            host-key = \(machine.home)/key
            tls-cert = \(certificates.path("good"))
            tls-key = \(certificates.key)
            bans = \(machine.home)/bans

            """)
        try machine.write("# Two\n192.0.2.1\n2001:db8::/32 2000-01-01 robots\n", to: "bans")
        _ = try PipedProgram.run(
            "/usr/bin/ssh-keygen",
            ["-q", "-t", "ed25519", "-N", "", "-f", machine.home + "/key"])
        let known = try PipedProgram.run(
            "/usr/bin/ssh-keygen", ["-l", "-f", machine.home + "/key.pub"]
        ).text.split(separator: " ")[1]
        let talker = try Talker(["doctor"], on: machine)
        #expect(talker.hearsTheEnd() == 1)
        for line in [
            "  \(machine.home)/.config/tictactoe/config:2: key: z is already assigned (resign)\n",
            "  certificate: \(certificates.path("good")) is valid until 2040-01-01",
            "  SSH host key: \(known) (\(machine.home)/key)\n",
            "  bans: 2 (\(machine.home)/bans)\n",
        ] { #expect(talker.heard.contains(line)) }
    }

    @Test("Doctor reports the expiry of a remote server's certificate")
    func certificate() throws {
        let certificates = Certificates.shared
        let server = try ServedProgram(
            ["--tls-cert", certificates.path("good"), "--tls-key", certificates.key],
            in: .memory)
        let trusting = try Talker(
            ["doctor", "--server", "wss://localhost:\(server.port)"], on: try Machine(),
            environment: ["SSL_CERT_FILE": certificates.authority])
        #expect(trusting.hearsTheEnd() == 0)
        #expect(trusting.heard.contains("ms; its certificate is valid until 2040-01-01\n"))
        let other = try Talker(
            ["doctor", "--server", "wss://localhost:\(server.port)"], on: try Machine())
        #expect(other.hearsTheEnd() == 1)
        #expect(other.heard.contains("this machine does not trust the server's certificate"))
    }

    @Test("Doctor complains of an invalid certificate and an invalid key of a door")
    func badHosting() throws {
        let machine = try Machine()
        let certificates = Certificates.shared
        let (cert, key) = (certificates.path("expired"), certificates.key)
        let expired = try Talker(
            ["doctor"], on: machine,
            environment: ["TICTACTOE_TLS_CERT": cert, "TICTACTOE_TLS_KEY": key])
        #expect(expired.hearsTheEnd() == 1)
        #expect(expired.heard.contains("  certificate: \(cert) expired on 20"))
        #expect(expired.heard.contains("Fix this first: certificate: \(cert) expired on"))
        let wrong = try Talker(
            ["doctor"], on: machine,
            environment: ["TICTACTOE_TLS_CERT": key, "TICTACTOE_TLS_KEY": key])
        #expect(wrong.hearsTheEnd() == 1)
        #expect(wrong.heard.contains("certificate: OpenSSL"))
        let damaged = try Talker(
            ["doctor"], on: machine, environment: ["TICTACTOE_HOST_KEY": cert])
        #expect(damaged.hearsTheEnd() == 1)
        #expect(damaged.heard.contains("host key"))
        let missing = machine.home + "/none"
        let keyless = try Talker(
            ["doctor"], on: machine, environment: ["TICTACTOE_HOST_KEY": missing + "/key"])
        #expect(keyless.hearsTheEnd() == 1)
        #expect(keyless.heard.contains("SSH host key: none, and it cannot be created: "))
        #expect(keyless.heard.contains("there is no directory \(missing)\n"))
        // A link to itself is there, and can't be read.
        let loop = machine.home + "/loop"
        #expect(unsafe symlink(loop, loop) == 0)
        let closed = try Talker(["doctor"], on: machine, environment: ["TICTACTOE_STORE": loop])
        #expect(closed.hearsTheEnd() == 1)
        #expect(closed.heard.contains("Fix this first: store: too many symbolic links"))
    }

    @Test("Doctor reports keys and tokens that serve refuses, in the same words")
    func refusedSecrets() throws {
        let machine = try Machine()
        try machine.write("no keys at all\n", to: "keys")
        let (keys, none) = (machine.home + "/keys", machine.home + "/none")
        try Files.setMode(of: keys, to: 0o600)
        for (variable, option, path) in [
            ("TICTACTOE_KEYS", "--keys", keys),
            ("TICTACTOE_LOBBY_TOKEN_FILE", "--lobby-token-file", none),
            ("TICTACTOE_DOOR_TOKEN_FILE", "--door-token-file", none),
        ] {
            let doctor = try Talker(["doctor"], on: machine, environment: [variable: path])
            #expect(doctor.hearsTheEnd() == 1)
            let server = try Talker(
                ["serve", "--listen", "127.0.0.1:0", "--ssh", "127.0.0.1:0", option, path],
                on: machine)
            #expect(server.hearsTheEnd() == 1)
            let words = String(server.heard.dropFirst("tictactoe: ".count))
            #expect(words.contains(path) && doctor.heard.contains(words), "\(doctor.heard)")
        }
    }

    @Test("Doctor reports a certificate in its last two weeks as a problem")
    func oldCertificate() throws {
        let clock = try ShiftedClock()
        // The certificate is valid until 2040-01-01.
        try clock.set(to: 2_208_988_800 - 5 * 86_400)
        let certificates = Certificates.shared
        let settings = [
            "TICTACTOE_TLS_CERT": certificates.path("good"), "TICTACTOE_TLS_KEY": certificates.key,
        ]
        let doctor = try Talker(
            ["doctor"], on: try Machine(), environment: settings.merging(clock.environment) { $1 })
        #expect(doctor.hearsTheEnd() == 1)
        #expect(doctor.heard.contains("Fix this first: certificate: "), "\(doctor.heard)")
        #expect(doctor.heard.contains(" expires soon, on 2040-01-01"), "\(doctor.heard)")
    }

    @Test("Doctor and backup do not report a file as missing that can't be read")
    func unreadable() throws {
        let machine = try Machine()
        let folder = machine.home + "/.local/state/tictactoe"
        try Files.makeFolder(folder)
        try machine.write("", to: "keys")
        // A link to itself is there, and can't be read.
        let log = folder + "/server.log"
        #expect(unsafe symlink(log, log) == 0)
        let doctor = try Talker(["doctor"], on: machine)
        #expect(doctor.hearsTheEnd() == 0)
        #expect(doctor.heard.contains("  server log: \(log) (can't be read)\n"))
        let check = try Talker(["doctor", "--store", log], on: machine)
        #expect(check.hearsTheEnd() == 1)
        #expect(check.heard.contains("\(log) cannot be checked: "))
        let copy = machine.home + "/copy"
        let backup = try Talker(
            ["backup", "--store", log, "--keys", machine.home + "/keys", copy], on: machine)
        #expect(backup.hearsTheEnd() == 1)
        #expect(backup.heard.contains("can't copy \(log) to \(copy): "))
    }

    @Test(
        "The administrator's doctor accepts the service's host key",
        .enabled(if: geteuid() == 0, "needs root"))
    func serviceKey() throws {
        let machine = try Machine()
        let key = machine.home + "/key"
        _ = try PipedProgram.run(
            "/usr/bin/ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", key])
        #expect(unsafe chown(key, 1, 1) == 0)
        let doctor = try Talker(["doctor"], on: machine, environment: ["TICTACTOE_HOST_KEY": key])
        #expect(doctor.hearsTheEnd() == 0)
        #expect(doctor.heard.contains("  SSH host key: SHA256:"))
    }

    @Test(
        "The administrator's doctor names the command for a service's files",
        .enabled(if: geteuid() == 0, "needs root"))
    func serviceFiles() throws {
        let machine = try Machine()
        let own = try Talker(["doctor"], on: machine)
        #expect(own.hearsTheEnd() == 0)
        #expect(own.heard.contains("  without a setting, these are root's own files; "))
        let service = try Talker(
            ["doctor"], on: machine, environment: ["XDG_DATA_HOME": machine.home])
        #expect(service.hearsTheEnd() == 0)
        #expect(!service.heard.contains("root's own"))
    }

    @Test("A server's file, or a copy of it, is checked page by page and row by row")
    func store() throws {
        let set = try FixtureSet("0.2.0")
        let machine = try Machine()
        func check(_ path: String) throws -> (text: String, status: Int32?) {
            let doctor = try Talker(["doctor", "--store", path], on: machine)
            let status = doctor.hearsTheEnd()
            return (doctor.heard, status)
        }
        let path = set.path("server.db")
        let old = try check(path)
        #expect(old.status == 0 && old.text.contains("format 9, pages 96"), "\(old)")
        #expect(old.text.contains("rows have no checksums yet"))
        let server = try set.serve()
        #expect(server.stop() == 0)
        #expect(try server.logged.contains("data file upgraded from_format=9 to_format=11"))
        let new = try check(path)
        #expect(new.status == 0 && new.text.contains("format 11"), "\(new)")
        #expect(new.text.contains("All pages, indexes and rows are intact."))

        try Self.damage(path, copyingTo: machine.home + "/copy.db")
        let damaged = try check(machine.home + "/copy.db")
        #expect(damaged.status == 1 && damaged.text.contains("  damaged: "), "\(damaged)")
        #expect(damaged.text.contains("restore a backup"))
        let missing = try check(machine.home + "/none.db")
        #expect(missing.status == 1 && missing.text.contains("There is no file"))
    }

    @Test("A backup of a damaged file is kept, and fails with the damage that doctor finds")
    func damagedBackup() throws {
        let set = try FixtureSet("0.2.0")
        let path = set.path("server.db")
        // The server adds the checksums.
        #expect(try set.serve().stop() == 0)
        try Self.damage(path, copyingTo: path)
        let machine = try Machine()
        let copy = machine.home + "/copy.db"
        let backup = try Talker(["backup", "--store", path, copy], on: machine)
        #expect(backup.hearsTheEnd() == 1)
        #expect(backup.heard.contains("copied \(path) to \(copy)"), "\(backup.heard)")
        #expect(backup.heard.contains("\(copy) is damaged: "), "\(backup.heard)")
        let names = try Files.names(in: machine.home).filter { $0.hasPrefix("copy") }
        #expect(names == ["copy.db", "copy.db.keys"])
        let doctor = try Talker(["doctor", "--store", copy], on: machine)
        #expect(doctor.hearsTheEnd() == 1)
    }

    /// Flips a bit in some pages of a file.
    private static func damage(_ path: String, copyingTo copy: String) throws {
        var bytes = try Files.bytes(path)
        for page in stride(from: 20, to: bytes.count / 4_096, by: 9) {
            bytes[page * 4_096 + 4_000] ^= 0x10
        }
        try Files.write(bytes, to: copy)
    }

    @Test("A sign-in that other users can read is refused with the remedy, also by doctor")
    func readableSignIn() throws {
        let server = try ServedProgram()
        let home = try AccountHome(of: "okafor", at: server)
        let place = try #require(home.environment["HOME"])
        let name = try #require(Files.paths(below: place).first { $0.hasSuffix("/account") })
        let path = place + "/" + name
        try Files.setMode(of: path, to: 0o644)
        #expect(try home.runs("stats").text.contains("chmod 600 \(path)"))
        let refused = try home.runs("doctor")
        #expect(refused.status == 1)
        #expect(refused.text.contains("Fix this first: sign-in: \(path) is not used"))
        try Files.setMode(of: path, to: 0o600)
        #expect(try home.runs("doctor").text.contains("No problems found."))
    }

    @Test("The first line about a file has the numbers of objects, changes and accounts", .direct)
    func figures() throws {
        let server = try ServedProgram(["--app", "demo"])
        let key = "X-Simperium-Token: \(try server.keys(of: "demo").administrator)"
        _ = try server.curl("/1/demo/todo/i/a", "-H", key, "-d", #"{"n":1}"#)
        #expect(server.stop() == 0)
        let doctor = try Talker(["doctor", "--store", server.store], on: try Machine())
        #expect(doctor.hearsTheEnd() == 0)
        #expect(doctor.heard.contains(/, objects [1-9], changes [1-9], accounts 0\n/))
    }

    @Test(
        "Doctor reports an invalid list of bans in the words of the server that would not start",
        arguments: [
            ("192.0.2.1\nlin\n", "line 2 must begin with an address"), (nil, "no such file"),
        ])
    func badBans(text: String?, reason: String) throws {
        let machine = try Machine()
        if let text { try machine.write(text, to: "bans") }
        let file = machine.home + "/bans"
        let doctor = try Talker(["doctor"], on: machine, environment: ["TICTACTOE_BANS": file])
        #expect(doctor.hearsTheEnd() == 1)
        let server = try Talker(["serve", "--bans", file], on: machine)
        #expect(server.hearsTheEnd() == 2)
        let words = "\(file) can't be read: \(reason)"
        #expect(server.heard.hasPrefix("tictactoe: \(words)"))
        #expect(doctor.heard.contains("  bans: \(words)"))
    }
}
