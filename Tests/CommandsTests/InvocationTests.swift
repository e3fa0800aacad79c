import Commands
import Drawing
import Game
import Lobby
import SimperiumWebWire
import Testing

@Suite("Invocation")
struct InvocationTests {
    @Test("Without a word it is play, with everything as it usually is")
    func nothing() throws {
        let options = try play("")
        #expect(options.opponent == .anyPlayer)
        #expect(options.lobby.server == nil)
        #expect(options.lobby.name == nil)
        #expect(options.screen.theme == nil)
        #expect(options.screen.hasMouse && !options.screen.isPlain)
        #expect(options.screen.switches.isEmpty)
    }

    @Test("Without the mouse, the terminal still gets titles, links, and brackets around pastes")
    func mouseAlone() throws {
        let screen = try play("--no-mouse").screen
        let environment = ["LANG": "C.UTF-8"]
        #expect(!screen.hasMouse)
        #expect(
            screen.capabilities(ofKnownTerminal: "xterm", environment: environment)
                == Capabilities.ofKnownTerminal(term: "xterm", environment: environment))
    }

    @Test(
        "Options stand anywhere, with their value behind a sign or a blank",
        arguments: [
            "--name lin play --quick", "play --name=lin --quick", "--quick play --name lin",
            "--name lin --quick", "play --no-quick --quick --name tom --name lin",
            "--name=lin --quick=yes --",
        ])
    func anywhere(words: String) throws {
        let options = try play(words)
        #expect(try options.lobby.name == PlayerName("lin"))
        #expect(options.screen.switches["quick"] == true)
    }

    @Test(
        "A clock and a target are of those that there are, or none",
        arguments: [
            ("", "auto", nil), ("--clock none --target none", "none", nil),
            ("--clock 10 --target 3", "10", 3), ("--clock=60 --target=10", "60", 10),
        ])
    func terms(words: String, clock: String, rounds: Int?) throws {
        let options = try play(words)
        #expect(options.clock.typed == clock && options.target?.rawValue == rounds)
    }

    @Test("Any other clock or target is a mistake", arguments: ["0", "20", "-10", "ten", "600"])
    func noClock(word: String) {
        #expect(throws: UsageError.self) { try play("--target \(word)") }
        #expect(throws: UsageError.self) { try play("--clock \(word)") }
        #expect(throws: UsageError.self) { try invoke("join abcdef --clock 10") }
    }

    @Test("A round to be seen again is a result, a file or standard input")
    func rounds() throws {
        guard case .replay(let last) = try invoke("replay") else { throw Unexpected() }
        #expect(last.source == nil && !last.screen.isPlain)
        guard case .export(let file) = try invoke("export - --format cast") else {
            throw Unexpected()
        }
        #expect(file.source == "-" && file.format == "cast")
        guard case .export(let usual) = try invoke("export 3") else { throw Unexpected() }
        #expect(usual.source == "3" && usual.format == "text")
        #expect(throws: UsageError.self) { try invoke("export 3 --format pdf") }
        #expect(throws: UsageError.self) { try invoke("export 3 4") }
    }

    @Test(
        "A server is a host, a host with its port, or a URL",
        arguments: [
            ("play.example", "ws://play.example:8383/"),
            ("10.0.0.5:9000", "ws://10.0.0.5:9000/"),
            ("[::1]", "ws://[::1]:8383/"),
            ("[::1]:9000/", "ws://[::1]:9000/"),
            ("wss://play.example", "wss://play.example/"),
            ("https://play.example:444", "wss://play.example:444/"),
            ("ws://play.example/games", "ws://play.example/games"),
        ])
    func server(text: String, address: String) throws {
        #expect(try play("--server \(text)").lobby.server?.description == address)
        #expect(try play("").lobby.serverArgument == nil)
        #expect(try play("--port 18390").lobby.serverArgument == "127.0.0.1:18390")
    }

    @Test("Flags go before the environment, then the own file, then the machine's file")
    func precedence() throws {
        let files = [
            try ConfigFile(path: "own", Array("name = own\ntheme = light\n".utf8)),
            try ConfigFile(path: "system", Array("name = system\nquick = on\nmouse = no\n".utf8)),
        ]
        let environment = ["TICTACTOE_THEME": "monochrome", "TICTACTOE_MOUSE": "yes"]
        let options = try play("--theme colour-blind", environment, files)
        #expect(try options.lobby.name == PlayerName("own"))
        #expect(options.screen.theme == .colourBlind)
        #expect(options.screen.hasMouse)
        #expect(options.screen.switches["quick"] == true)
        #expect(try play("", environment, files).screen.theme == .monochrome)
        #expect(try play("", [:], files).screen.theme == .light)

        // Help and the version do not depend on any setting, so a wrong one does no harm.
        let wrong = ["TICTACTOE_THEME": "paisley"]
        #expect(try invoke("--version", wrong) == .version)
        #expect(try invoke("help", wrong) == .help(nil))
        #expect(throws: UsageError.self) { try invoke("play", wrong) }
    }

    @Test("Without a name option, the login name is suggested if it is a valid name")
    func ownName() throws {
        #expect(try play("", ["USER": "lin"]).lobby.name == PlayerName("lin"))
        #expect(try play("", ["USER": "\u{1B}[2J", "LOGNAME": "ada"]).lobby.name?.text == "2J")
        #expect(try play("--name=bo", ["USER": "lin"]).lobby.name == PlayerName("bo"))
    }

    @Test("The operands of commands are read")
    func operands() throws {
        #expect(try play("join ab-c4").opponent == .code(try #require(JoinCodeWithHall("ABC4"))))
        #expect(try play("--vs okafor").opponent == .named(try PlayerName("okafor")))
        guard case .localGame(let bot) = try invoke("bot hard") else { throw Unexpected() }
        #expect(bot.bot == .hard)
        guard case .watch(let watch) = try invoke("watch lin") else { throw Unexpected() }
        #expect(watch.wanted == "lin")
        #expect(try invoke("help serve") == .help(.serve))
        #expect(try invoke("serve -h") == .help(.serve))
        #expect(try invoke("completions zsh") == .completions(.zsh))
    }

    @Test("A game at this terminal leads to the lobby of the settings, with no options for it")
    func lobbyBeyond() throws {
        let setting = """
            server = play.example
            name = Kim
            lobby-token-file = /t
            insecure-account = on
            sound = off
            clock = 10
            target = 3
            """
        let files = [try ConfigFile(path: "own", Array(setting.utf8))]
        let lobby = try play("", [:], files)
        for words in ["local", "bot hard", "puzzle"] {
            guard case .localGame(let table) = try invoke(words, [:], files) else {
                throw Unexpected()
            }
            #expect(table.lobby == lobby.lobby && table.screen.switches["sound"] == false)
            #expect(table.clock == lobby.clock && table.target == lobby.target)
        }
        #expect(lobby.clock != .auto && lobby.target != nil)
        #expect(throws: UsageError.self) { try invoke("local --server play.example") }
    }

    @Test("A server's places, apps and certificate")
    func serve() throws {
        let words = "serve --listen 127.0.0.1:1 --listen [::]:2 --listen *:3 --app a --app b.2"
        guard case .serve(let options) = try invoke(words + " --ssh 2222 --store memory") else {
            throw Unexpected()
        }
        #expect(options.listen.map(\.description) == ["127.0.0.1:1", "[::]:2", "*:3"])
        #expect(options.apps == ["a", "b.2"])
        #expect(options.door?.listen == [ListenEndpoint(address: nil, port: 2222)])
        #expect(options.store == .memory)
        #expect(options.idleLimit == nil)
        guard case .serve(let usual) = try invoke("serve") else { throw Unexpected() }
        #expect(usual.listen.map(\.description) == ["*:8383"])
        guard case .serve(let moved) = try invoke("serve", ["TICTACTOE_PORT": "9000"]) else {
            throw Unexpected()
        }
        #expect(moved.listen.map(\.description) == ["*:9000"])
        #expect(usual.store == .file(nil))
        #expect(usual.door?.listen == [ListenEndpoint(address: nil, port: 2222)])
        guard case .serve(let shut) = try invoke("serve --no-door") else { throw Unexpected() }
        #expect(shut.door == nil)
    }

    @Test("--no-door and --ssh each win over the settings of a file")
    func doors() throws {
        for (words, setting, port) in [
            ("serve", "", 2_222), ("serve --no-door", "", nil),
            ("serve --door --ssh 2223", "", 2_223), ("serve", "door = off\n", nil),
            ("serve --ssh 2223", "door = off\n", 2_223),
        ] as [(String, String, UInt16?)] {
            let files = [try ConfigFile(path: "system", Array("\(setting)ssh = 2222".utf8))]
            guard case .serve(let options) = try invoke(words, [:], files) else {
                throw Unexpected()
            }
            #expect(options.door?.listen.first?.port == port, "\(words)")
        }
    }

    @Test("A background server ignores the certificate, proxies and door of the configuration file")
    func background() throws {
        let setting = """
            listen = 443
            ssh = 2222
            tls-cert = /fullchain.pem
            tls-key = /privkey.pem
            trusted-proxy = 127.0.0.1
            """
        let files = [try ConfigFile(path: "system", Array(setting.utf8))]
        guard case .serve(let own) = try invoke("background", [:], files),
            case .serve(let usual) = try invoke("serve", [:], files)
        else { throw Unexpected() }
        #expect(own.certificate == nil && own.proxies.isEmpty && own.door == nil)
        #expect(usual.certificate != nil && !usual.proxies.isEmpty && usual.door != nil)
    }

    @Test("The store of a backup and of the operator's actions is the usual or the named one")
    func stores() throws {
        guard case .backup(let usual) = try invoke("backup /b/1"),
            case .backup(let named) = try invoke("backup --store /s.db /b/2")
        else { throw Unexpected() }
        #expect(usual.store == .file(nil) && usual.copy == "/b/1")
        #expect(named.store == .file("/s.db") && named.copy == "/b/2")

        guard case .accounts(let all) = try invoke("accounts list --json"),
            case .accounts(let one) = try invoke("accounts lock kim --store /s.db --port 9000")
        else { throw Unexpected() }
        #expect(all.request == .list && all.isJSON)
        #expect(all.store == .file(nil) && all.endpoint.port == 8_383)
        #expect(one.request == .lock(name: "kim") && one.store == .file("/s.db"))
        #expect(one.endpoint.port == 9_000)

        for scheme in ["redis", "rediss"] {
            let setting = """
                store = \(scheme)://tictactoe@10.0.0.5
                store-password-file = /p
                \(scheme == "rediss" ? "store-authorities = /ca.pem" : "")
                """
            let files = [try ConfigFile(path: "own", Array(setting.utf8))]
            guard case .accounts(let shared) = try invoke("accounts list", [:], files),
                case .backup(let refused) = try invoke("backup /b/3", [:], files)
            else { throw Unexpected() }
            #expect(shared.store.isShared && refused.store.isShared)
        }
        #expect(throws: UsageError.self) { try invoke("accounts list --store-password-file /p") }
    }

    @Test("A list of bans on the command line takes precedence over a Redis in the configuration")
    func banPlaces() throws {
        let setting = "store = redis://10.0.0.5\nbans = /own\n"
        let files = [try ConfigFile(path: "own", Array(setting.utf8))]
        guard case .ban(let named) = try invoke("ban list --bans /b", [:], files),
            case .ban(let usual) = try invoke("ban list", [:], files),
            case .ban(let both) = try invoke(
                "ban list --bans /b --store redis://10.0.0.6", [:], files),
            case .redis = usual.location, case .redis = both.location
        else { throw Unexpected() }
        #expect(named.location == .file("/b"))
    }

    @Test("The operator's actions are on the game's accounts, unless the command line names an app")
    func apps() throws {
        guard
            case .accounts(let usual) = try invoke("accounts list", ["TICTACTOE_APP": "notes"]),
            case .accounts(let named) = try invoke(
                "accounts import kim@example.org n.zip --app notes"),
            case .accounts(let added) = try invoke("accounts add kim --password-file p")
        else { throw Unexpected() }
        #expect(usual.app == nil && usual.request == .list)
        #expect(named.request == .importNotes(name: "kim@example.org", file: "n.zip"))
        #expect(named.app == "notes")
        #expect(added.request == .add(name: "kim") && added.passwordFile == "p")
    }

    @Test("An account without a name is a usage error")
    func emptyName() throws {
        let words = try ParsedCommandLine(["accounts", "add", ""])
        #expect(throws: UsageError.missingOperand("NAME", .accounts, action: "add")) {
            try Invocation(words, environment: [:], readFiles: { [] })
        }
    }

    private struct Unexpected: Error {}

    private func play(
        _ words: String, _ environment: [String: String] = [:], _ files: [ConfigFile] = []
    ) throws -> PlayOptions {
        guard case .play(let options) = try invoke(words, environment, files) else {
            throw Unexpected()
        }
        return options
    }
}

/// Returns the invocation for a command line, split at blanks.
@discardableResult
func invoke(
    _ words: String, _ environment: [String: String] = [:], _ files: [ConfigFile] = []
) throws(UsageError) -> Invocation {
    let words = try ParsedCommandLine(words.split(separator: " ").map(String.init))
    return try Invocation(words, environment: environment) { files }
}
