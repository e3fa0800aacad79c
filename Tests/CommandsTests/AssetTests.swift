import Commands
import Host
import Play
import TestKit
import TestSupport
import Testing

/// The man pages and completions, which the program makes and the repository contains.
@Suite("Manual and completions", .waits)
struct AssetTests {
    @Test("The checked-in files are those that the program makes")
    func checkedIn() throws {
        for page in ManualPage.allCases {
            let made = MandocPage(
                page, keys: ScreenAction.manualSections, limits: HostSettings().limitWords
            )
            .text
            #expect(try Asset("man/\(page.rawValue)").text == made, "run make manuals")
        }
        for shell in ShellName.allCases {
            let asset = try Asset("completions/tictactoe.\(shell.rawValue)")
            #expect(asset.text == ShellCompletions(shell).text, "run make manuals")
        }
    }

    @Test("mandoc accepts a page without remarks", arguments: ManualPage.allCases)
    func lint(page: ManualPage) throws {
        let remarks = try run("mandoc", "-Tlint", Asset("man/\(page.rawValue)").path)
            .split(separator: "\n")
            // Whether other pages are there depends on what this machine has installed.
            .filter { !$0.contains("referenced manual not found") && !$0.contains("mandoc.db") }
        #expect(remarks == [])
    }

    @Test(
        "bash offers the possible next words",
        arguments: [
            ("tictactoe pl", "play players"), ("tictactoe bot ", "easy medium hard perfect"),
            ("tictactoe --theme d", "dark"), ("tictactoe play --no-mou", "--no-mouse"),
            ("tictactoe serve --log ", "text json"), ("tictactoe players --f", "--follow"),
            ("tictactoe serve --store memo", "memory"),
        ])
    func bash(typed: String, offered: String) throws {
        let words = typed.split(separator: " ", omittingEmptySubsequences: false)
        let script = """
            source '\(try Asset("completions/tictactoe.bash").path)'
            COMP_WORDS=(\(words.map { "'\($0)'" }.joined(separator: " ")))
            COMP_CWORD=\(words.count - 1)
            compopt() { :; } # Bash's own works nowhere but behind the Tab key.
            _tictactoe
            echo "${COMPREPLY[@]}"
            """
        let reply = try run("bash", "--norc", "-c", script).split(whereSeparator: \.isWhitespace)
        let expected = Set(offered.split(separator: " "))
        #expect(typed.hasSuffix(" ") ? expected.isSubset(of: reply) : expected == Set(reply))
    }

    @Test(
        "fish offers the possible next words",
        arguments: [
            ("tictactoe pl", ["play", "players"]), ("tictactoe bot med", ["medium"]),
            ("tictactoe --theme da", ["dark"]), ("tictactoe play --no-mou", ["--no-mouse"]),
            ("tictactoe serve --idle", ["--idle-exit"]),
        ])
    func fish(typed: String, offered: [String]) throws {
        let path = try Asset("completions/tictactoe.fish").path
        let reply = try run("fish", "--no-config", "-c", "source '\(path)'; complete -C '\(typed)'")
        let words = reply.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
        #expect(words.map(String.init) == offered)
    }

    @Test("zsh takes its completions without a word, and knows what they are for")
    func zsh() throws {
        let path = try Asset("completions/tictactoe.zsh").path
        let script = "autoload -U compinit; compinit -D; source '\(path)'; echo $_comps[tictactoe]"
        #expect(try run("zsh", "-f", "-c", script) == "_tictactoe\n")
    }
}

/// A file under `Assets`.
private struct Asset {
    let path: String
    let text: String

    init(_ name: String) throws {
        path = ThisBuild.repository + "/Assets/" + name
        text = try Files.text(path)
    }
}

/// Returns the output of a program, on both streams.
private func run(_ words: String...) throws -> String {
    try ChildProgram.run(words[0], Array(words.dropFirst())).text
}
