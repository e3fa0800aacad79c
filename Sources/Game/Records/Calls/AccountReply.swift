package import Drawing
internal import Lobby
package import SimperiumJSON
package import SimperiumWire

/// A server's answer to an `AccountRequest`, without the details of HTTP.
package enum AccountReply: Hashable, Codable, Sendable {
    case signedIn(user: String, name: ForeignText, Token)
    case done
    case person(user: String, name: ForeignText)
    case code(ForeignText, seconds: Int)
    case links(LinkedDevicesAndCode)
    case sessions([SessionListEntry])
    /// The ticket of a device that waits to be linked.
    case ticket(Token)
    case waiting
    /// A page of a bucket's objects by their keys, and the mark of the next page. `next` is nil for
    /// the last page.
    case records([String: JSONObject], next: String?)
    /// The player with this name was invited to a correspondence game. `game` is the game's key.
    /// `isInvitation` is false if the server is of an earlier version, which starts the game
    /// without an invitation.
    case begun(game: String, with: ForeignText, isInvitation: Bool)
    /// The player with this name was invited to be friends. `isFriend` is true if the player had
    /// added the user already, so that no invitation was needed.
    case friendInvited(ForeignText, isFriend: Bool)
    case refused(AccountRefusal)
}

/// A session of an account: a device that is signed in.
package struct SessionListEntry: Hashable, Codable, Sendable {
    package let id: String
    /// The name that the device gave itself; may be empty.
    package let device: ForeignText
    /// The address of the sign-in; may be empty.
    package let address: ForeignText
    /// The start in seconds since 1970; nil if the session began on a server of version 0.2.0 or
    /// earlier.
    package let since: Int?
    /// The day of the last use, in seconds since 1970.
    package let used: Int
    package let isCurrent: Bool

    package init(
        id: String, device: ForeignText, address: ForeignText = "", since: Int?, used: Int,
        isCurrent: Bool = false
    ) {
        self.id = id
        self.device = device
        self.address = address
        self.since = since
        self.used = used
        self.isCurrent = isCurrent
    }

    fileprivate init?(_ object: JSON) {
        guard let id = object["id"]?.string, let used = object["used"]?.int else { return nil }
        self.id = id
        self.used = used
        device = object["device"]?.foreignText ?? ""
        address = object["address"]?.foreignText ?? ""
        since = object["since"]?.int
        isCurrent = object["current"]?.bool == true
    }
}

/// The linked devices and keys of an account, the current link code, and the device that waits to
/// be linked.
package struct LinkedDevicesAndCode: Hashable, Codable, Sendable {
    package struct LinkedDevice: Hashable, Codable, Sendable {
        package let id: String
        package let name: ForeignText
        /// The time of the link in seconds since 1970; nil if the server does not send it.
        package let since: Int?
        /// The fingerprint of a linked key; nil for a device.
        package let key: String?

        package init(id: String, name: ForeignText, since: Int?, key: String? = nil) {
            self.id = id
            self.name = name
            self.since = since
            self.key = key
        }
    }

    package let code: ForeignText?
    /// The name of the device that waits to be linked, and its address or key; nil if no device
    /// waits.
    package let waiting: ForeignText?
    package let devices: [LinkedDevice]

    package init(code: ForeignText?, waiting: ForeignText?, devices: [LinkedDevice]) {
        self.code = code
        self.waiting = waiting
        self.devices = devices
    }
}

extension AccountReply {
    package static let longest = 1 << 20
    /// The longest lifetime of a code that the program accepts, in seconds. Without the limit, a
    /// server could send a number that overflows a time.
    private static let longestCodeLifetime = 86_400

    /// Reads an answer: an HTTP status, the seconds to wait before a retry, the flaw's code, and a
    /// body of JSON or text. An answer of an unexpected form becomes the refusal `unknownServer`.
    package init(
        to request: AccountRequest, status: Int, retryAfter: Int?, flaw: String? = nil,
        body: [UInt8]
    ) {
        let limits = JSONLimits(bytes: Self.longest, depth: 16)
        let object = (try? JSON(parsing: body, limits: limits))?.object
        let refusal = AccountRefusal(
            of: request, status: status, retryAfter: retryAfter,
            flaw: flaw.flatMap { AccountFlaw(rawValue: $0) })
        if let refusal {
            self = .refused(refusal)
        } else {
            self = Self(to: request, status: status, object ?? [:]) ?? .refused(.unknownServer)
        }
    }

