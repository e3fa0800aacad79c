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

    /// Sends a request, and repeats it for a while if a repetition can help. Returns the last
    /// answer, and `again`: true if an earlier attempt may have had an effect.
    func requestWithRetries(
        _ method: HTTPMethod, _ path: [String], _ query: FormParameters = FormParameters(),
        body: [UInt8] = [], of user: UserID? = nil
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

    deinit {
        connectionSet.dropAll()
    }
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
