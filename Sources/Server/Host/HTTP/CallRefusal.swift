package import SimperiumJSON
package import SimperiumWebWire
package import SimperiumWire
import SyncHub

/// An error that answers an HTTP request.
package struct CallRefusal: Error, Hashable, Sendable {
    let status: HTTPStatus
    /// The text of the answer, for developers.
    let words: String
    /// The reason for the log.
    private(set) var reason: String
    /// The reason in a form for programs, such as a flaw of the name; nil for most refusals.
    private let flaw: AccountFlaw?
    private var allowedMethods: String?
    private let secondsToWait: Int64?
    private var closesConnection = false

    package init(
        _ status: HTTPStatus, _ words: String, _ flaw: AccountFlaw? = nil,
        retryAfter seconds: Int64? = nil
    ) {
        self.status = status
        self.words = words
        self.flaw = flaw
        reason = words
        secondsToWait = seconds
    }

    package var response: HTTPResponse {
        var response = HTTPResponse.text(words, status)
        if let flaw {
            response.fields.add(
                CaseInsensitiveFieldName(stringLiteral: AccountFlaw.field), flaw.rawValue)
        }
        if let allowedMethods { response.fields.add("Allow", allowedMethods) }
        if let secondsToWait { response.fields.add("Retry-After", "\(secondsToWait)") }
        if closesConnection { response.closesConnection = true }
        return response
    }
}

/// Refusals caused by a request's path, options or body.
extension CallRefusal {
    static let noSuchPath = CallRefusal(.notFound, "no such path")
    /// The refusal of SockJS, the fallback of old browsers.
    static let onlyWebSockets = CallRefusal(
        .notFound, "SockJS is not supported; use the WebSocket at /sock/1/APP/websocket")
    static let noSuchApp = CallRefusal(.notFound, "no such app")
    /// Returns the refusal of a request over loopback for another host, or from a web page of
    /// another site. The request may also come through a proxy that is not trusted.
    static func foreignSite(_ request: HTTPRequest) -> CallRefusal {
        func clause(_ start: String, _ field: CaseInsensitiveFieldName) -> String {
            request.fields[field].map { " \(start) \(QuotedExcerpt($0.utf8Span.span))" } ?? ""
        }
        return CallRefusal(
            .forbidden,
            "this server is for its own machine only, and refuses requests"
                + clause("for", "Host") + clause("from a page of", "Origin")
                + ": name a proxy with --trusted-proxy, or a site with --allow-origin")
    }
    static let badVersion = CallRefusal(.badRequest, "not a valid version")
    static let tooManyChanges = CallRefusal(
        .bodyTooLarge, "a request can have at most \(Limits.changesPerFrame) changes")
    static let encodedBody = CallRefusal(
        .unsupportedMediaType, "no Content-Encoding is supported")
    package static let noSuchUser = CallRefusal(.notFound, "no such user")
    static let noSuchObject = CallRefusal(.notFound, "no such object or version")
    /// The refusal of a change that may only create an object.
    static let objectExists = CallRefusal(.preconditionFailed, "the object exists already")
    static let longForm = CallRefusal(
        .bodyTooLarge, "the body is longer than \(Limits.accountForm) bytes")
    static let unknownCursor = CallRefusal(
        .notFound, "this change version is unknown or too old")
    package static let unavailable = CallRefusal(
        .unavailable, "temporarily unavailable: try again later", retryAfter: 10)

    static func wrongMethod(allowed methods: String) -> CallRefusal {
        var refusal = CallRefusal(.methodNotAllowed, "allowed methods: \(methods)")
        refusal.allowedMethods = methods
        return refusal
    }

    static func badName(_ kind: String) -> CallRefusal {
        CallRefusal(.badRequest, "not a valid name for \(kind)")
    }

    static func badOption(_ flaw: OptionFlaw) -> CallRefusal {
        let fault = flaw.reason.map { ": \($0)" } ?? " must be \(flaw.option.wanted)"
        return CallRefusal(.badRequest, flaw.option.rawValue + fault)
    }

    /// Returns the refusal of an invalid body. `wanted` describes a valid body.
    package static func badBody(_ wanted: String) -> CallRefusal {
        CallRefusal(.badRequest, "the body must be \(wanted)")
    }

    package static func refusedChange(_ reason: ChangeRefusalReason) -> CallRefusal {
        let status =
            reason == .inapplicable
            ? .methodNotAllowed : HTTPStatus(rawValue: UInt16(clamping: reason.code))
        return CallRefusal(status, reason.sentence)
    }

