import Commands
import Testing

@Suite("Invocation: Accounts")
struct AccountInvocationTests {
    @Test("An action has its word: a name, a code or none; statistics have the opponent's name")
    func words() throws {
        for (text, request) in [
            ("account", .showAccount), ("account signup lin", .signUp(name: "lin")),
            ("account signin lin --password-file p", .signIn(name: "lin")),
            ("account reset", .resetPassword(name: nil)),
            ("account link ABCDE23456", .signInWithCode("ABCDE23456")),
            ("account link", .linkOtherDevice), ("account sessions", .listSessions),
            ("account sessions end 2", .endSession(2)),
            ("account sessions end others", .endOtherSessions),
        ] as [(String, AccountOptions.AccountCommandRequest)] {
            guard case .account(let options) = try invoke(text) else {
                Issue.record("\(text) is something else")
                continue
            }
            #expect(options.request == request, "\(text): \(options)")
            #expect(options.passwordFile == (text.hasSuffix(" p") ? "p" : nil), "\(text)")
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
