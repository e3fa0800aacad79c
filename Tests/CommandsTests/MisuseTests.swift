import Commands
import Drawing
import Testing

private let place =
    "is not a port from 0 to 65535, or an IP address with a port such as 127.0.0.1:8383"
private let server = "is not a valid server address"
private let actions = "signup, signin, signout, link, sessions, password, reset, delete, show"
private let options = "(tictactoe COMMAND --help lists the options)"
private let scheme = "use ws:// or wss://, or only the host name"

@Suite("Misuse")
struct MisuseTests {
    @Test(
        "A message names the error, and a way to correct it",
        arguments: [
            ("chess", #"unknown command "chess" (tictactoe --help lists the commands)"#),
            ("wacth", #"unknown command "wacth". Did you mean watch?"#),
            ("help wacth", #"help: unknown topic "wacth". Did you mean watch?"#),
            ("help confg", #"help: unknown topic "confg". Did you mean config?"#),
            (
                "help chess",
                #"help: unknown topic "chess" (tictactoe help --help lists the topics)"#
            ),
            ("--them dark", #"unknown option "--them". Did you mean --theme?"#),
            ("--no-mose", #"unknown option "--no-mose". Did you mean --no-mouse?"#),
            ("-x", #"unknown option "-x" \#(options)"#),
            ("-qx", #"unknown option "-qx" \#(options)"#),
            ("--no-theme", #"unknown option "--no-theme" \#(options)"#),
            ("serve --no-ssh", #"unknown option "--no-ssh". Did you mean --no-door?"#),
            (
                "serve --lis 3",
                #"unknown option "--lis" (tictactoe serve --help lists the options)"#
            ),
            ("serve --listn 3", #"unknown option "--listn". Did you mean --listen?"#),
            ("serve --no-door --ssh 2223", "--no-door and --ssh can't be used together"),
            ("serve --ssh 2223 --no-door", "--no-door and --ssh can't be used together"),
            (
                "players --listen 80",
                "players has no option --listen (serve and accounts have it)"
            ),
            ("--stop", "play has no option --stop (serve has it)"),
            ("local --follow", "local has no option --follow (players has it)"),
            (
                "local --json",
                "local has no option --json (watch, players, stats, friends, games and "
                    + "accounts have it)"
            ),
            ("--name", "--name needs a value: --name NAME"),
            ("--no-quick=yes", "--no-quick takes no value"),
            ("--quick=maybe", #"--quick: "maybe" is neither yes nor no"#),
            ("--clock 17", #"--clock: "17" is not one of none, 10, 30, 60"#),
            ("man", #"unknown command "man" (tictactoe --help lists the commands)"#),
            ("completions ksh", #"completions: unknown shell "ksh" (bash, zsh, fish)"#),
            ("ban list", "ban needs --bans FILE or --store redis://HOST"),
            ("--theme drak", #"--theme: unknown value "drak". Did you mean dark?"#),
            ("--name ~", #"--name: "~" is not a valid name: "~" is not allowed"#),
            (
                "--name abcdefghijklmnopq",
                #"--name: "abcdefghijklmnopq" is not a valid name: it is wider than 16 columns"#
            ),
            (
                "--server ftp://a",
                #"--server: "ftp://a" is not a valid server address: \#(scheme)"#
            ),
            (
                "--server a:0",
                #"--server: "a:0" \#(server): the port must be a number from 1 to 65535"#
            ),
            ("--server a!b", #"--server: "a!b" \#(server): the host name is not valid"#),
            ("join", "missing CODE. usage: tictactoe join CODE [OPTION]..."),
            ("join no", #""no" is not an invite code: a code has 4 to 12 letters and digits"#),
            (
                "bot godlike",
                #"bot: unknown level "godlike" (easy, medium, hard, perfect)"#
            ),
            ("bot mediun", #"bot: unknown level "mediun". Did you mean medium?"#),
            ("local now", #"unexpected argument "now". usage: tictactoe local [OPTION]..."#),
            ("backup", "missing FILE. usage: tictactoe backup FILE [OPTION]..."),
            (
                "accounts",
                "missing ACTION. usage: tictactoe accounts ACTION [NAME [FILE]] [OPTION]..."
            ),
            ("accounts import kim n.zip", "accounts import needs --app NAME"),
            (
                "accounts export kim --app notes",
                "missing FILE. usage: tictactoe accounts export NAME FILE [OPTION]..."
            ),
            (
                "accounts keys kim",
                #"unexpected argument "kim". usage: tictactoe accounts keys [OPTION]..."#
            ),
            ("accounts lock", "missing NAME. usage: tictactoe accounts lock NAME [OPTION]..."),
            (
                "accounts list kim",
                #"unexpected argument "kim". usage: tictactoe accounts list [OPTION]..."#
            ),
            (
                "account foo",
                #"account: unknown action "foo" (\#(actions))"#
            ),
            ("games move 1 55", #"no square "55": the squares are 1 to 9"#),
            ("games list", #"games: unknown action "list" (new, accept, decline, show, move)"#),
            ("games new", "missing NAME. usage: tictactoe games new NAME [OPTION]..."),
            ("copy a", "missing TO. usage: tictactoe copy FROM TO [OPTION]..."),
            (
                "ban remove 192.0.2.1 now",
                #"unexpected argument "now". usage: tictactoe ban remove TARGET [OPTION]..."#
            ),
            (
                "accounts export kim - --app notes",
                #"unexpected argument "-". usage: tictactoe accounts export NAME FILE [OPTION]..."#
            ),
            ("backup -", #"unexpected argument "-". usage: tictactoe backup FILE [OPTION]..."#),
            ("accounts lock kim --json", "accounts lock has no option --json"),
            (
                "accounts reset kim --password-file p",
                "accounts reset has no option --password-file"
            ),
            ("accounts lok kim", #"accounts: unknown action "lok". Did you mean lock?"#),
            ("completions", "missing SHELL. usage: tictactoe completions SHELL"),
            (
                "serve --listen a:1",
                #"--listen: "a:1" \#(place)"#
            ),
            ("serve --listen 999.1.1.1:80", #"--listen: "999.1.1.1:80" \#(place)"#),
            ("serve --listen 010.0.0.1:80", #"--listen: "010.0.0.1:80" \#(place)"#),
            ("serve --listen [::g]:80", #"--listen: "[::g]:80" \#(place)"#),
            ("serve --listen [fe80::1%lo]:1", #"--listen: "[fe80::1%lo]:1" \#(place)"#),
            ("door --ssh 1.2.3:22", #"--ssh: "1.2.3:22" \#(place)"#),
            (
                "serve --listen 65536",
                #"--listen: "65536" \#(place)"#
            ),
            (
                "serve --listen ::1:80",
                #"--listen: "::1:80" \#(place)"#
            ),
            (
                "\u{202E}serve",
                #"unknown command "\u{202E}serve". Did you mean serve?"#
            ),
            ("serve --idle-exit 0", #"--idle-exit: "0" is not a number from 1 to 86400"#),
            ("serve --idle-exit 1e3", #"--idle-exit: "1e3" is not a number from 1 to 86400"#),
            (
                "serve --app a/b",
                #"--app: "a/b" is not a valid app name: use letters, digits, and . _ -"#
            ),
            ("serve --status --stop", "--status and --stop can't be used together"),
            (
                "serve --keys k --store redis://h --store-authorities f",
                "--store-authorities needs --store rediss://HOST"
            ),
            (
                "serve --keys k --store redis://lin@h",
                "--store redis://NAME@HOST needs --store-password-file"
            ),
            ("serve --store rediss://h", "--store rediss://HOST needs --keys"),
            (
                "serve --keys k --record r --store redis://h",
                "--store redis://HOST and --record can't be used together"
            ),
            ("serve --store-replicas 1", "--store-replicas needs --store redis://HOST"),
            ("serve --store f --new-keys", "--new-keys needs --store redis://HOST"),
            (
                "serve --store memory --store-password-file p",
                "--store-password-file needs --store redis://HOST"
            ),
            ("serve --tls-key k", "--tls-key needs --tls-cert"),
            ("door", ""),
            ("\u{1B}[31m", #"unknown command "\u{1B}[31m" (tictactoe --help lists the commands)"#),
        ])
    func sentences(words: String, sentence: String) {
        #expect(complaint { () throws(UsageError) in try invoke(words) } == sentence)
    }

    @Test(
        "A file is complained of with its name and line",
        arguments: [
            ("\n# a remark\n  name = lin  \n\ntheme=light", ""),
            ("name", "c:1: expected name = value, or # and a comment"),
            ("\nthem = light", #"c:2: unknown setting "them". Did you mean theme?"#),
            (
                "paisley = yes",
                #"c:1: unknown setting "paisley" (tictactoe help config lists the settings)"#
            ),
            ("vs = lin", "c:1: --vs works only on the command line"),
            ("name = a\nname = b", "c:2: name is already set on line 1"),
            ("listen = 80\nlisten = 81", ""),
            ("key = resign=Q\nkey = draw=ctrl-d\nkey = help=f1", ""),
            ("key = resign", #"c:1: key: "resign" is not ACTION=KEY, such as resign=Q"#),
            (
                "\nkey = resgin=Q",
                #"c:2: key: unknown action "resgin". Did you mean resign?"#
            ),
            (
                "key = fly=Q",
                #"c:1: key: unknown action "fly" (tictactoe help config lists the actions)"#
            ),
            (
                "key = draw=ctrl-m",
                #"c:1: key: "ctrl-m" can't be assigned: use a character, ctrl-x, f5 or space"#
            ),
            ("theme = ./my.theme", ""),
            ("\nmouse = maybe", #"c:2: mouse: "maybe" is neither yes nor no"#),
            ("name =", #"c:1: name: "" is not a valid name: it is empty"#),
            ("\nssh = 999.1.1.1:22", #"c:2: ssh: "999.1.1.1:22" \#(place)"#),
        ])
    func files(text: String, sentence: String) {
        let problem = complaint { () throws(UsageError) in
            _ = try ConfigFile(path: "c", Array(text.utf8))
        }
        #expect(problem == sentence)
    }

    @Test(
        "Settings that do not fit are complained of with their origins",
        arguments: [
            ("serve", "\ntls-key = k", "c:2: tls-key needs the setting tls-cert"),
            (
                "serve", "store = redis://h",
                "c:1: store = redis://HOST needs the setting keys"
            ),
            (
                "serve --keys k --durability disk", "store = redis://h",
                "c:1: store = redis://HOST and --durability can't be used together"
            ),
            (
                "serve --keys k", "store = redis://h\ndurability = disk",
                "c:1: store = redis://HOST and c:2: durability can't be used together"
            ),
            (
                "serve --keys k --store redis://h", "store-authorities = f",
                "c:1: store-authorities needs --store rediss://HOST"
            ),
        ])
    func misfits(words: String, text: String, sentence: String) {
        let problem = complaint { () throws(UsageError) in
            try invoke(words, [:], [ConfigFile(path: "c", Array(text.utf8))])
        }
        #expect(problem == sentence)
        let variable = complaint { () throws(UsageError) in
            try invoke("serve", ["TICTACTOE_TLS_CERT": "c"])
        }
        #expect(variable == "TICTACTOE_TLS_CERT needs --tls-key")
        let shared = complaint { () throws(UsageError) in
            try invoke("serve", ["TICTACTOE_STORE": "redis://h"])
        }
        #expect(shared == "TICTACTOE_STORE=redis://HOST needs --keys")
    }

    @Test("Bytes that are no text are no configuration, and a wrong variable is named")
    func noText() {
        for (bytes, sentence) in [
            ([0x61, 0x0A, 0xFF], "c:1: expected name = value, or # and a comment"),
            ([0xFF], "c:1: not valid UTF-8"),
        ] as [([UInt8], String)] {
            let problem = complaint { () throws(UsageError) in _ = try ConfigFile(path: "c", bytes)
            }
            #expect(problem == sentence, "\(bytes)")
        }
        for (value, sentence) in [
            ("perhaps", #"TICTACTOE_QUICK: "perhaps" is neither yes nor no"#), ("", ""),
        ] {
            let problem = complaint { () throws(UsageError) in
                try invoke("", ["TICTACTOE_QUICK": value])
            }
            #expect(problem == sentence, "\(value)")
        }
    }

    @Test(
        "The file of a theme is complained of with its name and line",
        arguments: [
            ("# mine\ncross bold red\ncircle #00ff00 on 15", ""),
            ("\ncros bold", #"t:2: unknown style "cros". Did you mean cross?"#),
            (
                "cross blod",
                #"t:1: "blod" is not a colour, bold, dim, underline, reverse or on"#
            ),
            ("cross red\ncross blue", "t:2: cross is already set"),
        ])
    func themes(text: String, sentence: String) {
        let problem = complaint { () throws(UsageError) in
            _ = try Theme(path: "t", Array(text.utf8))
        }
        #expect(problem == sentence)
    }

    private func complaint(_ body: () throws(UsageError) -> Void) -> String {
        do throws(UsageError) {
            try body()
            return ""
        } catch {
            return "\(error)"
        }
    }
}
