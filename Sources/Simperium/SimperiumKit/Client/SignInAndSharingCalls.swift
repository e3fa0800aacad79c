internal import SimperiumNetwork
internal import SimperiumReplica
internal import SimperiumSync
internal import SimperiumWebWire
internal import SimperiumWire

/// Calls to an app's server over HTTP: to create an account or sign in to one, and to share
/// objects.
final class SignInAndSharingCalls {
    enum SignInAction: String {
        case create
        case authorize
    }

    private let server: WebSocketAddress
    private let app: AppID
    private let key: String?
    private let trust: TLSContext?
    private let connectionSet: ConnectionSet
    private typealias Completion = (Result<HTTPResponse, SimperiumError>) -> Void
    private struct PendingCall {
        var call: HTTPClientCall?
        let completion: Completion
    }

    private var pending: [Int: PendingCall] = [:]
    private var lastCall = 0

    init(
        to server: WebSocketAddress, app: AppID, key: String?, trusting trust: TLSContext?,
        on connectionSet: ConnectionSet
    ) {
        self.server = server
        self.app = app
        self.key = key
        self.trust = trust
        self.connectionSet = connectionSet
    }

    /// Cancels all calls. Their callbacks receive `closed`.
    func cancelAll() {
        for call in exchange(&pending, with: [:]).values { call.completion(.failure(.closed)) }
    }

    /// Creates an account or signs in. Throws if the API key is missing or invalid, or if an
    /// encrypted connection has no TLS context. Otherwise, `completion` is called once, in a later
    /// turn or by `cancelAll`, as for all calls.
    func signIn(
        _ action: SignInAction, _ form: JSONObject,
        _ completion: @escaping (Result<Account, SimperiumError>) -> Void
    ) throws(SimperiumError) {
        guard let key, key.isFieldValue else { throw .badKey }
        try sendRequest(
            .post, [action.rawValue], endsInSlash: true, form, ("X-Simperium-API-Key", key)
        ) { result in
            completion(result.flatMap { Self.account(by: action, $0) })
        }
    }

    private static func account(
        by action: SignInAction, _ response: HTTPResponse
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
        default: return .failure(refusal(response))
        }
    }

    /// Sends a request about the sharing of an object; with `name`, about the sharing with that
    /// user.
    func requestSharing(
        _ method: HTTPMethod, _ key: ObjectKey, in bucket: BucketName, with name: String? = nil,
        mayWrite: Bool? = nil, as token: Token,
        _ completion: @escaping (Result<JSONObject, SimperiumError>) -> Void
    ) throws(SimperiumError) {
        let path = [bucket.text, "i", key.text, "share"] + [name].compactMap(\.self)
        let form = mayWrite.map { JSONObject([.init(name: "write", value: .bool($0))]) }
        try sendRequest(method, path, form, ("X-Simperium-Token", token.text)) { result in
            completion(
                result.flatMap { response in
                    guard response.status == .ok else { return .failure(Self.refusal(response)) }
                    guard let object = (try? JSON(parsing: response.body))?.object else {
                        return .failure(.notReachable(.notSimperium))
                    }
                    return .success(object)
                })
        }
    }

    private func sendRequest(
        _ method: HTTPMethod, _ path: [String], endsInSlash: Bool = false, _ form: JSONObject?,
        _ credential: (CaseInsensitiveFieldName, String), _ completion: @escaping Completion
    ) throws(SimperiumError) {
        guard trust != nil || !server.isEncrypted else {
            throw .notReachable(.certificateUntrusted)
        }
        let target = RequestTarget(
            server.target.segments + ["1", app.text] + path, endsInSlash: endsInSlash)
        var request = HTTPRequest(method, target, body: form?.utf8 ?? [])
        request.fields.add("Accept", "application/json")
        if form != nil { request.fields.add("Content-Type", "application/json") }
        request.fields.add(credential.0, credential.1)
        lastCall += 1
        pending[lastCall] = PendingCall(completion: completion)
        pending[lastCall]?.call = HTTPClientCall(
            request, to: server, trusting: trust, on: connectionSet
        ) { [unowned self, number = lastCall] answer in
            // The call must live until its callback has returned.
            let call = pending.removeValue(forKey: number)
            call?.completion(
                answer.mapError {
                    .notReachable(ConnectionFailure(LinkFailure($0, wasOpen: false)))
                })
        }
    }

    private static func refusal(_ response: HTTPResponse) -> SimperiumError {
        let wait = response.fields["Retry-After"].flatMap { Int($0) }
        return .refused(
            status: Int(response.status.rawValue), reason: reason(response.body),
            retryAfter: wait.map { .seconds($0) })
    }

    /// Returns the server's reason, to be shown to a user: the first line in the first 200
    /// characters of the body, without control characters. The reason is empty if these characters
    /// contain `<`, as HTML does, or if the body is not UTF-8.
    private static func reason(_ body: [UInt8]) -> String {
        guard let text = String(validating: body, as: UTF8.self)?.prefix(200), !text.contains("<")
        else { return "" }
        let line = text.prefix { !$0.isNewline }
        return String(
            String.UnicodeScalarView(
                line.unicodeScalars.filter { $0.properties.generalCategory != .control }))
    }
}

extension Account {
    /// Reads an account; returns nil if the body has no valid access token.
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
    /// True if the text is safe as an HTTP field: it is not empty, and has visible ASCII only.
    fileprivate var isFieldValue: Bool {
        !isEmpty && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
