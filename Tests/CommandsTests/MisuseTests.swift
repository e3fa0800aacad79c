import Commands
import Drawing
import Testing

private let place = "is no place to listen at; 127.0.0.1:8383 would be one"
private let scheme = "it starts with ws:// or wss://, or with the host"

@Suite("Misuse")
struct MisuseTests {
    @Test(
        "One sentence says what is wrong, and what would be right",
        arguments: [
            ("chess", #"there is no command "chess"; tictactoe --help lists them all"#),
            ("wacth", #"there is no command "wacth"; did you mean watch?"#),
            ("help wacth", #"there is no command "wacth"; did you mean watch?"#),
            ("--them dark", #"there is no option "--them"; did you mean --theme?"#),
            ("--no-mose", #"there is no option "--no-mose"; did you mean --no-mouse?"#),
            ("-x", #"there is no option "-x"; tictactoe --help tells what there is"#),
            ("-qx", #"there is no option "-qx"; tictactoe --help tells what there is"#),
            (
                "--no-theme",
                #"there is no option "--no-theme"; tictactoe --help tells what there is"#
            ),
            (
                "players --listen 80",
                "players has no option --listen; serve and accounts have"
            ),
            ("--stop", "play has no option --stop; serve has"),
            ("local --follow", "local has no option --follow; players has"),
            (
                "local --json",
                "local has no option --json; watch, players, stats, friends, games, accounts and "
                    + "load have"
            ),
            ("--name", "--name needs a value: --name NAME"),
            ("--no-quick=yes", "--no-quick takes no value"),
            ("--quick=maybe", #"--quick: "maybe" is neither yes nor no"#),
            ("--theme drak", #"--theme: there is no "drak"; did you mean dark?"#),
            ("--name ~", #"--name: "~" can't be a name: "~" can't be in one"#),
            (
                "--name abcdefghijklmnopq",
                #"--name: "abcdefghijklmnopq" can't be a name: it is wider than 16 columns"#
            ),
            (
                "--server ftp://a",
                #"--server: "ftp://a" is no server: \#(scheme)"#
            ),
            ("--server a:0", #"--server: "a:0" is no server: a port is a number from 1 to 65535"#),
            ("join", "something is missing: tictactoe join CODE [OPTION]..."),
            ("join no", #""no" is no code; a code has 4 to 12 letters and digits"#),
            (
                "bot godlike",
                #"no bot is called "godlike"; there are easy, medium, hard and perfect"#
            ),
            ("bot mediun", #"no bot is called "mediun"; did you mean medium?"#),
            ("local now", #"nothing can be done with "now" here"#),
            ("backup", "something is missing: tictactoe backup FILE [OPTION]..."),
            ("accounts", "something is missing: tictactoe accounts ACTION [NAME] [OPTION]..."),
            ("accounts lock", "something is missing: tictactoe accounts ACTION [NAME] [OPTION]..."),
            ("accounts list kim", #"nothing can be done with "kim" here"#),
            ("accounts lok kim", #"accounts knows no "lok"; did you mean lock?"#),
            ("completions", "something is missing: tictactoe completions SHELL"),
            (
                "serve --listen a:1",
                #"--listen: "a:1" \#(place)"#
            ),
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
                #"there is no command "\u{202E}serve"; did you mean serve?"#
            ),
            ("serve --idle-exit 0", #"--idle-exit: "0" is not a number from 1 to 86400"#),
            ("serve --idle-exit 1e3", #"--idle-exit: "1e3" is not a number from 1 to 86400"#),
            (
                "serve --app a/b",
                #"--app: "a/b" is no name of an app; use letters, digits, - and _"#
            ),
            ("serve --status --stop", "--status and --stop can't be used together"),
            (
                "serve --keys k --store redis://h --store-authorities f",
                "--store-authorities needs --store rediss://HOST as well"
            ),
            (
                "serve --keys k --store redis://lin@h",
                "--store needs --store-password-file as well"
            ),
            ("serve --tls-key k", "--tls-key needs --tls-cert as well"),
            (
                "load --players 0",
                "nobody would come: --players or --watchers must be more than 0"
            ),
            ("load --players 0 --watchers 1", ""),
            ("door", ""),
            ("\u{1B}[31m", #"there is no command "\u{1B}[31m"; tictactoe --help lists them all"#),
        ])
    func sentences(words: String, sentence: String) {
        #expect(complaint { () throws(Misuse) in try invoke(words) } == sentence)
    }

    @Test(
        "A file is complained of with its name and line",
        arguments: [
            ("\n# a remark\n  name = lin  \n\ntheme=light", ""),
            ("name", "c:1: a line is key = value, or begins with #"),
            ("\nthem = light", #"c:2: there is no setting "them"; did you mean theme?"#),
            (
                "paisley = yes",
                #"c:1: there is no setting "paisley"; man 5 tictactoe lists them all"#
            ),
            ("vs = lin", "c:1: --vs is for the command line only"),
            ("name = a\nname = b", "c:2: name is set on line 1 already"),
            ("listen = 80\nlisten = 81", ""),
            ("key = resign=Q\nkey = draw=ctrl-d\nkey = help=f1", ""),
            ("key = resign", #"c:1: "resign" gives no key a purpose; resign=Q would"#),
            (
                "\nkey = resgin=Q",
                #"c:2: no key is for "resgin"; did you mean resign?"#
            ),
            (
                "key = fly=Q",
                #"c:1: no key is for "fly"; man 5 tictactoe lists what keys are for"#
            ),
            (
                "key = draw=ctrl-m",
                #"c:1: "ctrl-m" is no key that can be chosen; use a character, ctrl-x, f5 or space"#
            ),
            ("theme = ./my.theme", ""),
            ("\nmouse = maybe", #"c:2: "maybe" is neither yes nor no"#),
            ("name =", #"c:1: "" can't be a name: it is empty"#),
        ])
    func files(text: String, sentence: String) {
        let problem = complaint { () throws(Misuse) in
            _ = try ConfigFile(path: "c", Array(text.utf8))
        }
        #expect(problem == sentence)
    }

    @Test("Bytes that are no text are no configuration, and a wrong variable is named")
    func noText() {
        for (bytes, sentence) in [
            ([0x61, 0x0A, 0xFF], "c:1: a line is key = value, or begins with #"),
            ([0xFF], "c:1: this is not UTF-8"),
        ] as [([UInt8], String)] {
            let problem = complaint { () throws(Misuse) in _ = try ConfigFile(path: "c", bytes) }
            #expect(problem == sentence, "\(bytes)")
        }
        for (value, sentence) in [
            ("perhaps", #"TICTACTOE_QUICK: "perhaps" is neither yes nor no"#), ("", ""),
        ] {
            let problem = complaint { () throws(Misuse) in
                try invoke("", ["TICTACTOE_QUICK": value])
            }
            #expect(problem == sentence, "\(value)")
        }
    }

    @Test(
        "The file of a theme is complained of with its name and line",
        arguments: [
            ("# mine\ncross bold red\ncircle #00ff00 on 15", ""),
            ("\ncros bold", #"t:2: there is no style "cros"; did you mean cross?"#),
            (
                "cross blod",
                #"t:1: "blod" is no colour, nor bold, dim, underline, reverse or on"#
            ),
            ("cross red\ncross blue", "t:2: cross has its look already"),
        ])
    func themes(text: String, sentence: String) {
        let problem = complaint { () throws(Misuse) in
            _ = try Theme(path: "t", Array(text.utf8))
        }
        #expect(problem == sentence)
    }

    private func complaint(_ body: () throws(Misuse) -> Void) -> String {
        do throws(Misuse) {
            try body()
            return ""
        } catch {
            return "\(error)"
        }
    }
}
