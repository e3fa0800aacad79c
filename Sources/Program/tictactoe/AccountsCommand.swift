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
struct AccountsCommand {
    enum Failure: Error, CustomStringConvertible {
        case noKeys(String, AppID)
        case noFile
        case badPasswordFile(String)

        var description: String {
            switch self {
            case .noKeys(let path, let app): AccountsWords.noKeys(path, of: app)
            case .noFile: AccountsWords.noKeyFile
            case .badPasswordFile(let path): AccountsWords.noPasswordInFile(path)
            }
        }
    }

    /// The maximum size of a key file, in bytes. No server has enough apps to reach it.
    private static let mostBytesOfKeys = 1 << 20
    /// The number of random bytes in a new password. The password has twice as many hex digits.
    private static let passwordSize = 10

    private let options: AccountsOptions
    private let app: AppID
    private let address: SocketAddress

    init(_ options: AccountsOptions) throws {
        self.options = options
        app = options.app.flatMap { AppID($0) } ?? LobbyTokens.app
        let endpoint = options.endpoint
        let host = endpoint.address ?? ListenEndpoint.localDefault.address ?? ""
        guard let address = SocketAddress(host: host, port: endpoint.port) else {
            throw ServeCommand.Failure.badAddress(endpoint)
        }
        self.address = address
    }

    private func keyFile() throws -> String {
        let path = try options.keyFile ?? options.store.path.map(ServerSettings.keyFile)
        guard let path else { throw Failure.noFile }
        return path
    }

    /// Returns a client for requests with the administrator's token from the key file.
    private func administratorCalls() throws -> OperatorCalls {
        let path = try keyFile()
        guard let bytes = try WholeFile.read(path, limit: Self.mostBytesOfKeys),
            let token = try KeyRing(bytes)[app]?.administrators.first
        else { throw Failure.noKeys(path, app) }
        return try OperatorCalls(app, at: address, token: token)
    }

    func run() throws -> ExitStatus {
        let (name, file) = (options.name ?? "", options.file ?? "")
        return switch options.action {
        case .keys: try showOrCreateKeys()
        case .list: try list()
        case .add: try add(name)
        case .lock, .unlock, .reset, .delete: try performAction(on: name)
        case .import, .export: try importOrExportNotes(of: name, file)
        }
    }

    /// Prints the app's keys. Creates them if the file has none.
    private func showOrCreateKeys() throws -> ExitStatus {
        ThisProcess.keepFilesPrivate()
        var settings = ServerSettings(addresses: [])
        settings.host.plugin = GamePlugin()
        settings.apps = [app]
        let path = try keyFile()
        settings.keys.file = path
        let bytes = try WholeFile.read(path, limit: Self.mostBytesOfKeys)
        let hadKeys = try KeyRing(bytes ?? [])[app] != nil
        settings.keys.areMade = try !settings.areKeysShared()
        let keys = try settings.readOrMakeKeys()[app]
        for (key, administrator) in zip(keys?.apiKeys ?? [], keys?.administrators ?? []) {
            let line: JSONObject = [
                "app": JSON(app.text), "api_key": JSON(key.text),
                "administrator_token": JSON(administrator.text),
            ]
            Descriptor.standardOutput.writeLine(
                options.isJSON
                    ? JSON.object(line).description
                    : AccountsWords.keys(key.text, administrator.text))
        }
        if !hadKeys { complain(AccountsWords.newKeys(app)) }
        return .done
    }

    private func add(_ name: String) throws -> ExitStatus {
        let password: String
        if let path = options.passwordFile {
            guard let line = try WholeFile.firstLine(of: path), !line.isEmpty else {
                throw Failure.badPasswordFile(path)
            }
            password = line
        } else {
            password = SecureRandom.hexText(Self.passwordSize)
        }
        let body: JSONObject = ["username": JSON(name), "password": JSON(password)]
        let answer = try administratorCalls().request(.post, ["create"], body: body.utf8)
        guard case .success(let response) = answer, response.status == .ok else {
            return reportFailure(answer)
        }
        report(AccountsWords.isAdded(name, password: options.passwordFile == nil ? password : nil))
        return .done
    }

    private func importOrExportNotes(of name: String, _ file: String) throws -> ExitStatus {
        let calls = try administratorCalls()
        // The file is checked before any request, so that a bad file has no effect.
        let source = options.action == .import ? try CheckedNotesExportFile(file) : nil
        if source == nil { try NotesExportCommand.throwIfFileExists(file) }
        let query: FormParameters = ["name": name]
        let answer = try calls.request(.get, ["accounts"], query)
        guard case .success(let response) = answer, response.status == .ok,
            let reply = try? JSON(parsing: response.body)
        else { return reportFailure(answer) }
        guard let account = reply["accounts"]?.array?.first,
            let user = account["userid"]?.string.flatMap({ UserID($0) })
        else { return complain(AccountsWords.noSuchAccount(name), .notFound) }
        if account["locked"]?.bool == true { complain(AccountsWords.staysLocked(name)) }
        do throws(OperatorCalls.TransferFailure) {
            if let source {
                return try NotesImportCommand(source, into: user, named: name, calls).run()
            }
            return try NotesExportCommand(of: user, named: name, to: file, calls).run()
        } catch {
            if case .answer(let answer) = error { return reportFailure(answer) }
            return complain("\(error)")
        }
    }

