import Lobby
import Records
import SimperiumClock
import SimperiumWebWire
import SimperiumWire
import SyncHub

/// Why a request over HTTP is not carried out.
enum Refusal: Error, Hashable {
    case noSuchPath
    /// The program asks for SockJS, which old browsers needed.
    case onlyWebSockets
    case noSuchApp
    case share(ShareRefusal)
    /// Nobody knows the order of what is in different users' logs.
    case noFirehose
    /// A page of some site asks a server that is for its machine only.
    case foreignPage
    /// With the methods that there are.
    case wrongMethod(String)
    case badName(String)
    case badVersion
    case badOption(BucketOption)
    /// A body that is not what the path wants, and what that would be.
    case badBody(String)
    case tooManyChanges
    case noKey
    case badKey
    case noToken
    case badToken
    case notYours
    case wrongPassword
    case nameTaken
    /// Somebody's name looks the same.
    case lookAlike
    case noSuchUser
    case noSuchObject
    case tooMany
    /// With how long one must wait.
    case tooFast(Duration)
    /// The same, where it is not everything that the address asks.
    case tooSoon(Duration)
    case change(ChangeError)
    case unknownCursor
    case unavailable
    /// Nobody can be called so.
    case unfitName(NameFlaw)
    case reservedName
    case knownPassword
    /// Nobody may have such a password, whatever the name.
    case badPassword(AccountFlaw)
    case notSignedIn
    /// The operator lets nobody in by this account.
    case locked
    /// The key is linked to an account already.
    case keyTaken
    /// There is no such code, or it is not good any more.
    case linkOver
    case linkRefused
    /// Whoever is asked wants no game over days with this one, or can't have another.
    case noGame
    case tooManyGames

    var status: HTTPStatus {
        switch self {
        case .noSuchPath, .onlyWebSockets, .noSuchApp, .noSuchUser, .noSuchObject, .unknownCursor,
            .linkOver:
            .notFound
        case .noFirehose: .notImplemented
        case .foreignPage, .locked, .linkRefused, .noGame: .forbidden
        case .wrongMethod: .methodNotAllowed
        case .badName, .badVersion, .badOption, .badBody, .unfitName, .reservedName,
            .knownPassword, .badPassword:
            .badRequest
        case .noKey, .badKey, .noToken, .badToken, .notYours, .wrongPassword, .notSignedIn:
            .unauthorized
        case .nameTaken, .lookAlike, .keyTaken, .tooManyGames: .conflict
        case .tooManyChanges: .bodyTooLarge
        case .tooMany, .tooFast, .tooSoon: .tooManyRequests
        case .share(let refusal): refusal.status
        case .change(.inapplicable): .methodNotAllowed
        case .change(let error): HTTPStatus(rawValue: UInt16(clamping: error.code))
        case .unavailable: .unavailable
        }
    }

    private static let badPassword =
        "the body must be with a password of 8 characters or more, without tabs, that is not the "
        + "name"

    /// Why, for a person to read.
    private var words: String {
        switch self {
        case .noSuchPath: "there is nothing here"
        case .onlyWebSockets: "SockJS is not spoken here; WebSockets are, at /sock/1/APP/websocket"
        case .noSuchApp: "there is no such app"
        case .noFirehose, .noGame, .tooManyGames, .share: wordsAboutOthers
        case .foreignPage: "pages of other sites may not use this server"
        case .wrongMethod(let methods): "here one can \(methods) only"
        case .badName(let kind): "not the name of \(kind)"
        case .badVersion: "not a version"
        case .badOption(let option): "\(option.rawValue) must be \(option.wanted)"
        case .badBody(let wanted): "the body must be \(wanted)"
        case .tooManyChanges: "no more than \(Limits.changesPerFrame) changes at once"
        case .noKey: "X-Simperium-API-Key is missing"
        case .badKey: "the API key is not good for this"
        case .noToken: "X-Simperium-Token is missing"
        case .badToken: "the token is not, or no longer, good"
        case .notYours: "only an administrator may do this"
        case .wrongPassword: "wrong username or password"
        case .nameTaken: "there is such a user already"
        case .lookAlike: "there is a user whose name looks the same"
        case .noSuchUser: "there is no such user"
        case .noSuchObject: "there is no such object, or version"
        case .tooMany: "too many attempts; wait a little"
        case .tooFast: "too many requests; wait a little"
        case .tooSoon(let wait): "too many attempts; wait \(wait.components.seconds + 1) s"
        case .change(let error): "refused: \(error)"
        case .unknownCursor: "nobody knows this change version any more"
        case .unavailable: "not now; come again"
        case .unfitName(let flaw): flaw.words
        case .reservedName: "nobody can have this name"
        case .knownPassword: "the password is too much like the name"
        case .badPassword: Self.badPassword
        case .notSignedIn: "only somebody who is signed in may do this"
        case .locked: "the operator has locked this account"
        case .keyTaken: "the key is linked to an account already"
        case .linkOver: "there is no such code, or it is not good any more"
        case .linkRefused: "the other device said no"
        }
    }

