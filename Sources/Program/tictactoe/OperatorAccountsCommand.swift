import Commands
import Drawing
import GameHost
import Host
import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumWebWire
import SimperiumWire

/// `tictactoe accounts`: the operator's actions on accounts at the server of this machine.
struct OperatorAccountsCommand {
    /// The number of random bytes in a new password. The password has twice as many hex digits.
    private static let passwordSize = 10

    private let options: OperatorAccountsOptions
    private let app: AppID
    private let address: SocketAddress

    init(_ options: OperatorAccountsOptions) {
        self.options = options
        app = options.app.flatMap { AppID($0) } ?? GameBuckets.app
        address = options.endpoint.localServerAddress()
    }

    private func keyFilePath() throws -> String {
        let path = try options.keyFile ?? options.store.path.map(ServerSettings.keyFilePath)
        guard let path else { throw CommandFailure(OperatorAccountsWords.noKeyFile) }
        return path
    }

    /// Returns a client for requests about the account `name`, which is empty for all accounts. The
    /// client sends the app's administrator token from the key file; throws if the file has none.
    private func makeHTTPClient(about name: String = "") throws -> OperatorHTTPClient {
        let path = try keyFilePath()
        guard let bytes = try WholeFile.read(path, limit: ServerSettings.keyFileLimit),
            let token = try AppKeyRing(bytes)[app]?.administrators.first
        else { throw CommandFailure(OperatorAccountsWords.noKeys(path, of: app)) }
        return try OperatorHTTPClient(app, at: address, token: token, about: name)
    }

    func run() throws -> ExitStatus {
        switch options.request {
        case .keys: try showOrCreateKeys()
        case .list: try listAccounts()
        case .add(let name): try addAccount(name)
        case .lock(let name):
            try perform(.lock, on: name)
            printWithProgramName(OperatorAccountsWords.isLocked(name))
        case .unlock(let name):
            try perform(.unlock, on: name)
            printWithProgramName(OperatorAccountsWords.isUnlocked(name))
        case .reset(let name):
            let response = try perform(.reset, on: name)
            let code = (try? JSON(parsing: response.body))?["code"]?.foreignText ?? ""
            guard !options.isJSON else {
                printShownJSON(["username": JSON(name), "code": JSON(code)])
                break
            }
            printWithProgramName(OperatorAccountsWords.resetCode(code, for: name))
        case .delete(let name):
            try perform(.delete, on: name)
            printWithProgramName(
                OperatorAccountsWords.isDeleted(name, isReserved: app == GameBuckets.app))
        case .importNotes(let name, let file): return try importNotes(of: name, from: file)
        case .exportNotes(let name, let file): return try exportNotes(of: name, to: file)
        }
        return .done
    }

    /// Prints the app's keys. If the file has none, creates them, or throws if servers on a Redis
    /// share the file.
    private func showOrCreateKeys() throws {
        ThisProcess.keepFilesPrivate()
        var settings = ServerSettings(addresses: [])
        settings.host.plugin = GamePlugin()
        settings.apps = [app]
        let path = try keyFilePath()
        settings.keys.file = path
        let bytes = try WholeFile.read(path, limit: ServerSettings.keyFileLimit)
        let hadKeys = try AppKeyRing(bytes ?? [])[app] != nil
        settings.keys.areMade = try !settings.areKeysShared()
        let keys = try settings.readOrMakeKeys()[app]
        for (key, administrator) in zip(keys?.apiKeys ?? [], keys?.administrators ?? []) {
            let line: JSONObject = [
                "app": JSON(app.text), "api_key": JSON(key.text),
                "administrator_token": JSON(administrator.text),
            ]
            printLine(
                options.isJSON
                    ? JSON.object(line).description
                    : OperatorAccountsWords.keys(key.text, administrator.text))
        }
        if !hadKeys { complain(OperatorAccountsWords.newKeys(app)) }
    }

    private func addAccount(_ name: String) throws {
        let password: String
        if let path = options.passwordFile {
            guard let line = try WholeFile.firstLine(of: path) else {
                throw UsageError.unreadable(path: path, reason: FileFlawWords.noSuchFile)
            }
            guard !line.isEmpty else {
                throw CommandFailure(OperatorAccountsWords.noPasswordInFile(path))
            }
            password = line
        } else {
            password = SecureRandom.hexText(byteCount: Self.passwordSize)
        }
        let body: JSONObject = ["username": JSON(name), "password": JSON(password)]
        let client = try makeHTTPClient(about: name)
        _ = try client.requireOK(client.request(.post, ["create"], body: body.utf8))
        guard !options.isJSON else {
            return printShownJSON(options.passwordFile == nil ? body : ["username": JSON(name)])
        }
        printWithProgramName(
            OperatorAccountsWords.isAdded(
                name, password: options.passwordFile == nil ? password : nil))
    }

    // An import and an export check the file before any request, so that a bad file has no effect.

