import TestSupport
import Testing

/// A copy of the files that an earlier version wrote, in a temporary folder.
///
/// The date of a test run does not matter: all programs that open the files live by a calendar
/// that begins at the set's own `moment`. The deadlines of games over days, the ends of bans and
/// the ages on screens are therefore the same in every year.
struct FixtureSet {
    /// The versions with a set, which are the names of their folders.
    static let versions = ((try? Files.names(in: folder)) ?? []).filter {
        $0.first?.isNumber == true
    }
    private static let folder = ThisBuild.repository + "/Tests/Fixtures"

    let clock: ShiftedClock
    /// The folder of the goldens, which are not copied.
    let screens: String
    private let copy: TemporaryFolder

    init(_ version: String) throws {
        let original = "\(Self.folder)/\(version)"
        screens = original + "/screens"
        copy = try TemporaryFolder()
        clock = try ShiftedClock()
        for name in try Files.names(in: original) where name != "screens" {
            try Files.copy("\(original)/\(name)", to: copy.path(name))
        }
        // git keeps no modes, and the programs refuse secrets that other users may read.
        for path in Files.paths(below: copy.place).map(copy.path) {
            try Files.setMode(of: path, to: Files.isFolder(path) ? 0o700 : 0o600)
        }
        let moment = try #require(Double(try text("moment").dropLast()))
        try clock.set(to: Int(moment))
    }

    func path(_ name: String) -> String { copy.path(name) }

    func text(_ name: String) throws -> String { try Files.text(copy.path(name)) }

    /// Starts a server on the copied file, and moves all players of the set there.
    func serve(_ arguments: [String] = []) throws -> ServedProgram {
        let server = try ServedProgram(
            ["--app", "demo"] + arguments, in: .file(path("server.db")), clock: clock)
        for name in ["ada", "desk", "laptop"] { try move(name, to: server) }
        return server
    }

    /// Replaces the server's port in the files of a player. It is part of their texts, and of the
    /// name of the account's folder.
    private func move(_ name: String, to server: ServedProgram) throws {
        let home = path("client/\(name)")
        let config = try Files.text(home + "/config/tictactoe/config")
        let line = try #require(config.split(separator: "\n").first)
        let port = try #require(line.split(separator: ":").last)
        for file in Files.paths(below: home).map({ "\(home)/\($0)" })
        where ["/config", "/account", "/seat-1"].contains(where: file.hasSuffix)
            && !Files.isFolder(file)
        {
            let text = try Files.text(file).replacing(":\(port)", with: ":\(server.port)")
            try Files.write(text, to: file)
        }
        let accounts = home + "/data/tictactoe/accounts"
        for folder in (try? Files.names(in: accounts)) ?? [] {
            let new = folder.replacing("_3a\(port)", with: "_3a\(server.port)")
            try Files.move("\(accounts)/\(folder)", to: "\(accounts)/\(new)")
        }
    }

    /// Starts the game with the files of a player.
    func sit(_ name: String, _ arguments: String..., rows: Int = 24) throws -> TerminalPerson {
        let home = path("client/\(name)")
        return try TerminalPerson(
            arguments, rows: rows,
            environment: [
                "USER": name, "XDG_CONFIG_HOME": home + "/config", "XDG_DATA_HOME": home + "/data",
                "XDG_STATE_HOME": home + "/state",
            ].merging(clock.environment) { $1 })
    }
}
