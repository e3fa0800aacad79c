import TestKit
import TestSupport
import Testing

/// Screens of a player who starts the game with the files of an earlier version.
///
/// The folder `screens` of each set contains them. After an intended change of screens,
/// `make goldens` writes them again.
@Suite("Screens with files of earlier versions", .waits)
struct FixtureScreenTests {
    /// The pages of an account: keys, a text on the page that they lead to, and the page's golden.
    private static let pages: [(keys: [String], sees: String, page: String?)] = [
        (["esc"], "Enter continues your match", nil), (["esc"], "Hello, lin", nil),
        (["f"], "FRIENDS", "friends"), (["esc"], "Hello, lin", nil),
        (["A"], "ACCOUNT", "account"), (["down", "enter"], "DEVICES", "devices"),
        (["esc"], "ACCOUNT", nil), (["esc"], "Hello, lin", nil),
        ([":", "statistics"], "▸ Statistics", nil), (["enter"], "STATISTICS", "statistics"),
        (["esc"], "Hello, lin", nil),
        ([":", "settings"], "▸ Settings", nil), (["enter"], "SETTINGS", "settings"),
        (["esc"], "Resume bot match", nil),
        ([":", "resume"], "▸ Resume", nil), (["enter"], "against the hard bot", "bot"),
    ]
    private static let games = 17

    @Test("All pages of an account, with rounds that were not sent", arguments: FixtureSet.versions)
    func account(version: String) throws {
        let set = try FixtureSet(version)
        let server = try set.serve()
        let lin = try set.sit("laptop")
        try #require(
            lin.sees("You are playing ada on another device", "Resume bot match", "lost to ada"))
        for step in Self.pages {
            for key in step.keys { lin.press(key) }
            try #require(lin.sees(step.sees))
            if let page = step.page { try Golden(set).compare(lin, with: page) }
        }
        withExtendedLifetime(server) {}
    }

    @Test("Each game over days with its board", arguments: FixtureSet.versions)
    func games(version: String) throws {
        let set = try FixtureSet(version)
        let server = try set.serve()
        let lin = try set.sit("laptop", rows: 30)
        try #require(lin.sees("You are playing ada on another device"))
        lin.press("esc")
        lin.sees("Enter continues your match")
        lin.press("o")
        lin.sees("CORRESPONDENCE")
        try Golden(set).compare(lin, with: "games")
        for game in 1...Self.games {
            lin.press("enter")
            try #require(lin.sees("MOVES"))
            try Golden(set).compare(lin, with: "game-\(game)")
            lin.press("esc")
            lin.sees("CORRESPONDENCE")
            lin.press("down")
        }
        withExtendedLifetime(server) {}
    }
}

/// The goldens of a set: texts that must stay the same, except for the server's port and the time
/// of its last answer.
struct Golden {
    private static let isRenewing = environment("RENEW_GOLDENS") != nil
    /// A screen that is the same for this number of looks is complete.
    private static let looks = 4

    private let folder: String

    init(_ set: FixtureSet) {
        folder = set.screens
    }

    func compare(
        _ text: String, with name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        if Self.isRenewing { try write(text, name) }
        let approved = try approved(name)
        #expect(text == approved, sourceLocation: location)
    }

    /// Waits for the approved screen.
    func compare(
        _ person: TerminalPerson, with name: String, at location: SourceLocation = #_sourceLocation
    ) throws {
        if Self.isRenewing {
            var (last, count) = ("", 0)
            person.waits(for: "a screen that stays", at: location) { screen in
                count = screen.text == last ? count + 1 : 0
                last = screen.text
                return count == Self.looks
            }
            try write(Self.cleaned(last), name)
        }
        let approved = try approved(name)
        let isApproved = person.waits(for: "\(name):\n\(approved)", at: location) { screen in
            Self.cleaned(screen.text) == approved
        }
        try #require(isApproved, sourceLocation: location)
    }

    private func approved(_ name: String) throws -> String {
        try Files.text("\(folder)/\(name).txt")
    }

    private func write(_ text: String, _ name: String) throws {
        try Files.makeFolder(folder)
        try Files.write(text, to: "\(folder)/\(name).txt")
    }

    private static func cleaned(_ text: String) -> String {
        text.replacing(#/ +● in sync( +[0-9]+ ms)?/#, with: "  ● in sync")
            .replacing(#/127\.0\.0\.1:[0-9]+/#, with: "127.0.0.1:PORT") + "\n"
    }
}