    private init?(to request: AccountRequest, status: Int, _ object: JSONObject) {
        switch request {
        case .collect where status == 202: self = .waiting
        case .signUp, .signIn, .signUpByKey, .signInByKey, .reset, .collect:
            guard let reply = Self.credentials(in: object) else { return nil }
            self = reply
        case .changePassword, .signOut, .leave, .answerLink, .removeLink, .endSession,
            .endOtherSessions, .changeGame, .leaveGame:
            self = .done
        case .showSessions:
            guard let list = object["sessions"]?.array else { return nil }
            self = .sessions(list.compactMap { SessionListEntry($0) })
        case .findName, .findUser:
            guard let user = object["userid"]?.string, let name = object["username"]?.foreignText
            else { return nil }
            self = .person(user: user, name: name)
        case .openLink:
            guard let code = object["code"]?.foreignText else { return nil }
            let seconds = object["seconds"]?.int ?? 300
            self = .code(code, seconds: max(1, min(seconds, Self.longestCodeLifetime)))
        case .showLinks: self = .links(LinkedDevicesAndCode(object))
        case .offer:
            guard let ticket = object["ticket"]?.string.flatMap(Token.init) else { return nil }
            self = .ticket(ticket)
        case .showRecords:
            guard let page = Self.records(in: object) else { return nil }
            self = page
        case .inviteFriend:
            guard let name = object["with"]?.foreignText,
                let state = object["friendship"]?.string
            else { return nil }
            let isFriend = state == FriendInvitation.InvitationState.accepted.rawValue
            self = .friendInvited(name, isFriend: isFriend)
        case .beginGame:
            guard let key = object["key"]?.string, let name = object["with"]?.foreignText else {
                return nil
            }
            let isInvitation = object["invitation"]?.string != nil
            self = .begun(game: key, with: name, isInvitation: isInvitation)
        }
    }

    /// Reads a page of a bucket's index. Returns nil for an invalid page: a page without an index,
    /// or an entry without an object, must not be read as an empty bucket.
    private static func records(in page: JSONObject) -> AccountReply? {
        guard let entries = page["index"]?.array else { return nil }
        var objects: [String: JSONObject] = [:]
        for entry in entries {
            guard let key = entry["id"]?.string, let object = entry["d"]?.object else { return nil }
            objects[key] = object
        }
        let next = page["mark"]?.string.flatMap { $0.isEmpty ? nil : $0 }
        return .records(objects, next: next)
    }

    private static func credentials(in object: JSONObject) -> AccountReply? {
        guard let user = object["userid"]?.string, let name = object["username"]?.foreignText,
            let token = object["access_token"]?.string.flatMap(Token.init)
        else { return nil }
        return .signedIn(user: user, name: name, token)
    }
}

extension LinkedDevicesAndCode {
    fileprivate init(_ object: JSONObject) {
        let waiting = object["waiting"]?.object
        let place = waiting?["address"]?.string ?? waiting?["key"]?.string
        let device = waiting?["device"]?.string
        let name = [device, place].compactMap(\.self).filter { !$0.isEmpty }
            .joined(separator: ", ")
        let links = object["links"]?.array ?? []
        self.init(
            code: object["code"]?.foreignText,
            waiting: waiting == nil ? nil : ForeignText(name),
            devices: links.compactMap { link in
                guard let id = link["id"]?.string else { return nil }
                return LinkedDevice(
                    id: id,
                    name: link["device"]?.foreignText ?? link["key"]?.foreignText
                        ?? ForeignText(id),
                    since: link["since"]?.int, key: link["key"]?.string)
            })
    }
}

extension AccountRefusal {
    /// Reads a refusal; returns nil for a successful answer.
    init?(of request: AccountRequest, status: Int, retryAfter: Int?, flaw: AccountFlaw?) {
        if let flaw, [400, 409].contains(status) {
            self = .flawed(flaw)
            return
        }
        if flaw == nil, request.changesGame, [400, 404, 409, 412].contains(status) {
            self = .gameChanged
            return
        }
        switch status {
        case 200..<300: return nil
        // The session or the link has ended in another way.
        case 404 where request.isRemoval: return nil
        case 400 where request.isOfGame: self = .yourself
        case 400: self = .unfit
        case 401 where request.changesPassword: self = .wrongPassword
        case 401: self = request.needsOnlyToken ? .tokenEnded : .wrong
        case 403 where request.isOfGame: self = .noGame
        case 403: self = request.isOfLink ? .linkRefused : .locked
        case 404: self = request.isSearch ? .nobodyCalledSo : .linkOver
        case 409 where request.isOfGame: self = .tooManyGames
        case 409: self = .taken
        case 429: self = .tooMany(seconds: max(1, min(retryAfter ?? 10, 86_400)))
        // A proxy answers 502 or 504 while its server is away.
        case 502, 503, 504: self = .unavailable
        default: self = .unknownServer
        }
        // Only a request about a link can have this reason.
        if self == .linkOver, !request.isOfLink { self = .unknownServer }
    }
}

extension AccountRequest {
    /// True if the request proves the user's identity with a token alone. The password of `leave`
    /// may be wrong, or missing although the account has one.
    fileprivate var needsOnlyToken: Bool {
        switch self {
        case .signUp, .signIn, .signUpByKey, .signInByKey, .changePassword, .reset, .leave, .offer,
            .collect:
            false
        default: true
        }
    }

    fileprivate var changesPassword: Bool {
        if case .changePassword = self { true } else { false }
    }

    fileprivate var isOfGame: Bool {
        switch self {
        case .beginGame, .inviteFriend: true
        default: false
        }
    }

    fileprivate var changesGame: Bool {
        switch self {
        case .changeGame, .leaveGame: true
        default: false
        }
    }

    fileprivate var isOfLink: Bool {
        switch self {
        case .offer, .collect, .answerLink, .removeLink: true
        default: false
        }
    }

    fileprivate var isSearch: Bool {
        switch self {
        case .findName, .findUser, .signInByKey, .beginGame, .inviteFriend: true
        default: false
        }
    }

    /// True if the request removes one session or link.
    fileprivate var isRemoval: Bool {
        switch self {
        case .endSession, .removeLink: true
        default: false
        }
    }
}
