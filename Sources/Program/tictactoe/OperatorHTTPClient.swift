import Commands
import Drawing
import GameHost
import Glibc
import SimperiumJSON
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumWebWire
import SimperiumWire

/// A client for the operator's requests to the server of this machine. The client sends an app's
/// administrator token.
final class OperatorHTTPClient {
    /// The maximum size of an answer, in bytes. The answer to a bulk request contains all its
    /// changes.
    private static let longestAnswer = 8 << 20

    let app: AppID
    let address: SocketAddress
    /// The name of the account that the requests are about; empty if there is none.
    let account: String
    private let token: Token
    private let connectionSet: ConnectionSet
    /// The server's URL, with the scheme for or without TLS; nil until the server has answered.
    private var server: WebSocketAddress?

    init(
        _ app: AppID, at address: SocketAddress, token: Token, about account: String
    ) throws(LibraryError) {
        self.app = app
        self.address = address
        self.account = account
        self.token = token
        connectionSet = ConnectionSet(on: try Loop())
    }

    /// Sends a request below the app's path, about the data of `user` if given, and returns the
    /// answer. Because the request contains a token, the client sends it only after the program at
    /// the address has answered like an HTTP server.
    func request(
        _ method: HTTPMethod, _ path: [String], _ query: FormParameters = FormParameters(),
        body: [UInt8] = [], of user: UserID? = nil
    ) throws(LibraryError) -> HTTPAnswer {
        // A server that trusts this machine as a proxy requires the client's address.
        var fields: HTTPFields = [
            "X-Simperium-Token": token.text, "X-Simperium-API-Key": token.text,
            "X-Forwarded-For": address.hostText,
        ]
        if let user { fields.add("X-Simperium-User", user.text) }
        let target = RequestTarget(
            ["1", app.text] + path, endsInSlash: path.count < 3, query: query)
        let request = HTTPRequest(method, target, fields: fields, body: body)
        switch try findServer() {
        case .success(let server):
            return connectionSet.waitForAnswer(
                to: request, from: server, isOwn: true, within: .seconds(60),
                responseLimit: Self.longestAnswer)
        case .failure(let reason): return .failure(reason)
        }
    }

    private func findServer() throws(LibraryError) -> Result<
        WebSocketAddress, ClientConnectionError
    > {
        if let server { return .success(server) }
        let found = try ServerHealthProbe(address: address).findServer()
        server = try? found.get()
        return found
    }

    deinit {
        connectionSet.dropAll()
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
            return CommandFailure(OperatorCallWords.unreachable(sentence), .serverUnreachable)
        }
        // The sentence ends before the newline.
        let line = response.body.prefix { $0 != UInt8(ascii: "\n") }
        let sentence = String(decoding: line.prefix(OperatorCallWords.longest), as: UTF8.self)
        return switch response.status {
        case .unauthorized: CommandFailure(OperatorCallWords.badKeys, .refused)
        case .notFound where response.body.starts(with: OperatorCallWords.noSuchApp.utf8):
            CommandFailure(OperatorCallWords.notServed(app), .notFound)
        case .notFound: CommandFailure(OperatorCallWords.noSuchAccount(account), .notFound)
        case .conflict:
            CommandFailure(
                OperatorCallWords.isTaken(
                    account, sentence, isReserved: app == GameBuckets.app), .refused)
        default:
            CommandFailure(OperatorCallWords.refused(Int(response.status.rawValue), sentence))
        }
    }

    /// Sends a request, and repeats it for a while if a repetition can help. Returns the last
    /// answer, and `again`: true if an earlier attempt may have had an effect.
    private func requestWithRetries(
        _ method: HTTPMethod, _ path: [String], _ query: FormParameters, body: [UInt8],
        of user: UserID
    ) throws(LibraryError) -> (answer: HTTPAnswer, again: Bool) {
        var waited: UInt32 = 0
        var again = false
        while true {
            let answer = try request(method, path, query, body: body, of: user)
            guard waited < answer.retryTime else { return (answer, again) }
            // A request that a rate limit refused has had no effect.
            if (try? answer.get())?.status != .tooManyRequests { again = true }
            let named = (try? answer.get())?.fields["Retry-After"].flatMap { UInt32($0) } ?? 1
            let pause = min(max(named, 1), 10)
            sleep(pause)
            waited += pause
        }
    }

    /// Sends a request as `requestWithRetries` does. Returns the answer's JSON; throws if the
    /// server did not perform the request, or if the answer is not JSON.
    func requestJSONWithRetries(
        _ method: HTTPMethod, _ path: [String], _ query: FormParameters = FormParameters(),
        body: [UInt8] = [], of user: UserID
    ) throws(CommandFailure) -> (json: JSON, again: Bool) {
        let (answer, again): (HTTPAnswer, Bool)
        do throws(LibraryError) {
            (answer, again) = try requestWithRetries(method, path, query, body: body, of: user)
        } catch {
            throw CommandFailure(error.reason)
        }
        let response = try requireOK(answer)
        let limits = JSONLimits(bytes: 8 << 20, depth: Limits.hubDepth)
        guard let json = try? JSON(parsing: response.body, limits: limits) else {
            throw .strangeAnswer
        }
        return (json, again)
    }

    /// Calls `take` with the key of each object in a user's bucket, and with the object. Without
    /// `hasData`, the object is nil.
    func forEachObject(
        in bucket: BucketName, of user: UserID, hasData: Bool,
        _ take: (String, JSONObject?) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        var mark: String?
        repeat {
            var pairs = [FormParameters.NameValuePair("limit", "1000")]
            if hasData { pairs.append(.init("data", "1")) }
            if let mark { pairs.append(.init("mark", mark)) }
            let page = try requestJSONWithRetries(
                .get, [bucket.text, "index"], FormParameters(pairs), of: user
            ).json
            guard let entries = page["index"]?.array else { throw .strangeAnswer }
            for entry in entries {
                guard let key = entry["id"]?.string else { throw .strangeAnswer }
                try take(key, entry["d"]?.object)
            }
            mark = page["mark"]?.string
        } while mark != nil
    }
}

extension CommandFailure {
    /// The failure if the server's answer does not fit the request.
    static let strangeAnswer = CommandFailure(OperatorCallWords.strange)
}

extension HTTPAnswer {
    /// The time limit for repeating the request, in seconds; zero if a repetition can't help. A
    /// rate limit ends by itself; a full disk or a stopped server needs the operator.
    fileprivate var retryTime: UInt32 {
        switch self {
        case .success(let response):
            switch response.status {
            case .tooManyRequests: 30
            case .unavailable: 10
            default: 0
            }
        case .failure(.broken), .failure(.timedOut): 10
        case .failure: 0
        }
    }
}

/// The messages about a server that did not perform a request.
enum OperatorCallWords {
    /// The beginning of the server's answer about an app that it does not serve.
    static let noSuchApp = "no such app"

    static func notServed(_ app: AppID) -> String {
        "the server does not serve the app \(app); restart it with --app \(app)"
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
        "the server on this machine uses different keys: name its keys file with --keys FILE"

    static func noSuchAccount(_ name: String) -> String { "there is no account named \(name)" }

    static func refused(_ status: Int, _ reason: String) -> String {
        "the server answered with HTTP status \(status): \(shownSentence(reason))"
    }

    /// The maximum length of the server's sentence, in bytes and in columns.
    static let longest = 512

    private static func shownSentence(_ reason: String) -> String {
        ForeignText(reason).shown(toColumns: longest)
    }

    static let strange = "the server sent an unexpected answer"
}
