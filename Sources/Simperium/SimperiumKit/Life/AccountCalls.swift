internal import SimperiumNetwork
internal import SimperiumReplica
internal import SimperiumSync
internal import SimperiumWebWire
internal import SimperiumWire

/// Requests to an app's server that create an account or sign in to one.
final class AccountCalls {
    enum Action: String {
        case create
        case authorize
    }

    private let server: WebAddress
    private let app: AppID
    private let key: String?
    private let trust: TLSContext?
    private let connectionSet: ConnectionSet
    private struct PendingCall {
        var call: WebCall?
        let completion: (Result<Account, SimperiumError>) -> Void
    }

    private var pending: [Int: PendingCall] = [:]
    private var lastCall = 0

    init(
        to server: WebAddress, app: AppID, key: String?, trusting trust: TLSContext?,
        on connectionSet: ConnectionSet
    ) {
        self.server = server
        self.app = app
        self.key = key
        self.trust = trust
        self.connectionSet = connectionSet
    }

    /// Cancels all requests. Their callbacks receive `closed`.
    func cancelAll() {
        for call in exchange(&pending, with: [:]).values { call.completion(.failure(.closed)) }
    }

    /// Sends a request. `completion` is called once, in a later turn or by `cancelAll`.
    func send(
        for action: Action, _ form: JSONObject,
        _ completion: @escaping (Result<Account, SimperiumError>) -> Void
    ) throws(SimperiumError) {
        guard let key, key.isFieldValue else { throw .badKey }
        guard trust != nil || !server.isEncrypted else {
            throw .notReachable(.certificateUntrusted)
        }
        let target = RequestTarget(
            server.target.segments + ["1", app.text, action.rawValue], endsInSlash: true)
        var request = HTTPRequest(.post, target, body: form.utf8)
        request.fields.add("Accept", "application/json")
        request.fields.add("Content-Type", "application/json")
        request.fields.add("X-Simperium-API-Key", key)
        lastCall += 1
        pending[lastCall] = PendingCall(completion: completion)
        pending[lastCall]?.call = WebCall(
            request, to: server, trusting: trust, on: connectionSet
        ) { [unowned self, number = lastCall] answer in
            // The call must live until its callback has returned.
            let call = pending.removeValue(forKey: number)
            call?.completion(Self.result(of: action, answer))
        }
    }

    private static func result(
        of action: Action, _ answer: Result<HTTPResponse, NetworkError>
    ) -> Result<Account, SimperiumError> {
        switch answer {
        case .failure(let failure):
            .failure(.notReachable(ConnectionFailure(LinkFailure(failure, wasOpen: false))))
        case .success(let response): result(of: action, response)
        }
    }

    private static func result(
        of action: Action, _ response: HTTPResponse
    ) -> Result<Account, SimperiumError> {
        switch (response.status, action) {
        case (.ok, _):
            guard let account = Account(response.body) else {
                return .failure(.notReachable(.notSimperium))
            }
            return .success(account)
        case (.unauthorized, .authorize): return .failure(.wrongPassword)
        case (.unauthorized, .create): return .failure(.badKey)
        case (.conflict, .create): return .failure(.nameTaken)
        default:
            let wait = response.fields["Retry-After"].flatMap { Int($0) }
            return .failure(
                .refused(
                    status: Int(response.status.rawValue), reason: reason(response.body),
                    retryAfter: wait.map { .seconds($0) }))
        }
    }

    /// The server's words, for a person: one line without control characters.
    private static func reason(_ body: [UInt8]) -> String {
        guard let text = String(validating: body.prefix(200), as: UTF8.self), !text.contains("<")
        else { return "" }
        let line = text.prefix { !$0.isNewline }
        return String(
            String.UnicodeScalarView(
                line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}

extension Account {
    /// Nil if the body is not an answer of a Simperium server.
    fileprivate init?(_ body: [UInt8]) {
        guard let object = (try? JSON(parsing: body))?.object,
            let token = object["access_token"]?.string.flatMap({ Token($0) })
        else { return nil }
        self.init(
            email: object["username"]?.string ?? "", userID: object["userid"]?.string ?? "",
            token: token)
    }
}

extension String {
    /// True if the text can be the value of an HTTP field.
    fileprivate var isFieldValue: Bool {
        !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
