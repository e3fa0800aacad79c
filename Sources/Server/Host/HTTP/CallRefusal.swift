import SimperiumClock
package import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// An error that answers an HTTP request.
package enum CallRefusal: Error, Hashable, Sendable {
    case noSuchPath
    /// The client asked for SockJS, the fallback of old browsers.
    case onlyWebSockets
    case noSuchApp
    case share(ShareRefusal)
    /// A web page of another site sent the request over loopback.
    case foreignPage
    /// The path has handlers for these methods only.
    case wrongMethod(String)
    case badName(String)
    case badVersion
    case badOption(OptionFlaw)
    /// The body is invalid. The text describes a valid one.
    case badBody(String)
    case tooManyChanges
    /// The body has a content coding, such as gzip.
    case encodedBody
    case noKey
    case badKey
    case noToken
    case badToken
    case notYours
    case wrongPassword
    case nameTaken
    /// Another user's name looks the same.
    case lookAlike
    case noSuchUser
    case noSuchObject
    case tooMany
    /// The caller must wait for this time before any request.
    case tooFast(Duration)
    /// The caller must wait for this time before the next request of this kind.
    case tooSoon(Duration)
    case change(ChangeRefusalReason)
    case unknownCursor
    case unavailable
    /// No user can have the name, for this reason.
    case unfitName(String)
    case reservedName
    case knownPassword
    /// No user can have the password, for this reason.
    case badPassword(AccountFlaw)
    case notSignedIn
    /// The operator has locked the account.
    case locked
    /// The key is linked to an account already.
    case keyTaken
    /// The code is wrong or has expired.
    case linkOver
    case linkRefused
    /// A refusal of the plug-in, with the text for developers.
    case other(HTTPStatus, String, AccountFlaw? = nil)

    var status: HTTPStatus {
        switch self {
        case .noSuchPath, .onlyWebSockets, .noSuchApp, .noSuchUser, .noSuchObject, .unknownCursor,
            .linkOver:
            .notFound
        case .foreignPage, .locked, .linkRefused: .forbidden
        case .wrongMethod: .methodNotAllowed
        case .badName, .badVersion, .badOption, .badBody, .unfitName, .reservedName,
            .knownPassword, .badPassword:
            .badRequest
        case .noKey, .badKey, .noToken, .badToken, .notYours, .wrongPassword, .notSignedIn:
            .unauthorized
        case .nameTaken, .lookAlike, .keyTaken: .conflict
        case .other(let status, _, _): status
        case .tooManyChanges: .bodyTooLarge
        case .encodedBody: .unsupportedMediaType
        case .tooMany, .tooFast, .tooSoon: .tooManyRequests
        case .share(let refusal): refusal.status
        case .change(.inapplicable): .methodNotAllowed
        case .change(let error): HTTPStatus(rawValue: UInt16(clamping: error.code))
        case .unavailable: .unavailable
        }
    }

    private static let badPassword =
        "the password must have at least 8 characters and no tabs, and must not be the name"

    /// The text of the answer, for developers.
    var words: String {
        switch self {
        case .noSuchPath: "no such path"
        case .onlyWebSockets: "SockJS is not supported; use the WebSocket at /sock/1/APP/websocket"
        case .noSuchApp: "no such app"
        case .share(let refusal): refusal.words
        case .other(_, let words, _): words
        case .foreignPage: "web pages of other sites can't use this server"
        case .wrongMethod(let methods): "allowed methods: \(methods)"
        case .badName(let kind): "not a valid name for \(kind)"
        case .badVersion: "not a valid version"
        case .badOption(let flaw):
            "\(flaw.option.rawValue)"
                + (flaw.reason.map { ": \($0)" } ?? " must be \(flaw.option.wanted)")
        case .badBody(let wanted): "the body must be \(wanted)"
        case .tooManyChanges: "a request can have at most \(Limits.changesPerFrame) changes"
        case .encodedBody: "no Content-Encoding is supported"
        case .noKey: "X-Simperium-API-Key is missing"
        case .badKey: "the API key is not valid for this"
        case .noToken: "X-Simperium-Token is missing"
        case .badToken: "the token is wrong or no longer valid"
        case .notYours: "only an administrator can do this"
        case .wrongPassword: "wrong username or password"
        case .nameTaken: "this username is already taken"
        case .lookAlike: "this username looks like the name of another user"
        case .noSuchUser: "no such user"
        case .noSuchObject: "no such object or version"
        case .tooMany: "too many attempts: try again later"
        case .tooFast: "too many requests: try again later"
        case .tooSoon(let wait): "too many attempts: try again in \(wait.components.seconds + 1) s"
        case .change(let error): "refused: \(error)"
        case .unknownCursor: "this change version is unknown or too old"
        case .unavailable: "temporarily unavailable: try again later"
        case .unfitName(let reason): reason
        case .reservedName: "this name is reserved"
        case .knownPassword: "the password is too similar to the name"
        case .badPassword: Self.badPassword
        case .notSignedIn: "only a user who is signed in can do this"
        case .locked: "the operator has locked this account"
        case .keyTaken: "the key is already linked to an account"
        case .linkOver: "the code is wrong or has expired"
        case .linkRefused: "the other device refused"
        }
    }

    /// The reason for the log. It does not contain the waiting time, so that repeated lines are
    /// combined.
    var reason: String {
        if case .tooSoon = self { CallRefusal.tooMany.words } else { words }
    }

    /// The flaw of a name or a password, in a form for programs; nil if the refusal has none.
    private var flaw: AccountFlaw? {
        switch self {
        case .lookAlike: .lookAlike
        case .unfitName: .unfitName
        case .reservedName: .reserved
        case .knownPassword: .knownFromName
        case .badPassword(let flaw): flaw
        case .other(_, _, let flaw): flaw
        default: nil
        }
    }

    var response: HTTPResponse {
        var response = HTTPResponse.text(words, status)
        if let flaw {
            response.fields.add(
                CaseInsensitiveFieldName(stringLiteral: AccountFlaw.field), flaw.rawValue)
        }
        switch self {
        case .wrongMethod(let methods): response.fields.add("Allow", methods)
        case .tooMany, .unavailable: response.fields.add("Retry-After", "10")
        case .tooSoon(let wait):
            response.fields.add("Retry-After", "\(wait.components.seconds + 1)")
        case .tooFast(let wait):
            response.fields.add("Retry-After", "\(wait.components.seconds + 1)")
            // A refusal costs nearly as much as an answer, so the connection is closed.
            response.closesConnection = true
        default: break
        }
        return response
    }
}

