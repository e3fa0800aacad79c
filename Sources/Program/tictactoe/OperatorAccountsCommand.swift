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
    /// The name of the account; empty for an action on all accounts.
    private let name: String

    init(_ options: OperatorAccountsOptions) {
        self.options = options
        app = options.app.flatMap { AppID($0) } ?? GameBuckets.app
        address = options.endpoint.localServerAddress()
        name = options.name ?? ""
    }

    private func keyFilePath() throws -> String {
        let path = try options.keyFile ?? options.store.path.map(ServerSettings.keyFilePath)
        guard let path else { throw CommandFailure(OperatorAccountsWords.noKeyFile) }
        return path
    }

    /// Returns a client that sends the app's administrator token from the key file. Throws if the
    /// file has none.
    private func makeHTTPClient() throws -> OperatorHTTPClient {
        let path = try keyFilePath()
        guard let bytes = try WholeFile.read(path, limit: ServerSettings.keyFileLimit),
            let token = try AppKeyRing(bytes)[app]?.administrators.first
        else { throw CommandFailure(OperatorAccountsWords.noKeys(path, of: app)) }
        return try OperatorHTTPClient(app, at: address, token: token, about: name)
    }

    func run() throws -> ExitStatus {
        switch options.action {
        case .keys: try showOrCreateKeys()
        case .list: try listAccounts()
        case .add: try addAccount()
        case .lock, .unlock, .reset, .delete: try sendActionAndReport()
        case .import, .export: return try importOrExportNotes(options.file ?? "")
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

    private func addAccount() throws {
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
        let calls = try makeHTTPClient()
        _ = try calls.requireOK(calls.request(.post, ["create"], body: body.utf8))
        guard !options.isJSON else {
            let shown = options.passwordFile == nil ? body : ["username": JSON(name)]
            return printLine(JSON.object(shown).description.asShownJSON)
        }
        printWithProgramName(
            OperatorAccountsWords.isAdded(
                name, password: options.passwordFile == nil ? password : nil))
    }

    private func importOrExportNotes(_ file: String) throws -> ExitStatus {
        let calls = try makeHTTPClient()
        // The file is checked before any request, so that a bad file has no effect.
        let source = options.action == .import ? try CheckedNotesExportFile(file) : nil
        if source == nil { try NotesExportCommand.throwIfPathIsUnfit(file) }
        let answer = try calls.request(.get, ["accounts"], ["name": name])
        guard let reply = try? JSON(parsing: calls.requireOK(answer).body) else {
            throw calls.failure(of: answer)
        }
        guard let account = reply["accounts"]?.array?.first,
            let user = account["userid"]?.string.flatMap({ UserID($0) })
        else { return complain(OperatorAccountsWords.noSuchAccount(name), .notFound) }
        if account["locked"]?.bool == true { complain(OperatorAccountsWords.staysLocked(name)) }
        if let source {
            return try NotesImportCommand(source: source, user: user, calls: calls).run()
        }
        return try NotesExportCommand(user: user, path: file, calls: calls).run()
    }

    private func listAccounts() throws {
        let calls = try makeHTTPClient()
        var (after, count, hasMore) = ("", 0, true)
        while hasMore {
            let query =
                after.isEmpty
                ? FormParameters() : FormParameters(dictionaryLiteral: ("after", after))
            let answer = try calls.request(.get, ["accounts"], query)
            guard let object = (try? JSON(parsing: calls.requireOK(answer).body))?.object else {
                throw calls.failure(of: answer)
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
        guard !options.isJSON else {
            return printLine(JSON.object(account).description.asShownJSON)
        }
        printLine(
            OperatorAccountsWords.account(
                account["username"]?.foreignText ?? "", id: account["userid"]?.foreignText ?? "",
                since: CivilDate(ofSecond: account["since"]?.int ?? 0).text,
                isLocked: account["locked"]?.bool == true,
                hasPassword: account["password"]?.bool == true))
    }

    private func sendActionAndReport() throws {
        let calls = try makeHTTPClient()
        let response = try calls.requireOK(
            calls.request(.post, ["accounts", name, options.action.rawValue]))
        switch options.action {
        case .list, .add, .keys, .import, .export: break
        case .lock: printWithProgramName(OperatorAccountsWords.isLocked(name))
        case .unlock: printWithProgramName(OperatorAccountsWords.isUnlocked(name))
        case .delete:
            printWithProgramName(
                OperatorAccountsWords.isDeleted(name, isReserved: app == GameBuckets.app))
        case .reset:
            let code = (try? JSON(parsing: response.body))?["code"]?.foreignText ?? ""
            guard !options.isJSON else {
                let shown: JSONObject = ["username": JSON(name), "code": JSON(code)]
                return printLine(JSON.object(shown).description.asShownJSON)
            }
            printWithProgramName(OperatorAccountsWords.resetCode(code, for: name))
        }
    }
}

extension OperatorHTTPClient {
    /// Returns the response; throws if the server did not perform the request.
    func requireOK(_ answer: HTTPAnswer) throws(CommandFailure) -> HTTPResponse {
        guard case .success(let response) = answer, response.status == .ok else {
            throw failure(of: answer)
        }
        return response
    }

    func failure(of answer: HTTPAnswer) -> CommandFailure {
        guard case .success(let response) = answer else {
            let sentence = ServerHealthProbe.HealthProbeResult(answer).sentence(at: "\(address)")
            return CommandFailure(OperatorAccountsWords.unreachable(sentence), .serverUnreachable)
        }
        // The sentence ends before the newline.
        let line = response.body.prefix { $0 != UInt8(ascii: "\n") }
        let sentence = String(decoding: line.prefix(OperatorAccountsWords.longest), as: UTF8.self)
        return switch response.status {
        case .unauthorized: CommandFailure(OperatorAccountsWords.badKeys, .refused)
        case .notFound where response.body.starts(with: OperatorAccountsWords.noSuchApp.utf8):
            CommandFailure(OperatorAccountsWords.notServed(app), .notFound)
        case .notFound: CommandFailure(OperatorAccountsWords.noSuchAccount(account), .notFound)
        case .conflict:
            CommandFailure(
                OperatorAccountsWords.isTaken(
                    account, sentence, isReserved: app == GameBuckets.app), .refused)
        default:
            CommandFailure(
                OperatorAccountsWords.refused(Int(response.status.rawValue), sentence))
        }
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
        "\(name) is locked and stays locked; tictactoe accounts unlock lifts that"
    }

    static func resetCode(_ code: ForeignText, for name: String) -> String {
        "\(name) can set a new password with the code \(code) within an hour"
    }

    static func noKeys(_ path: String, of app: AppID) -> String {
        "there is no administrator token of the app \(app) in \(path): check --store or --keys"
    }

    /// The beginning of the server's answer about an app that it does not serve.
    static let noSuchApp = "no such app"

    static func notServed(_ app: AppID) -> String {
        "the server does not serve the app \(app); restart it with --app \(app)"
    }

    static let noKeyFile = "a server without a data file has no keys file: use --keys FILE"

    static func noPasswordInFile(_ path: String) -> String {
        "\(path) has no password on its first line"
    }

    /// Returns the sentence for a name that is not free. `isReserved` is true if the server also
    /// reserves the names of deleted accounts.
    static func isTaken(_ name: String, _ reason: String, isReserved: Bool) -> String {
        "\(name) is not free: \(shownSentence(reason))"
            + (isReserved ? " (the name of a deleted account is reserved for 90 days)" : "")
    }

    static func unreachable(_ sentence: String) -> String {
        "\(sentence) (--listen names another address)"
    }

    static let badKeys =
        "the server on this machine uses different keys: name its file of keys with --keys FILE"

    static func noSuchAccount(_ name: String) -> String { "there is no account named \(name)" }

    static func refused(_ status: Int, _ reason: String) -> String {
        "the server answered with HTTP status \(status): \(shownSentence(reason))"
    }

    /// The maximum length of the server's sentence, in bytes and in columns.
    static let longest = 512

    private static func shownSentence(_ reason: String) -> String {
        ForeignText(reason).shown(toColumns: longest)
    }
}