    private func importNotes(of name: String, from file: String) throws -> ExitStatus {
        let client = try makeHTTPClient(about: name)
        let source = try CheckedNotesExportFile(file)
        let user = try fetchUser(by: client)
        return try NotesImportCommand(source: source, user: user, client: client).run()
    }

    private func exportNotes(of name: String, to file: String) throws -> ExitStatus {
        let client = try makeHTTPClient(about: name)
        try NotesExportCommand.throwIfPathIsUnfit(file)
        let user = try fetchUser(by: client)
        return try NotesExportCommand(user: user, path: file, client: client).run()
    }

    /// Returns the user id of the client's account. Warns if the account is locked.
    private func fetchUser(by client: OperatorHTTPClient) throws -> UserID {
        let answer = try client.request(.get, ["accounts"], ["name": client.account])
        guard let reply = try? JSON(parsing: client.requireOK(answer).body) else {
            throw client.failure(of: answer)
        }
        guard let account = reply["accounts"]?.array?.first,
            let user = account["userid"]?.string.flatMap({ UserID($0) })
        else {
            throw CommandFailure(OperatorCallWords.noSuchAccount(client.account), .notFound)
        }
        if account["locked"]?.bool == true {
            complain(OperatorAccountsWords.staysLocked(client.account))
        }
        return user
    }

    private func listAccounts() throws {
        let client = try makeHTTPClient()
        var (after, count, hasMore) = ("", 0, true)
        while hasMore {
            let query =
                after.isEmpty
                ? FormParameters() : FormParameters(dictionaryLiteral: ("after", after))
            let answer = try client.request(.get, ["accounts"], query)
            guard let object = (try? JSON(parsing: client.requireOK(answer).body))?.object else {
                throw client.failure(of: answer)
            }
            let accounts = object["accounts"]?.array?.compactMap(\.object) ?? []
            for account in accounts { printAccount(account) }
            count += accounts.count
            after = accounts.last?["username"]?.string ?? ""
            hasMore = object["more"]?.bool == true && !after.isEmpty
        }
        if count == 0, !options.isJSON { printWithProgramName(OperatorAccountsWords.none) }
    }

    private func printAccount(_ account: JSONObject) {
        guard !options.isJSON else { return printShownJSON(account) }
        printLine(
            OperatorAccountsWords.account(
                account["username"]?.foreignText ?? "", id: account["userid"]?.foreignText ?? "",
                since: CivilDate(ofSecond: account["since"]?.int ?? 0).text,
                isLocked: account["locked"]?.bool == true,
                hasPassword: account["password"]?.bool == true))
    }

    private func printShownJSON(_ object: JSONObject) {
        printLine(JSON.object(object).description.asShownJSON)
    }

    @discardableResult
    private func perform(
        _ action: OperatorAccountsOptions.OperatorAccountsAction, on name: String
    ) throws -> HTTPResponse {
        let client = try makeHTTPClient(about: name)
        return try client.requireOK(client.request(.post, ["accounts", name, action.rawValue]))
    }
}

private enum OperatorAccountsWords {
    static let none = "there are no accounts"

    static func account(
        _ name: ForeignText, id: ForeignText, since: String, isLocked: Bool, hasPassword: Bool
    ) -> String {
        let remarks = [isLocked ? "locked" : nil, hasPassword ? nil : "no password"]
        return ([name.shown, id.shown, since] + remarks.compactMap(\.self)).joined(separator: "  ")
    }

    static func isLocked(_ name: String) -> String { "\(name) is locked and signed out everywhere" }

    static func isUnlocked(_ name: String) -> String { "\(name) can sign in again" }

    static func isDeleted(_ name: String, isReserved: Bool) -> String {
        "\(name) has been deleted" + (isReserved ? "; the name is reserved for 90 days" : "")
    }

    /// Returns the line for a new account. `password` is nil if the operator chose it.
    static func isAdded(_ name: String, password: String?) -> String {
        "\(name) has been added" + (password.map { "; the password is \($0)" } ?? "")
    }

    static func keys(_ apiKey: String, _ administrator: String) -> String {
        "API key: \(apiKey)\nadministrator token: \(administrator)"
    }

    static func newKeys(_ app: AppID) -> String {
        "these keys are new; to serve the app, restart the server with --app \(app)"
    }

    static func staysLocked(_ name: String) -> String {
        "\(name) is locked and stays locked; tictactoe accounts unlock unlocks it"
    }

    static func resetCode(_ code: ForeignText, for name: String) -> String {
        "\(name) can set a new password with the code \(code) within an hour"
    }

    static func noKeys(_ path: String, of app: AppID) -> String {
        "there is no administrator token for the app \(app) in \(path): check --store or --keys"
    }

    static let noKeyFile = "a server without a data file has no keys file: use --keys FILE"

    static func noPasswordInFile(_ path: String) -> String {
        "\(path) has no password on its first line"
    }
}
