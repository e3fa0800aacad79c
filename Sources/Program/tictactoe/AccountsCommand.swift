import Commands
import Drawing
import Host
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumWebWire
import SimperiumWire

/// `tictactoe accounts`: the operator's actions on accounts at the server of this machine.
struct AccountsCommand {
    enum Failure: Error, CustomStringConvertible {
        case noKeys(String)

        var description: String {
            switch self {
            case .noKeys(let path): AccountsWords.noKeys(path)
            }
        }
    }

    /// The largest key file. No server has so many apps.
    private static let mostBytesOfKeys = 1 << 20

    private let options: AccountsOptions
    private let address: SocketAddress
    private let token: Token

    init(_ options: AccountsOptions) throws {
        self.options = options
        let endpoint = options.endpoint
        let host = endpoint.address ?? Endpoint.usual.address ?? ""
        guard let address = SocketAddress(host: host, port: endpoint.port) else {
            throw ServeCommand.Failure.badAddress(endpoint)
        }
        self.address = address
        token = try Self.token(options)
    }

    /// Returns the administrator's token from the key file.
    private static func token(_ options: AccountsOptions) throws -> Token {
        let path = try options.keyFile ?? options.store.path.map(ServerSettings.keyFile) ?? ""
        guard let bytes = try WholeFile.read(path, limit: mostBytesOfKeys),
            let token = try KeyRing(bytes)[LobbyPass.app]?.administrators.first
        else { throw Failure.noKeys(path) }
        return token
    }

    func run() throws -> ExitStatus {
        switch options.action {
        case .list: try list()
        case .lock, .unlock, .reset, .delete: try act(on: options.name ?? "")
        }
    }

    private func list() throws -> ExitStatus {
        var (after, count, hasMore) = ("", 0, true)
        while hasMore {
            let query =
                after.isEmpty ? Parameters() : Parameters(dictionaryLiteral: ("after", after))
            let answer = try ask(.get, at: [], query)
            guard case .success(let response) = answer, response.status == .ok,
                let object = (try? JSON(parsing: response.body))?.object
            else { return refuse(answer) }
            let accounts = object["accounts"]?.array?.compactMap(\.object) ?? []
            for account in accounts { tell(account) }
            count += accounts.count
            after = accounts.last?["username"]?.string ?? ""
            hasMore = object["more"]?.bool == true && !after.isEmpty
        }
        if count == 0, !options.isJSON { report(AccountsWords.none) }
        return .done
    }

    private func tell(_ account: JSONObject) {
        guard !options.isJSON else {
            return Descriptor.standardOutput.say(JSON.object(account).description.asShownJSON)
        }
        let since = Timestamp(milliseconds: Int64(account["since"]?.int ?? 0) * 1_000)
        Descriptor.standardOutput.say(
            AccountsWords.account(
                account["username"]?.foreignText ?? "", id: account["userid"]?.foreignText ?? "",
                since: String("\(since)".prefix { $0 != "T" }),
                isLocked: account["locked"]?.bool == true,
                hasPassword: account["password"]?.bool == true))
    }

    private func act(on name: String) throws -> ExitStatus {
        let answer = try ask(.post, at: [name, options.action.rawValue])
        guard case .success(let response) = answer, response.status == .ok else {
            return refuse(answer)
        }
        switch options.action {
        case .list: break
        case .lock: report(AccountsWords.isLocked(name))
        case .unlock: report(AccountsWords.isUnlocked(name))
        case .delete: report(AccountsWords.isDeleted(name))
        case .reset:
            let code = (try? JSON(parsing: response.body))?["code"]?.foreignText ?? ""
            report(AccountsWords.code(code, for: name))
        }
        return .done
    }

    private func ask(
        _ method: HTTPMethod, at path: [String], _ query: Parameters = Parameters()
    ) throws(LibraryError) -> Result<HTTPResponse, NetworkError> {
        let target = RequestTarget(
            ["1", LobbyPass.app.text, "accounts"] + path, endsInSlash: true, query: query)
        // A server that trusts this machine as a proxy requires the client's address.
        let request = HTTPRequest(
            method, target,
            fields: ["X-Simperium-Token": token.text, "X-Forwarded-For": address.hostText])
        return try ServerInquiry(address: address).answer(to: request)
    }

    private func refuse(
        _ answer: Result<HTTPResponse, NetworkError>
    ) -> ExitStatus {
        guard case .success(let response) = answer else {
            return complain(
                ServerInquiry.Finding(answer).sentence(at: "\(address)"), .serverUnreachable)
        }
        return switch response.status {
        case .unauthorized: complain(AccountsWords.badKeys, .refused)
        case .notFound: complain(AccountsWords.noSuchAccount(options.name ?? ""), .notFound)
        default: complain(AccountsWords.refused(Int(response.status.rawValue)))
        }
    }
}

/// The output of `tictactoe accounts`.
private enum AccountsWords {
    static let none = "there are no accounts"

    /// A line for each account.
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

    static func isDeleted(_ name: String) -> String {
        "\(name) has been deleted; the name is reserved for 90 days"
    }

    static func code(_ code: ForeignText, for name: String) -> String {
        "\(name) can set a new password with the code \(code) within an hour"
    }
}

/// Errors.
extension AccountsWords {
    static func noKeys(_ path: String) -> String {
        "there is no administrator token in \(path): check --store or --keys"
    }

    static let badKeys = "the server on this machine uses different keys"

    static func noSuchAccount(_ name: String) -> String {
        "there is no account named \(name)"
    }

    static func refused(_ status: Int) -> String {
        "the server answered with HTTP status \(status)"
    }
}
