import Commands
import Testing

@Suite("Invocation: Accounts")
struct AccountInvocationTests {
    @Test("Without an action it is told who is signed in")
    func show() throws {
        guard case .account(let options) = try read("account") else {
            Issue.record("something else")
            return
        }
        #expect(options.action == .show && options.word == nil && options.passwordFile == nil)
    }

    @Test("A name stands behind signing up and in, a code behind link")
    func words() throws {
        for (text, word) in [
            ("account signup lin", "lin"), ("account signin lin --password-file p", "lin"),
            ("account link ABCDE23456", "ABCDE23456"), ("account link", nil),
        ] {
            guard case .account(let options) = try read(text) else {
                Issue.record("something else")
                continue
            }
            #expect(options.word == word)
        }
    }

    @Test(
        "A password is never a word of the command",
        arguments: [
            "account signin lin secret", "account password secret", "account delete secret",
            "account sign", "account --password x", "stats a b", "friends lin",
        ])
    func refuses(text: String) {
        #expect(throws: Misuse.self) { try read(text) }
    }

    @Test("Statistics are told of all, or of one opponent")
    func statistics() throws {
        guard case .stats(let options) = try read("stats okafor --json") else {
            Issue.record("something else")
            return
        }
        #expect(options.name == "okafor" && options.isJSON)
    }

    private func read(_ text: String) throws -> Invocation {
        let words = try Words(text.split(separator: " ").map(String.init))
        return try Invocation(words, environment: [:], files: [])
    }
}
