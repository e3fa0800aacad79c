import Glibc
import TestKit
import TestSupport
import Testing

/// The files for hosts below `Assets`: the unit, the hook for certificates, and a proxy's examples.
@Suite("A server as its host runs it", .waits)
struct HostingTests {
    /// Connects so many clients by TLS, each from 127.0.0.7, which send heartbeats until a line
    /// comes. Prints the number of the heartbeats' answers, and of the connections that were lost.
    static let crowd = """
        async def visit(stop, trust):
            async with websockets.connect(f"wss://127.0.0.1:{PORT}/sock/websocket", ssl=trust,
                    local_addr=("127.0.0.7", 0)) as me:
                beats = 0
                while not stop.is_set() or beats < 3:
                    await me.send(f"h:{beats}")
                    assert await asyncio.wait_for(me.recv(), 20) == f"h:{beats + 1}"
                    beats += 1
                return beats
        async def main():
            trust, stop = ssl.create_default_context(cafile=sys.argv[2]), asyncio.Event()
            visits = [asyncio.create_task(visit(stop, trust)) for _ in range(int(sys.argv[3]))]
            await asyncio.sleep(1)
            print("in", flush=True)
            await asyncio.to_thread(sys.stdin.readline)
            stop.set()
            found = await asyncio.gather(*visits, return_exceptions=True)
            lost = [each for each in found if isinstance(each, BaseException)]
            print(len(found) - len(lost), "stayed,", set(map(repr, lost)) or "none", "lost")
        asyncio.run(main())
        """

    private static func curl(_ papers: CertificateFiles, _ words: String...) throws -> String {
        try PipedProgram.run(
            "/usr/bin/curl", ["-s", "--max-time", "20", "--cacert", papers.chain] + words
        ).text
    }