    static func refusedShare(_ reason: ShareRefusal) -> CallRefusal {
        switch reason {
        case .notShared: CallRefusal(.forbidden, "objects of this bucket can't be shared")
        case .noSuchObject: CallRefusal(.notFound, "no such object")
        case .noSuchUser: .noSuchUser
        case .notOwner: CallRefusal(.unauthorized, "only the owner can share an object")
        case .oneself: CallRefusal(.badRequest, "a user can't share with themselves")
        case .already: CallRefusal(.conflict, "the object is already shared with this user")
        case .notSharer: CallRefusal(.notFound, "the object is not shared with this user")
        case .tooMany:
            CallRefusal(.forbidden, "the object is shared with the maximum number of users")
        case .unwelcome: CallRefusal(.forbidden, "this user accepts no shared objects")
        case .keyTaken: CallRefusal(.conflict, "this user already has an object with this key")
        case .invalid:
            CallRefusal(.badRequest, "the object does not match the schema of its bucket")
        }
    }
}

extension ChangeRefusalReason {
    /// The reason in words, for developers and the log.
    var sentence: String {
        switch self {
        case .invalid:
            "the change is not valid: it is malformed, or violates the bucket's schema or a rule "
                + "of the app"
        case .forbidden: "this user may not make this change"
        case .noSuchObject: "no such object"
        case .noSuchVersion: "the version that the change starts from is unknown or too old"
        case .alreadyApplied: "the change has already been applied"
        case .noEffect: "the change would have no effect"
        case .tooLarge: "the object would be longer than \(Limits.object) bytes"
        case .unmetExpectation: "another object does not have the expected relation to this one"
        case .inapplicable: "the diff does not fit the version that the change starts from"
        case .overloaded: "the server is busy: try again later"
        case .unknown(let code): "the change was refused with code \(code)"
        }
    }
}

/// Refusals caused by the caller, or by an action on an account.
extension CallRefusal {
    /// The refusal of a request on a trusted proxy's connection that names no client.
    package static let unnamedClient = CallRefusal(
        .badRequest, "a trusted proxy must name the client, by X-Forwarded-For or a PROXY header")
    /// The refusal of a banned client behind a trusted proxy.
    package static let banned = CallRefusal(.forbidden, "this address is banned")
    static let noKey = CallRefusal(.unauthorized, "X-Simperium-API-Key is missing")
    static let badKey = CallRefusal(.unauthorized, "the API key is not valid for this")
    static let noToken = CallRefusal(.unauthorized, "X-Simperium-Token is missing")
    static let badToken = CallRefusal(.unauthorized, "the token is wrong or no longer valid")
    static let notYours = CallRefusal(.unauthorized, "only an administrator can do this")
    static let wrongPassword = CallRefusal(.unauthorized, "wrong username or password")
    static let notSignedIn = CallRefusal(
        .unauthorized, "only a user who is signed in can do this")
    static let nameTaken = CallRefusal(.conflict, "this username is already taken")
    static let lookAlike = CallRefusal(
        .conflict, "this username looks like the name of another user", .lookAlike)
    package static let reservedName = CallRefusal(
        .badRequest, "this name is reserved", .reserved)
    package static let knownPassword = CallRefusal(
        .badRequest, "the password is too similar to the name", .knownFromName)
    static let locked = CallRefusal(.forbidden, "the operator has locked this account")
    static let keyTaken = CallRefusal(.conflict, "the key is already linked to an account")
    static let linkOver = CallRefusal(.notFound, "the code is wrong or has expired")
    static let linkRefused = CallRefusal(.forbidden, "the other device refused")
    static let tooMany = CallRefusal(
        .tooManyRequests, "too many attempts: try again later", retryAfter: 10)

    /// Returns the refusal of a caller that must wait before any further request.
    static func tooManyRequests(_ wait: Duration) -> CallRefusal {
        var refusal = CallRefusal(
            .tooManyRequests, "too many requests: try again later",
            retryAfter: wait.components.seconds + 1)
        // A refusal costs nearly as much as an answer, so the connection is closed.
        refusal.closesConnection = true
        return refusal
    }

    /// Returns the refusal of a caller that must wait before the next request of the same kind.
    static func tooSoon(_ wait: Duration) -> CallRefusal {
        let seconds = wait.components.seconds + 1
        var refusal = CallRefusal(
            .tooManyRequests, "too many attempts: try again in \(seconds) s", retryAfter: seconds)
        // Without the waiting time, so that repeated lines of the log are combined.
        refusal.reason = tooMany.words
        return refusal
    }

    package static func unfitName(_ reason: String) -> CallRefusal {
        CallRefusal(.badRequest, reason, .unfitName)
    }

    static func unfitPassword(_ flaw: AccountFlaw) -> CallRefusal {
        CallRefusal(
            .badRequest,
            "the password must have at least 8 characters, at most \(AccountForm.longest) bytes "
                + "and no control characters, and must not be the name",
            flaw)
    }
}

extension BucketOptionName {
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

    static let success = json(["status": "success"])

    package static func json(_ object: JSONObject) -> HTTPResponse { json(object.utf8) }

    static func json(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(.ok, fields: ["Content-Type": "application/json"], body: bytes)
    }

    /// Returns a response with an object, or with an empty body if `bytes` is nil. Adds the version
    /// to the header, unless `version` is nil.
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

    /// The answer to a preflight request. `Host.answer` applies `openToAllOrigins` to it, as to
    /// every answer.
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