    private func list() throws -> ExitStatus {
        let calls = try administratorCalls()
        var (after, count, hasMore) = ("", 0, true)
        while hasMore {
            let query =
                after.isEmpty
                ? FormParameters() : FormParameters(dictionaryLiteral: ("after", after))
            let answer = try calls.request(.get, ["accounts"], query)
            guard case .success(let response) = answer, response.status == .ok,
                let object = (try? JSON(parsing: response.body))?.object
            else { return reportFailure(answer) }
            let accounts = object["accounts"]?.array?.compactMap(\.object) ?? []
            for account in accounts { printAccount(account) }
            count += accounts.count
            after = accounts.last?["username"]?.string ?? ""
            hasMore = object["more"]?.bool == true && !after.isEmpty
        }
        if count == 0, !options.isJSON { report(AccountsWords.none) }
        return .done
    }

    private func printAccount(_ account: JSONObject) {
        guard !options.isJSON else {
            return Descriptor.standardOutput.writeLine(JSON.object(account).description.asShownJSON)
        }
        Descriptor.standardOutput.writeLine(
            AccountsWords.account(
                account["username"]?.foreignText ?? "", id: account["userid"]?.foreignText ?? "",
                since: CivilDate(ofSecond: account["since"]?.int ?? 0).text,
                isLocked: account["locked"]?.bool == true,
                hasPassword: account["password"]?.bool == true))
    }

    private func performAction(on name: String) throws -> ExitStatus {
        let answer = try administratorCalls().request(
            .post, ["accounts", name, options.action.rawValue])
        guard case .success(let response) = answer, response.status == .ok else {
            return reportFailure(answer)
        }
        switch options.action {
        case .list, .add, .keys, .import, .export: break
        case .lock: report(AccountsWords.isLocked(name))
        case .unlock: report(AccountsWords.isUnlocked(name))
        case .delete: report(AccountsWords.isDeleted(name, isReserved: app == LobbyTokens.app))
        case .reset:
            let code = (try? JSON(parsing: response.body))?["code"]?.foreignText ?? ""
            report(AccountsWords.resetCode(code, for: name))
        }
        return .done
    }

    private func reportFailure(
        _ answer: Result<HTTPResponse, ClientConnectionError>
    ) -> ExitStatus {
        guard case .success(let response) = answer else {
            let sentence = ServerInquiry.InquiryResult(answer).sentence(at: "\(address)")
            return complain(AccountsWords.unreachable(sentence), .serverUnreachable)
        }
        return switch response.status {
        case .unauthorized: complain(AccountsWords.badKeys, .refused)
        case .notFound where response.body.starts(with: AccountsWords.noSuchApp.utf8):
            complain(AccountsWords.notServed(app), .notFound)
        case .notFound: complain(AccountsWords.noSuchAccount(options.name ?? ""), .notFound)
        case .conflict: complain(AccountsWords.isTaken(options.name ?? ""), .refused)
        default:
            complain(
                AccountsWords.refused(
                    Int(response.status.rawValue),
                    String(decoding: response.body.prefix(512), as: UTF8.self)))
        }
    }
}

/// The output of `tictactoe accounts`.
private enum AccountsWords {
    static let none = "there are no accounts"

    /// Returns the line for an account.
    static func account(
        _ name: ForeignText, id: ForeignText, since: String, isLocked: Bool, hasPassword: Bool
    ) -> String {
        let remarks = [isLocked ? locked : nil, hasPassword ? nil : keyOnly].compactMap(\.self)
        return ([name.shown, id.shown, since] + remarks).joined(separator: "  ")
    }

    private static let locked = "locked"
    private static let keyOnly = "no password"

    static func isLocked(_ name: String) -> String {
        "\(name) is locked and signed out everywhere"
    }

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
}

/// The errors of `tictactoe accounts`.
extension AccountsWords {
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

    static func isTaken(_ name: String) -> String { "there is already an account named \(name)" }

    static func unreachable(_ sentence: String) -> String {
        "\(sentence) (--listen names another address)"
    }

    static let badKeys = "the server on this machine uses different keys"

    static func noSuchAccount(_ name: String) -> String {
        "there is no account named \(name)"
    }

    static func refused(_ status: Int, _ reason: String) -> String {
        "the server answered with HTTP status \(status): \(ForeignText(reason).shown)"
    }
}
