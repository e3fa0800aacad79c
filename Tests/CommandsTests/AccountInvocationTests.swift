import Commands
import Testing

@Suite("Invocation: Accounts")
struct AccountInvocationTests {
    @Test("An action has its word: a name, a code or none; statistics have the opponent's name")
    func words() throws {
        for (text, action, word) in [
            ("account", .show, nil), ("account signup lin", .signup, "lin"),
            ("account signin lin --password-file p", .signin, "lin"),
            ("account link ABCDE23456", .link, "ABCDE23456"), ("account link", .link, nil),
        ] as [(String, AccountOptions.AccountCommandAction, String?)] {
            guard case .account(let options) = try invoke(text) else {
                Issue.record("\(text) is something else")
                continue
            }
            #expect(options.action == action && options.nameOrCode == word, "\(text): \(options)")
            #expect(options.passwordFile == (text.hasSuffix(" p") ? "p" : nil), "\(text)")
        }
        for (text, ending) in [
            ("account sessions", nil), ("account sessions end 2", .number(2)),
            ("account sessions end others", .others),
        ] as [(String, AccountOptions.SessionsToEnd?)] {
            guard case .account(let options) = try invoke(text) else {
                Issue.record("\(text) is something else")
                continue
            }
            #expect(options.action == .sessions && options.sessionsToEnd == ending, "\(text)")
        }
        guard case .stats(let options) = try invoke("stats okafor --json") else {
            Issue.record("something else")
            return
        }
        #expect(options.name == "okafor" && options.isJSON)
    }

    @Test(
        "A password is never a word of the command",
        arguments: [
            "account signin lin secret", "account password secret", "account delete secret",
            "account sign", "account --password x", "stats a b", "friends lin",
            "account signin a b", "account sessions 1", "account sessions end",
            "account sessions end 0", "account sessions end 1 2",
        ])
    func refuses(text: String) {
        #expect(throws: UsageError.self) { try invoke(text) }
    }
}
