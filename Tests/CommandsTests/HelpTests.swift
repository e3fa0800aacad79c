import Commands
import Game
import Play
import Testing

@Suite("Help")
struct HelpTests {
    @Test("It fits into 80 columns", arguments: CommandName.allCases.map(Optional.some) + [nil])
    func width(command: CommandName?) {
        for line in HelpText(command).text.split(separator: "\n") { #expect(line.count <= 80) }
    }

    @Test("Each command is in one group, and the overview has a line for it")
    func groups() {
        let grouped = CommandGroup.allCases.flatMap(\.commands)
        #expect(grouped.count == CommandName.shown.count)
        #expect(Set(grouped) == Set(CommandName.shown))
        let lines = HelpText(nil).text.split(separator: "\n")
        for command in CommandName.allCases {
            let count = lines.count { $0.hasPrefix("  \(command.rawValue) ") }
            #expect(count == (grouped.contains(command) ? 1 : 0), "\(command)")
        }
        for heading in ["Play", "Watch", "You", "Hosting", "More"] {
            #expect(lines.contains { $0 == heading }, "\(heading)")
        }
    }

    @Test("The overview lists all topics")
    func topics() throws {
        let text = HelpText(nil).text
        let start = try #require(text.firstRange(of: "topics: ")).upperBound
        let words = text[start...].prefix { $0 != "." }.split { $0 == "," || $0 == " " }
        #expect(words == (ManualPage.allCases.map(\.topic) + ["and", "keys"]).map { $0[...] })
        for topic in words where topic != "and" { try invoke("help \(topic)") }
    }

    @Test(
        "Each command has an example that the program understands", arguments: CommandName.allCases)
    func example(command: CommandName) throws {
        let last = try #require(HelpText(command).text.split(separator: "\n").last)
        #expect(last.hasPrefix("example: tictactoe "))
        let words = last.split(separator: " ").dropFirst(2).prefix { !$0.hasPrefix(">") }
        try invoke(words.joined(separator: " "))
    }

    @Test(
        "A command's help has a line for each argument, action and value",
        arguments: [
            (.account, AccountOptions.AccountCommandAction.allCases.map(\.rawValue)),
            (.accounts, OperatorAccountsOptions.OperatorAccountsAction.allCases.map(\.rawValue)),
            (.ban, BanOptions.BanListAction.allCases.map(\.rawValue)),
            (.bot, Bot.allCases.map(\.rawValue)),
            (.completions, ShellName.allCases.map(\.rawValue)),
            (.games, GamesOptions.CorrespondenceAction.allCases.map(\.rawValue)),
            (.help, ManualPage.allCases.map(\.topic)),
            (.manual, ManualPage.allCases.map(\.rawValue)),
            (.play, ["--clock none|10|30|60", "--target none|3|5|10"]),
            (.export, ["--format text|json|cast|svg"]),
            (.ban, ["TARGET", "UNTIL", "REASON"]), (.replay, ["ROUND", "FILE", "-"]),
        ] as [(CommandName, [String])])
    func choices(command: CommandName, words: [String]) {
        let lines = HelpText(command).text.split(separator: "\n")
        for word in words {
            // The description of a long one begins in the next line.
            let count = lines.count { $0.hasPrefix("  \(word) ") || $0 == "  \(word)" }
            #expect(count == 1, "\(command) \(word)")
        }
    }

    @Test("The help of games names the default of its action in the summary, not at an action")
    func gamesWithoutAction() throws {
        let text = HelpText(.games).text
        #expect(text.contains("list your correspondence games; with an ACTION, play them"))
        let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("  new ") })
        #expect(row.hasSuffix("invite NAME to a game"))
    }

    @Test("A topic with a page prints the page as text", arguments: ManualPage.allCases)
    func pages(page: ManualPage) throws {
        #expect(try invoke("help \(page.topic)") == .helpPage(page))
        let manual = MandocPage(
            page, keys: ScreenAction.manualSections, limits: [("Rows", "1 to 2")])
        let lines = manual.plainText.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.first == "NAME" && lines.contains("SEE ALSO"))
        #expect(!lines.contains { $0.hasPrefix(".") || $0.contains("\\-") || $0.contains("\\&") })
        #expect(!zip(lines, lines.dropFirst()).contains { $0.isEmpty && $1.isEmpty })
        // Words of the page are in its text, in their order.
        let prose = manual.text.split(separator: "\n").filter { !$0.hasPrefix(".") }
        let words = manual.plainText.split { " \n".contains($0) }
        #expect(prose.flatMap { $0.split(separator: " ") }.count < words.count)
    }

    @Test("The page of the game as text looks like this")
    func pageText() {
        let text = MandocPage(.game, keys: ScreenAction.manualSections, limits: []).plainText
        for part in [
            "    tictactoe - tic-tac-toe for two players at two terminals\n",
            "    tictactoe [command] [option ...]\n",
            " press 'i' in the lobby. ",
            "    join CODE\n        join a friend's match with an invite code.\n",
            "        CODE\n            your friend's invite code.\n",
            "of its name to reverse it, as in --no-quick and --sound.",
            "  In the lobby\n    ↑↓\n", "    : puzzle\n        solve the puzzle of the day.\n",
            "        open the next waiting correspondence game.\n    F5\n        reconnect now.\n",
            "        tictactoe join NZWG --server play.example\n",
        ] {
            #expect(text.contains(part), "\(part)")
        }
        let configuration = MandocPage(.configuration, keys: [], limits: []).plainText
        #expect(configuration.contains("    tictactoe(6), tictactoe-server(8)"))
        #expect(configuration.contains(" 1. an option on the command line,\n"))
    }

    @Test("It looks like this")
    func looks() {
        #expect(
            HelpText(.bot).text == """
                tictactoe bot: play against a bot

                usage: tictactoe bot [LEVEL] [OPTION]...

                Levels
                  easy               completes its own line, otherwise moves at random
                  medium             also blocks your line (default)
                  hard               plays four moves out of five perfectly
                  perfect            never loses

                Options
                  --demo             watch two bots play each other
                  --quick            a number key places a piece at once, without Enter
                  --theme THEME      theme file (such as ./FILE) or theme name: dark, light,
                                     high-contrast, colour-blind, monochrome, solarized-dark,
                                     solarized-light, gruvbox-dark, gruvbox-light, nord,
                                     catppuccin-mocha or catppuccin-latte (default: dark or
                                     light, to match the terminal's background, or COLORFGBG)
                  --key ACTION=KEY   assign a key, as in resign=Q (repeatable); tictactoe help
                                     config lists the actions
                  --keypad           number the squares like a keypad, with 7 8 9 at the top
                  --ascii            draw with ASCII characters only (default: depends on the
                                     locale)
                  --no-color         no colours (default: what the terminal supports)
                  --no-mouse         no mouse
                  --no-motion        no animation
                  --no-notify        no notification while another window is in front
                  --no-links         no clickable addresses
                  --plain            print lines of text, for screen readers and scripts
                  -q, --quiet        do not print the result on exit
                  --record FILE      record the session in this new file
                  --config FILE      configuration file to read instead of your own
                  -h, --help         show help

                example: tictactoe bot perfect
                """)
    }
}
