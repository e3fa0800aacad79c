internal import SimperiumJSON

/// The first message on a channel: the client, its token and the bucket.
package struct InitRequest: Hashable, Sendable {
    package var app: AppID
    package var bucket: BucketName
    package var clientID: ClientID
    package var token: Token
    package var protocolVersion = ProtocolVersion.current
    package var library = ClientLibrary()
    /// A command without a channel's number, to be performed after the authorisation.
    package var command: String?
    package var extensions: Extensions = []
    package var resume: ResumeSecret?
    /// The number of the session when the client last had the session; nil if the client never had
    /// it.
    package var sessionNumber: Int?
    /// True if the client takes the session over from another run, which then loses it.
    package var takesOverSession = false
    /// The number of the connection within its run of the program. Sent only with `resume` or
    /// `ownSecret`.
    package var connectionNumber: SessionConnectionNumber?
    /// The secret that the client chooses for the session. Only the door (the SSH server) may do
    /// so.
    package var ownSecret: ResumeSecret?
    package var hall: RequestedHall?

    package init(app: AppID, bucket: BucketName, clientID: ClientID, token: Token) {
        self.app = app
        self.bucket = bucket
        self.clientID = clientID
        self.token = token
    }

    /// The name and version of the client's library, as far as the client sends them. They are
    /// mostly for diagnosis.
    package struct ClientLibrary: Hashable, Sendable {
        package var name: String?
        package var version: String?
    }

    /// The version of the protocol that a client uses, as `api` names it.
    package enum ProtocolVersion: Hashable, Sendable {
        /// 1.1, which iOS may send as 1.100000023841858.
        case current
        /// An earlier version, or none. Such a client expects `auth:expired` before an error.
        case legacy
    }

    /// The extensions of the protocol that a client supports, as `Sources/EXTENSIONS.md` describes
    /// them. A hub uses only those that the client asks for.
    package struct Extensions: OptionSet, Hashable, Codable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// `{"away":["KEY"],"until":8}` and `{"back":["KEY"]}`: owners left, or returned in time.
        package static let away = Extensions(rawValue: 1)
        /// `{"resume":"SECRET"}` after `auth`: a later `init` with this secret gives the client its
        /// presence objects back.
        package static let resume = Extensions(rawValue: 2)
        /// `{"rules":2}` after `auth`, and sessions: all channels share one secret with a number.
        package static let rules = Extensions(rawValue: 4)
        /// `{"age":{"KEY":2500}}` after objects: the milliseconds that the bucket's rules measured.
        package static let ages = Extensions(rawValue: 8)
        /// `{"hall":"3"}` after `auth`: the hub's choice of a hall, and other messages about halls.
        package static let halls = Extensions(rawValue: 16)
        /// `"author":"USERID"` in a change by another user.
        package static let authors = Extensions(rawValue: 32)
        /// Code 4002 with a hall: the client dials again, with `?hall=NAME` in the address.
        package static let redial = Extensions(rawValue: 64)
        /// `{"restored":true}` before `cv:?`: the client sends the objects that the hub has lost.
        package static let restored = Extensions(rawValue: 128)

        fileprivate static let names: [(JSON, Extensions)] = [
            ("away", .away), ("resume", .resume), ("rules", .rules), ("ages", .ages),
            ("halls", .halls), ("authors", .authors), ("redial", .redial),
            ("restored", .restored),
        ]
    }
}

/// A refused `init`: the answer, and the protocol version, which determines the answer's form.
package struct InitRefusal: Error, Hashable, Sendable {
    package let failure: AuthorizationFailure
    package let protocolVersion: InitRequest.ProtocolVersion

    package init(failure: AuthorizationFailure, protocolVersion: InitRequest.ProtocolVersion) {
        self.failure = failure
        self.protocolVersion = protocolVersion
    }
}

extension InitRequest {
    /// Reads the payload of `init`. The result is a refusal if a required member is missing or
    /// invalid. Throws if the payload is not a JSON object.
    static func read(_ payload: Span<UInt8>) throws(WireError) -> Result<InitRequest, InitRefusal> {
        let json = try JSON(payload: payload, of: .initialize, .fromClient)
        guard let members = json.object else {
            throw .badPayload(of: .initialize, QuotedExcerpt(hiding: payload))
        }
        let protocolVersion = ProtocolVersion(members["api"])
        do throws(AuthorizationFailure) {
            return .success(try InitRequest(members, protocolVersion))
        } catch {
            return .failure(InitRefusal(failure: error, protocolVersion: protocolVersion))
        }
    }