    @Test("The unit's reload and the hook replace a certificate under load, and lose no connection")
    func hook() throws {
        let unit = try Files.text(assetPath("systemd/tictactoe.service"))
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("ExecReload=") })
        let (old, new, folder) = (
            try CertificateFiles(named: "old"), try CertificateFiles(named: "new"),
            try TemporaryFolder()
        )
        let lineage = folder.path("live")
        _ = try PipedProgram.run("/bin/mkdir", ["-p", folder.path("state/tls"), lineage])
        let (chain, key) = (
            folder.path("state/tls/fullchain.pem"), folder.path("state/tls/privkey.pem")
        )
        try old.copy(to: chain, key)
        try new.copy(to: lineage + "/fullchain.pem", lineage + "/privkey.pem")
        let server = try ServedProgram(["--tls-cert", chain, "--tls-key", key])
        let process = try #require(server.process)
        // systemd would run the unit's command.
        try Files.write(
            "#!/bin/sh\n[ \"$*\" = 'try-reload-or-restart tictactoe' ] || exit 9\n"
                + "export MAINPID=\(process)\n\(line.dropFirst("ExecReload=".count))\n",
            to: folder.path("systemctl"))
        _ = try PipedProgram.run("/bin/chmod", ["755", folder.path("systemctl")])
        func renew(_ arguments: [String], _ more: [String: String]) throws -> String {
            let hook = try PipedProgram(
                assetPath("examples/certificate-hook"), arguments,
                environment: [
                    "PATH": folder.place + ":/usr/bin:/bin",
                    "TICTACTOE_TLS": folder.path("state/tls"),
                ].merging(more) { $1 })
            return "\(hook.rest())\(hook.end())"
        }
        let crowd = try server.startPython(Self.crowd, [old.chain, "40"])
        #expect(crowd.line() == "in")
        #expect(
            try renew([], ["RENEWED_LINEAGE": lineage, "TICTACTOE_CERTIFICATE": "other"]) == "0")
        #expect(try renew(["clean_challenge"], [:]) == "0")
        #expect(try Files.bytes(chain) == Files.bytes(old.chain))
        #expect(try renew([], ["RENEWED_LINEAGE": lineage, "RENEWED_DOMAINS": "HOST"]) == "0")
        let health = "https://\(server.address)/healthz"
        try eventually { try Self.curl(new, health).contains(#""status":"ok""#) }
        #expect(try Self.curl(old, health) == "")

        // dehydrated names the files.
        try old.copy(to: folder.path("c"), folder.path("k"))
        let step = ["deploy_cert", "HOST", folder.path("k"), "none", folder.path("c"), "none", "1"]
        #expect(try renew(step, [:]) == "0")
        try eventually { try Self.curl(old, health).contains(#""status":"ok""#) }
        crowd.says("stop")
        #expect(crowd.rest() == "40 stayed, none lost\n")
        #expect(
            try server.logged.split(separator: "\n").filter { $0.contains("reloaded") }.count == 2)
    }

    @Test(
        "The unit is valid in a bare Debian, is safe, and its reload ends no plain server",
        .direct)
    func unit() throws {
        let folder = try TemporaryFolder()
        let text = try Files.text(assetPath("systemd/tictactoe.service"))
            .replacing("/usr/local/bin/tictactoe", with: PipedProgram.ours)
        try Files.write(text, to: folder.path("tictactoe.service"))
        let verified = try PipedProgram.run(
            "/usr/bin/systemd-analyze", ["verify", "--man=no", folder.path("tictactoe.service")])
        #expect(verified.status == 0 && verified.text.isEmpty, "\(verified.text)")
        let rating = try PipedProgram.run(
            "/usr/bin/systemd-analyze",
            ["security", "--offline=true", "--threshold=11", folder.path("tictactoe.service")])
        #expect(rating.status == 0, "\(rating.text)")
        // A bare Debian has no /bin/kill.
        let commands = text.split(separator: "\n").filter { $0.hasPrefix("Exec") }
            .compactMap { $0.split(separator: "=").last?.split(separator: " ").first }
        #expect(commands.count == 2 && Set(commands) == [PipedProgram.ours[...], "/bin/sh"])

        let server = try ServedProgram()
        server.send(SIGHUP)
        for _ in 0..<3 { #expect(try server.curl("/healthz").contains(#""status":"ok""#)) }
        #expect(server.stop() == 0)
    }

    /// Connects to a door twice, and prints the beginning of its answers.
    private static let twoGuests = """
        for _ in range(2):
            with socket.create_connection(("127.0.0.1", int(sys.argv[2]))) as door:
                door.settimeout(60)
                door.sendall(b"SSH-2.0-guest\\r\\n")
                print(door.recv(3).decode())
        """

    @Test("A server's own door without a ban list survives the SIGHUP that its server survives")
    func doorAtHangUp() throws {
        let server = try ServedProgram(["--ssh", "127.0.0.1:0"])
        var line: Substring?
        try eventually {
            line = try server.logged.split(separator: "\n").first {
                $0.contains("started program=door")
            }
            return line != nil
        }
        let port = try #require(line?.split(separator: ":").last.map(String.init))
        // The door answers, so it handles signals.
        #expect(try server.python(Self.twoGuests, [port]) == "SSH\nSSH\n")
        let process = try #require(server.process)
        let children = try Files.text("/proc/\(process)/task/\(process)/children")
        let door = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
        #expect(kill(door, SIGHUP) == 0)
        #expect(try server.python(Self.twoGuests, [port]) == "SSH\nSSH\n")
        #expect(try !server.logged.contains("door ended"))
    }

    @Test(
        "The log has the start with its addresses, and the end; in JSON each line is an object",
        .direct)
    func life() throws {
        let server = try ServedProgram()
        #expect(server.stop() == 0)
        let lines = try server.logged.split(separator: "\n").map {
            $0.drop { $0 != " " }.dropFirst()
        }
        #expect(lines.first?.hasPrefix("info started program=server version=") == true)
        #expect(lines.first?.hasSuffix("address=\(server.address)") == true)
        #expect(lines.contains("info stopping program=server by=signal"))
        #expect(lines.last == "info stopped program=server")

        let folder = try TemporaryFolder()
        let program = try PipedProgram(
            PipedProgram.ours,
            [
                "serve", "--no-door", "--listen", "127.0.0.1:0", "--store", "memory", "--log",
                "json",
            ], environment: ["HOME": folder.place], errors: folder.path("log"))
        let first = try #require(program.line())
        program.send(SIGTERM)
        #expect(program.end() == 0)
        let events = try Self.events(
            in: first + "\n" + Files.text(folder.path("log")), folder.path("all"))
        #expect(events.first?.contains("127.0.0.1") == true)
        #expect(events.dropFirst() == ["started", "stopping", "stopped"], "\(events)")
    }

    /// Returns the events of a log in JSON, which is stored at `path` for that; a line that is no
    /// object ends the list.
    private static func events(in log: String, _ path: String) throws -> [Substring] {
        try Files.write(log, to: path)
        return try PipedProgram.run(
            "/usr/bin/python3",
            [
                "-c",
                "import json, sys; [print(json.loads(l)['event']) for l in open(sys.argv[1])]",
                path,
            ]
        ).text.split(separator: "\n")
    }

    @Test("A server's door logs in the same format, and reads the same configuration file", .direct)
    func doorSettings() throws {
        let folder = try TemporaryFolder()
        let own = folder.path(".config/tictactoe")
        try Files.makeFolder(own)
        try Files.write("no configuration\n", to: own + "/config")
        try Files.write("log = json\n", to: folder.path("named"))
        let program = try PipedProgram(
            PipedProgram.ours,
            [
                "serve", "--config", folder.path("named"), "--listen", "127.0.0.1:0", "--ssh",
                "127.0.0.1:0", "--store", "memory",
            ], environment: ["HOME": folder.place])
        var log = ""
        while let line = program.line() {
            log += line + "\n"
            if line.contains("ssh -p ") { break }
        }
        program.send(SIGTERM)
        log += program.rest()
        #expect(program.end() == 0)
        let count = log.split(separator: "\n").count
        let events = try Self.events(in: log, folder.path("all"))
        #expect(events.count == count && events.contains { $0.contains("ssh -p ") }, "\(log)")
    }
}

/// nginx and Caddy with the examples' configurations, in front of a server.
///
/// `make test-deps` unpacks both. An installed one would listen on this machine from then on.
@Suite("A proxy in front of a server", .waits)
struct HostedProxyTests {
    enum Proxy: String, CaseIterable {
        case nginx
        case caddy
    }

    private static func text(
        _ example: String, _ changes: [(String, String)]
    ) throws -> String {
        var text = try Files.text(assetPath("examples/" + example))
        for (old, new) in changes {
            try #require(text.contains(old), "\(old)")
            text = text.replacing(old, with: new)
        }
        return text
    }

    private static func start(
        _ proxy: Proxy, at port: UInt16, for server: ServedProgram, _ papers: CertificateFiles,
        in folder: TemporaryFolder
    ) throws -> PipedProgram {
        let (chain, key) = (folder.path("chain"), folder.path("key"))
        try papers.copy(to: chain, key)
        let unpacked = ThisBuild.repository + "/.build/unpacked/"
        let environment = ["PATH": "/usr/bin:/bin", "HOME": folder.place]
        switch proxy {
        case .nginx:
            let site = try text(
                "nginx.conf",
                [
                    ("listen 443 ssl", "listen 127.0.0.1:\(port) ssl"),
                    ("    listen [::]:443 ssl;\n", ""),
                    ("/etc/letsencrypt/live/play.example/fullchain.pem", chain),
                    ("/etc/letsencrypt/live/play.example/privkey.pem", key),
                    ("server 127.0.0.1:8383", "server \(server.address)"),
                ])
            let paths = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
                "\($0)_temp_path \(folder.path($0));"
            }
            try Files.write(
                """
                daemon off; pid \(folder.path("pid")); error_log \(folder.path("errors"));
                events {}
                http { access_log off; \(paths.joined(separator: " "))
                \(site)
                }

                """, to: folder.path("nginx.conf"))
            return try PipedProgram(
                unpacked + "nginx/usr/sbin/nginx",
                ["-e", folder.path("errors"), "-c", folder.path("nginx.conf")],
                environment: environment)
        case .caddy:
            let site = try text(
                "Caddyfile",
                [
                    ("\nplay.example {", "\nhttps://127.0.0.1:\(port) {\n\ttls \(chain) \(key)"),
                    ("reverse_proxy 127.0.0.1:8383", "reverse_proxy \(server.address)"),
                ])
            try Files.write(
                "{\n\tadmin off\n\tauto_https disable_redirects\n}\n" + site,
                to: folder.path("Caddyfile"))
            return try PipedProgram(
                unpacked + "caddy/usr/bin/caddy",
                ["run", "--adapter", "caddyfile", "--config", folder.path("Caddyfile")],
                environment: environment, errors: folder.path("errors"))
        }
    }

    @Test(
        "S81: The examples for nginx and Caddy pass clients, and a ban applies to the client",
        arguments: Proxy.allCases)
    func proxied(_ proxy: Proxy) throws {
        let (folder, papers) = (try TemporaryFolder(), try CertificateFiles(named: "proxy"))
        try Files.write("127.0.0.9 robots\n", to: folder.path("bans"))
        let server = try ServedProgram(
            ["--trusted-proxy", "127.0.0.1", "--bans", folder.path("bans")])
        let port = try freePort()
        let program = try Self.start(proxy, at: port, for: server, papers, in: folder)
        defer {
            program.send(SIGQUIT)
            _ = program.end()
        }
        func status(from address: String, _ field: String = "X-Other: 1") throws -> String {
            try PipedProgram.run(
                "/usr/bin/curl",
                [
                    "-s", "--max-time", "20", "--cacert", papers.chain, "--interface", address,
                    "-H", field, "-o", "/dev/null", "-w", "%{http_code}",
                    "https://127.0.0.1:\(port)/1/tictactoe/user",
                ]
            ).text
        }
        try eventually { try status(from: "127.0.0.7") == "401" }
        #expect(try status(from: "127.0.0.9") == "403")
        // A client can't claim another address.
        #expect(try status(from: "127.0.0.9", "X-Forwarded-For: 127.0.0.7") == "403")
        #expect(try status(from: "127.0.0.7", "X-Forwarded-For: 127.0.0.9") == "401")
        let crowd = try ServedProgram.startPython(
            HostingTests.crowd, at: port, [papers.chain, "10"])
        #expect(crowd.line() == "in")
        crowd.says("stop")
        #expect(crowd.rest() == "10 stayed, none lost\n")
    }
}
