import TestSupport
import Testing

/// A home whose user is signed in to a server: one of the user's devices.
struct AccountHome {
    private let server: ServedProgram
    private let folder: TemporaryFolder
    private let clock: ShiftedClock?
    /// The file of its user's password.
    let password: String

    /// Signs the user up if `isNew`; otherwise signs in.
    init(
        of name: String, at server: ServedProgram, isNew: Bool = true, clock: ShiftedClock? = nil
    ) throws {
        self.server = server
        self.clock = clock
        folder = try TemporaryFolder()
        password = folder.path("password")
        try Files.write("correct horse battery", to: password)
        let made = try runs(
            "account", isNew ? "signup" : "signin", name, "--password-file", password)
        #expect(made.status == 0, "\(made.text)")
    }

    var environment: [String: String] {
        [
            "HOME": folder.place, "USER": "somebody", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin",
        ].merging(clock?.environment ?? [:]) { $1 }
    }

    func runs(_ words: String...) throws -> (text: String, status: CInt) {
        try runs(words)
    }

    /// The files with copies of the account.
    var copies: [String] {
        Files.paths(below: folder.place).filter { $0.hasSuffix(".db") }.map {
            String($0.split(separator: "/").last ?? "")
        }.sorted()
    }

    /// True if a program of the user has the account's copy open.
    var hasOpenCopy: Bool {
        Files.paths(below: folder.place).contains { $0.hasSuffix(".db.socket") }
    }

    func runs(_ words: [String]) throws -> (text: String, status: CInt) {
        try PipedProgram.run(
            PipedProgram.ours, words + ["--server", server.address], environment: environment)
    }

    func signsIn(as name: String) throws -> (text: String, status: CInt) {
        try runs("account", "signin", name, "--password-file", password)
    }

    func deletesAccount() throws -> (text: String, status: CInt) {
        try runs("account", "delete", "--password-file", password)
    }

    /// Plays at a terminal, without looking for an opponent.
    func plays() throws -> TerminalPerson {
        let person = try TerminalPerson(["--server", server.address], environment: environment)
        person.stopsLooking()
        return person
    }

    /// Starts the game at a terminal. The environment has the server's address.
    func sits(_ words: String...) throws -> TerminalPerson {
        try TerminalPerson(
            words,
            environment: environment.merging(["TICTACTOE_SERVER": server.address]) { $1 })
    }

    /// Starts a command that keeps running.
    func opens(_ words: String...) throws -> PipedProgram {
        try PipedProgram(
            PipedProgram.ours, words + ["--server", server.address], environment: environment)
    }

    /// Plays in line mode.
    func talks() throws -> PipedProgram {
        try opens("play", "--plain")
    }
}
