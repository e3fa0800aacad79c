internal import SimperiumJSON

/// How a client begins on a channel: who it is, and which bucket it wants.
package struct InitRequest: Hashable, Sendable {
    package var app: AppID
    package var bucket: BucketName
    package var clientID: ClientID
    package var token: Token
    package var generation = Generation.current
    package var library = Library()
    /// A command, as on the channel but without its number, to be carried out once authorised.
    package var command: String?
    package var extensions: Extensions = []
    package var resume: ResumeSecret?
    /// The number that the seat had when the client last held it.
    package var seat: Int?
    /// Whether another run of the program takes the seat over, so that the earlier one has it no
    /// more.
    package var takes = false
    /// Which of the run's connections this is, if it shows a secret.
    package var line: SeatLine?
    /// The secret that the seat is to have: only a door may name it.
    package var ownSecret: ResumeSecret?
    /// Where the client would like to be, if the hub divides its users' people into halls.
    package var hall: HallRequest?

    package init(app: AppID, bucket: BucketName, clientID: ClientID, token: Token) {
        self.app = app
        self.bucket = bucket
        self.clientID = clientID
        self.token = token
    }

    /// The client's library and its version, if it says so. Only people read these.
    package struct Library: Hashable, Sendable {
        package var name: String?
        package var version: String?
    }

    /// Which protocol a client speaks, by its `api`.
    package enum Generation: Hashable, Sendable {
        /// 1.1, which iOS may send as 1.100000023841858.
        case current
        /// Anything before, or nothing at all: expects `auth:expired` ahead of an error.
        case legacy
    }

    /// What a client understands beyond the protocol. A hub uses none that was not asked for.
    ///
    /// - `away`: the hub tells with `0:o:{"away":["KEY"],"until":8}` whose connection broke and for
    ///   how many seconds their presence objects are kept, and with `0:o:{"back":["KEY"]}` that
    ///   they returned in time.
    /// - `resume`: the hub sends `0:o:{"resume":"SECRET"}` right after `auth`. A later `init` with
    ///   `"resume":"SECRET"`, by the same client id and in time, has its presence objects back.
    /// - `rules`: the hub says `0:o:{"rules":2}` right after `auth`, if the bucket has rules of its
    ///   own. The client knows seats: all its channels have one secret, and that has a number.
    /// - `ages`: the hub says `0:o:{"age":{"KEY":2500}}` behind the last page of the index, behind
    ///   what a client missed, and behind an object: for how many milliseconds what the bucket's
    ///   rules count has run.
    /// - `halls`: the hub says `0:o:{"hall":"3"}` right after `auth`, if it divides people into
    ///   halls, and may put the client into any of them. All else that it tells of halls comes on
    ///   such a channel, too.
    /// - `authors`: a change that another user made says so, by `"author":"USERID"`.
    /// - `open`: the client says `0:o:{"open":["KEY"]}` of the objects that it shows, and the hub
    ///   `0:o:{"open":"KEY","by":["USERID"]}` which other users show one that is shared with them.
    package struct Extensions: OptionSet, Hashable, Codable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let away = Extensions(rawValue: 1)
        package static let resume = Extensions(rawValue: 2)
        package static let rules = Extensions(rawValue: 4)
        package static let ages = Extensions(rawValue: 8)
        package static let halls = Extensions(rawValue: 16)
        package static let authors = Extensions(rawValue: 32)
        package static let open = Extensions(rawValue: 64)

        fileprivate static let names: [(JSON, Extensions)] = [
            ("away", .away), ("resume", .resume), ("rules", .rules), ("ages", .ages),
            ("halls", .halls), ("authors", .authors), ("open", .open),
        ]
    }
}

/// An `init` that is not in order, and what its client is to hear.
package struct InitRefusal: Error, Hashable, Sendable {
    package let failure: AuthorizationFailure
    package let generation: InitRequest.Generation

    package init(failure: AuthorizationFailure, generation: InitRequest.Generation) {
        self.failure = failure
        self.generation = generation
    }
}

extension InitRequest {
    static func read(_ payload: Span<UInt8>) throws(WireError) -> Result<InitRequest, InitRefusal> {
        let json = try JSON(payload: payload, of: .initialize, .fromClient)
        guard let members = json.object else {
            throw .badPayload(of: .initialize, Quotation(hiding: payload))
        }
        let generation = Generation(members["api"])
        do throws(AuthorizationFailure) {
            return .success(try InitRequest(members, generation))
        } catch {
            return .failure(InitRefusal(failure: error, generation: generation))
        }
    }

    private init(
        _ members: JSONObject, _ generation: Generation
    ) throws(AuthorizationFailure) {
        guard let token = members["token"]?.string.flatMap(Token.init) else {
            throw .malformedToken
        }
        self.init(
            app: try members.name("app_id"), bucket: try members.name("name"),
            clientID: try members.name("clientid", or: "client_id"),
            token: token)
        self.generation = generation
        library.name = members["library"]?.remark
        library.version = (members["version"] ?? members["library_version"])?.remark
        command = members["cmd"]?.string
        extensions = Extensions(members["extensions"])
        resume = members["resume"]?.string.flatMap(ResumeSecret.init)
        seat = members["seat"]?.int.flatMap { $0 > 0 ? $0 : nil }
        takes = members["take"] == .bool(true)
        line = members["line"]?.string.flatMap(SeatLine.init)
        ownSecret = members["secret"]?.string.flatMap(ResumeSecret.init)
        hall = HallRequest(members)
    }

    /// Writes a request; or of one that is not in order only who can have sent it.
    static func write(_ request: Result<InitRequest, InitRefusal>, into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            switch request {
            case .success(let request): request.write(into: &bytes)
            case .failure(let refusal): bytes.append(member: "api", text: refusal.generation.api)
            }
        }
    }

    private func write(into bytes: inout [UInt8]) {
        bytes.append(member: "clientid", text: clientID.text)
        bytes.append(member: "api", text: generation.api)
        bytes.append(member: "token", text: token.text)
        bytes.append(member: "app_id", text: app.text)
        bytes.append(member: "name", text: bucket.text)
        bytes.append(member: "library", text: library.name)
        bytes.append(member: "version", text: library.version)
        bytes.append(member: "cmd", text: command)
        extensions.write(into: &bytes)
        bytes.append(member: "resume", text: resume?.text)
        bytes.append(member: "seat", number: seat)
        if takes { bytes.append(member: "take", json: .bool(true)) }
        bytes.append(member: "line", text: line?.text)
        bytes.append(member: "secret", text: ownSecret?.text)
        bytes.append(member: "hall", text: hall?.name)
        if hall?.isToWatch == true { bytes.append(member: "watch", json: .bool(true)) }
    }
}

extension InitRequest.Generation {
    /// `api` comes as "1.1", 1.1, 1.100000023841858, 1, or not at all.
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
        bytes.append(member: "extensions")
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
    /// What people read: a version is a text or a number.
    fileprivate var remark: String? {
        (string ?? number?.literal.string)?.beginning(upTo: Limits.remark)
    }
}