extension ShareRefusal {
    fileprivate var status: HTTPStatus {
        switch self {
        case .notShared, .tooMany, .unwelcome: .forbidden
        case .noSuchObject, .noSuchUser, .notSharer: .notFound
        case .notOwner: .unauthorized
        case .oneself, .invalid: .badRequest
        case .already, .keyTaken: .conflict
        }
    }

    /// The reason that an object is not shared, for developers.
    fileprivate var words: String {
        switch self {
        case .notShared: "objects of this bucket can't be shared"
        case .noSuchObject: "no such object"
        case .noSuchUser: "no such user"
        case .notOwner: "only the owner can share an object"
        case .oneself: "a user can't share with themselves"
        case .already: "the object is already shared with this user"
        case .notSharer: "the object is not shared with this user"
        case .tooMany: "the object is shared with the maximum number of users"
        case .unwelcome: "this user accepts no shared objects"
        case .keyTaken: "this user already has an object with this key"
        case .invalid: "the object does not match the schema of its bucket"
        }
    }
}

extension BucketOption {
    /// The allowed values, for developers.
    fileprivate var wanted: String {
        switch self {
        case .capacity: "an integer greater than 0"
        case .versions, .tenthVersions: "an integer, 0 or greater"
        case .schema, .removalSchema: "a schema: an object, true or false"
        case .presence: "client or user"
        case .presenceGrace: "a whole number of seconds, at most a day"
        case .sharing: "true or false, and not true if presence is set"
        }
    }
}

extension HTTPResponse {
    static func text(_ words: String, _ status: HTTPStatus = .ok) -> HTTPResponse {
        HTTPResponse(
            status, fields: ["Content-Type": "text/plain; charset=utf-8"],
            body: Array("\(words)\n".utf8))
    }

    static let success = json(Array(#"{"status":"success"}"#.utf8))

    package static func json(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(.ok, fields: ["Content-Type": "application/json"], body: bytes)
    }

    /// Returns an answer with an object, or an empty body if `bytes` is nil, and with the version
    /// if it is not nil.
    static func objectOrEmptyBody(_ bytes: [UInt8]?, version: EntityVersion?) -> HTTPResponse {
        var response = bytes.map(json) ?? HTTPResponse(.ok)
        if let version { response.fields.add("X-Simperium-Version", "\(version.number)") }
        return response
    }

    /// Returns this response with fields that let web pages of all origins read it.
    func openToAllOrigins() -> HTTPResponse {
        var response = self
        response.fields.add("Access-Control-Allow-Origin", "*")
        response.fields.add("Access-Control-Expose-Headers", "Retry-After, X-Simperium-Version")
        return response
    }

    /// The answer to a preflight request. `openToAllOrigins` is applied to it before it is sent, as
    /// to every answer.
    static let preflight = HTTPResponse(
        .noContent,
        fields: [
            "Access-Control-Allow-Methods": "GET, HEAD, POST, PUT, DELETE, OPTIONS",
            "Access-Control-Allow-Headers":
                "Authorization, Content-Type, X-Simperium-API-Key, X-Simperium-Ticket, "
                + "X-Simperium-Token, X-Simperium-User",
            "Access-Control-Max-Age": "86400",
        ])
}