    private init(
        _ members: JSONObject, _ protocolVersion: ProtocolVersion
    ) throws(AuthorizationFailure) {
        guard let token = members["token"]?.string.flatMap(Token.init) else {
            throw .malformedToken
        }
        self.init(
            app: try members.name("app_id"), bucket: try members.name("name"),
            clientID: try members.name("clientid", or: "client_id"),
            token: token)
        self.protocolVersion = protocolVersion
        library.name = members["library"]?.remark
        library.version = (members["version"] ?? members["library_version"])?.remark
        command = members["cmd"]?.string
        extensions = Extensions(members["extensions"])
        resume = members["resume"]?.string.flatMap(ResumeSecret.init)
        sessionNumber = members["seat"]?.int.flatMap { $0 > 0 ? $0 : nil }
        takesOverSession = members["take"] == .bool(true)
        connectionNumber = members["line"]?.string.flatMap(SessionConnectionNumber.init)
        ownSecret = members["secret"]?.string.flatMap(ResumeSecret.init)
        hall = RequestedHall(members)
    }

    /// Writes a request; for a refused request only its `api`.
    static func write(_ request: Result<InitRequest, InitRefusal>, into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            switch request {
            case .success(let request): request.write(into: &bytes)
            case .failure(let refusal):
                bytes.append(member: "api", text: refusal.protocolVersion.api)
            }
        }
    }

    private func write(into bytes: inout [UInt8]) {
        bytes.append(member: "clientid", text: clientID.text)
        bytes.append(member: "api", text: protocolVersion.api)
        bytes.append(member: "token", text: token.text)
        bytes.append(member: "app_id", text: app.text)
        bytes.append(member: "name", text: bucket.text)
        bytes.append(member: "library", text: library.name)
        bytes.append(member: "version", text: library.version)
        bytes.append(member: "cmd", text: command)
        extensions.write(into: &bytes)
        bytes.append(member: "resume", text: resume?.text)
        bytes.append(member: "seat", number: sessionNumber)
        if takesOverSession { bytes.append(member: "take", json: .bool(true)) }
        bytes.append(member: "line", text: connectionNumber?.text)
        bytes.append(member: "secret", text: ownSecret?.text)
        bytes.append(member: "hall", text: hall?.name)
        if hall?.isToWatch == true { bytes.append(member: "watch", json: .bool(true)) }
    }
}

extension InitRequest.ProtocolVersion {
    /// Reads `api`, which may be "1.1", 1.1, 1.100000023841858, 1 or missing.
    fileprivate init(_ api: JSON?) {
        let number = api?.double ?? api?.string.flatMap(Double.init) ?? 1
        self = number >= 1.1 - 0.001 ? .current : .legacy
    }

    fileprivate var api: String? { self == .current ? "1.1" : nil }
}

extension InitRequest.Extensions {
    fileprivate init(_ json: JSON?) {
        self = []
        guard let asked = json?.array else { return }
        for (name, meaning) in Self.names where asked.contains(name) { insert(meaning) }
    }

    fileprivate func write(into bytes: inout [UInt8]) {
        guard !isEmpty else { return }
        let names = Self.names.filter { contains($0.1) }.map(\.0)
        bytes.append(unescapedMemberName: "extensions")
        bytes.append(json: names)
    }
}

extension JSONObject {
    fileprivate func name<N: Name>(
        _ member: JSONString, or alias: JSONString? = nil
    ) throws(AuthorizationFailure) -> N {
        let text = self[member]?.string ?? alias.flatMap { self[$0]?.string }
        guard let name = text.flatMap(N.init) else {
            throw AuthorizationFailure(.other(500), "\(member) missing or malformed")
        }
        return name
    }
}

extension JSON {
    /// The value as a text for people, shortened if necessary; nil unless it is a string or a
    /// number.
    fileprivate var remark: String? {
        (string ?? number?.literal.string)?.byteLimitedPrefix(upTo: Limits.remark)
    }
}
