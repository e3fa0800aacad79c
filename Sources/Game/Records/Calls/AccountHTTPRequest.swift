internal import Drawing
internal import Lobby
internal import SimperiumJSON
package import SimperiumWire

package struct AccountHTTPRequest: Sendable {
    package enum RequestMethod: String, Sendable {
        case get = "GET"
        case post = "POST"
        case delete = "DELETE"
    }

    package let method: RequestMethod
    /// The segments after the server's base path: first the API version and the app's name.
    package let segments: [String]
    package let query: [(name: String, value: String)]
    package let fields: [(name: String, value: String)]
    package let body: [UInt8]

    /// Creates the HTTP request for `request`. `key` is the lobby's token, and `device` the name of
    /// this device for the list of sessions.
    package init(_ request: AccountRequest, key: Token, device: String? = nil) {
        var form = VaryingHTTPRequestParts(request)
        switch request {
        // These requests start a session of this device.
        case .signUp, .signIn, .reset: form.members["device"] = device.map { JSON($0) }
        default: break
        }
        method = form.method
        segments = ["1", LobbyCredentials.app] + form.segments
        query = form.query
        var fields = [("Accept", "application/json")]
        switch form.proof {
        case .key: fields.append(("X-Simperium-API-Key", key.text))
        case .token(let token): fields.append(("X-Simperium-Token", token.text))
        case .keyAndToken(let token):
            fields.append(("X-Simperium-API-Key", key.text))
            fields.append(("X-Simperium-Token", token.text))
        case .ticket(let ticket): fields.append(("X-Simperium-Ticket", ticket.text))
        }
        if !form.members.isEmpty { fields.append(("Content-Type", "application/json")) }
        self.fields = fields
        body = form.members.isEmpty ? [] : form.members.utf8
    }
}

/// The parts of a request that differ: method, path, credentials, body.
private struct VaryingHTTPRequestParts {
    enum AuthenticationMethod {
        case key
        case token(Token)
        case keyAndToken(Token)
        case ticket(Token)
    }

    var method = AccountHTTPRequest.RequestMethod.post
    var segments: [String]
    var query: [(name: String, value: String)] = []
    var proof = AuthenticationMethod.key
    var members = JSONObject()

    init(_ request: AccountRequest) {
        switch request {
        case .signUp(let name, let password):
            self.init(["create"], ["username": JSON(name), "password": JSON(password.text)])
        case .signIn(let name, let password):
            self.init(["authorize"], ["username": JSON(name), "password": JSON(password.text)])
        case .signUpByKey(let name, let key): self.init(of: key, as: name)
        case .signInByKey(let key): self.init(of: key, as: nil)
        case .changePassword(let name, let password, let new, let token):
            self.init(["update"], ["username": JSON(name), "password": JSON(password.text)])
            members["new_password"] = JSON(new.text)
            proof = .keyAndToken(token)
        case .reset(let name, let code, let new):
            self.init(["authorize"], ["username": JSON(name), "code": JSON(code.text)])
            members["new_password"] = JSON(new.text)
        case .offer(let code, let device, let key):
            self.init(["link", code], ["device": JSON(device)])
            members["key"] = key.map { JSON($0) }
        case .collect(let code, let ticket):
            self.init(["link", code])
            (method, proof) = (.get, .ticket(ticket))
        case .signOut(let token): self.init(.post, ["signout"], by: token)
        case .leave(let token, let password):
            self.init(.post, ["leave"], by: token)
            members["password"] = password.map { JSON($0.text) }
        case .findName(let name, let token): self.init(.get, ["names", name], by: token)
        case .findUser(let user, let token): self.init(.get, ["users", user], by: token)
        case .openLink(let token): self.init(.post, ["link"], by: token)
        case .showLinks(let token): self.init(.get, ["link"], by: token)
        case .answerLink(let isAllowed, let token):
            self.init(.post, ["link", "allow"], by: token)
            members["allow"] = .bool(isAllowed)
        case .removeLink(let id, let token): self.init(.delete, ["link", id], by: token)
        case .showSessions(let token): self.init(.get, Self.sessions, by: token)
        case .endSession(let id, let token):
            self.init(.delete, Self.sessions + [id], by: token)
        case .endOtherSessions(let token): self.init(.delete, Self.sessions, by: token)
        case .showRecords(let bucket, let mark, let token):
            self.init(.get, [bucket.rawValue, "index"], by: token)
            query = [("data", "1"), ("limit", "\(Limits.longestIndexPage)")]
            if let mark { query.append(("mark", mark)) }
        case .beginGame(let partner, let limit, let token):
            self.init(.post, ["games"], by: token)
            members["days"] = JSON(limit.rawValue)
            switch partner {
            case .name(let name): members["with"] = JSON(name)
            case .user(let user): members["user"] = JSON(user)
            }
        case .inviteFriend(let user, let token):
            self.init(.post, ["friends"], by: token)
            members["user"] = JSON(user)
        case .changeGame(let key, let game, let token):
            self.init(.post, Self.gamePathSegments(key), by: token)
            (query, members) = ([("replace", "1")], game.members)
        case .leaveGame(let key, let token):
            self.init(.delete, Self.gamePathSegments(key), by: token)
        }
    }

    /// Creates a door's request for a guest with a key: to sign up under a name, or to sign in if
    /// `name` is nil.
    private init(of key: String, as name: String?) {
        self.init(name == nil ? ["authorize"] : ["create"])
        members = ["provider": "ssh", "key": JSON(key)]
        guard let name else { return }
        members["username"] = JSON(name)
        members["device"] = "ssh"
    }

    private static let sessions = ["account", "sessions"]

    private static func gamePathSegments(_ key: String) -> [String] {
        [RecordBucket.game.rawValue, "i", key]
    }

    private init(_ segments: [String], _ members: JSONObject = [:]) {
        self.segments = segments
        self.members = members
    }

    private init(
        _ method: AccountHTTPRequest.RequestMethod, _ segments: [String], by token: Token
    ) {
        self.method = method
        self.segments = segments
        proof = .token(token)
    }
}