    private var wordsAboutOthers: String {
        switch self {
        case .share(let refusal): refusal.words
        case .noGame: "they take no such game now"
        case .tooManyGames: "no more than \(GameStart.mostRunning) games at once"
        default: "changes of all in this app are not told by servers without --firehose"
        }
    }

    /// The same in a word, for programs, as far as it is about a name or a password.
    private var flaw: AccountFlaw? {
        switch self {
        case .lookAlike: .lookAlike
        case .unfitName: .unfitName
        case .reservedName: .reserved
        case .knownPassword: .knownFromName
        case .badPassword(let flaw): flaw
        default: nil
        }
    }

    var response: HTTPResponse {
        var response = HTTPResponse.text(words, status)
        if let flaw {
            response.fields.add(FieldName(stringLiteral: AccountFlaw.field), flaw.rawValue)
        }
        switch self {
        case .wrongMethod(let methods): response.fields.add("Allow", methods)
        case .tooMany, .unavailable: response.fields.add("Retry-After", "10")
        case .tooSoon(let wait):
            response.fields.add("Retry-After", "\(wait.components.seconds + 1)")
        case .tooFast(let wait):
            response.fields.add("Retry-After", "\(wait.components.seconds + 1)")
            // Refusing costs nearly what answering does: what else has come is not even read.
            response.isLast = true
        default: break
        }
        return response
    }
}

extension NameFlaw {
    /// Why nobody can be called so, for a person to read.
    fileprivate var words: String {
        switch self {
        case .empty: "a name must not be empty"
        case .tooWide: "a name takes no more than \(PlayerName.widest) cells"
        case .blanksAstray: "a name has single blanks, and none at its ends"
        case .marksAstray: "a mark in a name stands on a letter, and few on one"
        case .notAllowed: "a name is made of letters, digits, blanks and - _ . '"
        }
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

    /// Why an object is not shared, for a person to read.
    fileprivate var words: String {
        switch self {
        case .notShared: "the objects of this bucket are not shared"
        case .noSuchObject: "there is no such object"
        case .noSuchUser: "there is no such user"
        case .notOwner: "only its owner shares an object"
        case .oneself: "nobody shares with themselves"
        case .already: "the object is shared with this user already"
        case .notSharer: "the object is not shared with this user"
        case .tooMany: "the object is shared with as many as it may be"
        case .unwelcome: "this user takes no objects of others"
        case .keyTaken: "this user has an object of that key"
        case .invalid: "the object is not what its bucket wants"
        }
    }
}

extension BucketOption {
    /// What it may be, for a person to read.
    fileprivate var wanted: String {
        switch self {
        case .capacity: "a whole number above 0"
        case .versions, .tenthVersions: "a whole number, 0 or above"
        case .schema, .removalSchema: "a schema: an object, true or false"
        case .presence: "client or user"
        case .presenceGrace: "a whole number of seconds, up to a day"
        case .sharing: "true or false, and not true where presence is set"
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

    static func json(_ bytes: [UInt8]) -> HTTPResponse {
        HTTPResponse(.ok, fields: ["Content-Type": "application/json"], body: bytes)
    }

    /// An object, or nothing, and which version it is or has become.
    static func object(_ bytes: [UInt8]?, version: EntityVersion?) -> HTTPResponse {
        var response = bytes.map(json) ?? HTTPResponse(.ok)
        if let version { response.fields.add("X-Simperium-Version", "\(version.number)") }
        return response
    }

    /// What every page on the web may read, wherever it was served.
    func openToAllOrigins() -> HTTPResponse {
        var response = self
        response.fields.add("Access-Control-Allow-Origin", "*")
        response.fields.add("Access-Control-Expose-Headers", "X-Simperium-Version")
        return response
    }

    /// The answer to a browser that asks what it may ask. Like every answer it is opened to all
    /// origins on its way out.
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
