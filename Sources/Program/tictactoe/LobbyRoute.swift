import Commands
import Host
import Lobby
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumReplica
import SimperiumSync
import SimperiumWebWire
import SimperiumWire
internal import Visit
import Wording

/// How this program reaches its lobby: where that is, what lets us in, whose certificates are
/// good, and how a server is started if there is none.
struct LobbyRoute {
    enum Failure: Error, CustomStringConvertible {
        case noToken(path: String, reason: String)

        var description: String {
            switch self {
            case .noToken(let path, let reason):
                ServerWords.badToken(in: path, reason: reason)
            }
        }
    }

    private let hubs: [HubAddress]
    /// The server by scheme, host and port, as it was named: accounts are kept by that.
    let origin: String
    /// Whether an account's token may be sent there.
    let isSafe: Bool
    let token: Token
    private let trust: TLSContext?
    private let connectionSet: ConnectionSet
    private let accounts: AccountCaller
    /// Nil if a server was named, or is not for this program to start.
    private let background: BackgroundServer?

    /// `token` is for a program that was given one as it was started.
    init(
        _ options: LobbyOptions, token: Token? = nil, on loop: Loop, startsServer: Bool = true
    ) throws {
        let servers = options.server == nil ? [.lobby(at: options.ownServer)] : options.servers
        hubs = servers.map { HubAddress($0, app: Self.app) }
        origin = servers[0].origin
        isOwn = options.server == nil
        isSafe =
            options.isAccountInsecure || servers.allSatisfy { $0.isEncrypted || $0.isLoopback }
        self.token = try token ?? options.tokenFile.map(Self.token(in:)) ?? .lobby
        trust = servers.contains(where: \.isEncrypted) ? try .client() : nil
        let isMissed = startsServer && options.server == nil
        background = isMissed ? BackgroundServer(at: options.ownServer, on: loop) : nil
        connectionSet = ConnectionSet(on: loop)
        accounts = AccountCaller(
            to: servers, key: self.token, isSafe: isSafe, trusting: trust, on: connectionSet)
    }

    /// The parts of a new visitor's client.
    func newVisit(keepsSeat: Bool = false) -> LobbyClient.Beginning {
        LobbyClient.Beginning(settings: .newVisitor(), token: token, keepsSeat: keepsSeat)
    }

    /// The server, as the files of kept places name it.
    var server: String { "\(hubs[0])" }

    /// What the person should know of the server that this program starts; nil if nothing.
    var warning: String? {
        background == nil || BackgroundServer.keepsFiles ? nil : ConnectionWords.nothingKept
    }

    /// True for the server of this machine, which no option names.
    let isOwn: Bool

    /// Starts the server of this machine, unless it runs or another one was named.
    func startServer() {
        background?.start()
    }

    /// A line to the lobby, nothing being dialled so far. Of several addresses newcomers begin at
    /// any, so that each has its share of them.
    func line(_ hear: @escaping (LinkEvent) -> Void) -> HubLink {
        let background = background
        return HubLink(
            to: hubs, beginningAt: .random(in: hubs.indices), on: connectionSet, trusting: trust,
            willDial: { background?.start() },
            background.map { server in { hear(server.explained($0)) } } ?? hear)
    }

    /// Asks the server about accounts: one question at a time, or several `besideOthers`.
    /// A door names the address of its `guest`.
    func ask(
        _ request: AccountRequest, besideOthers: Bool = false, of guest: String? = nil,
        _ take: @escaping (AccountReply) -> Void
    ) {
        accounts.ask(request, besideOthers: besideOthers, of: guest, take)
    }

    /// Who sends what other runs of the program left in their copies of an account.
    func sender(
        from folder: CopyFolder, as token: Token, by queue: DiskQueue
    ) -> CopySender {
        CopySender(
            from: folder, as: token, to: hubs[0], on: connectionSet, trusting: trust, by: queue)
    }

    /// Hangs up now. To be called before the route is let go.
    func close() {
        connectionSet.dropAll()
    }

    /// The token of a closed lobby: a word in a file.
    static func token(in path: String) throws(Failure) -> Token {
        let bytes: [UInt8]?
        do throws(LibraryError) {
            bytes = try WholeFile.read(path, limit: 4_096)
        } catch {
            throw .noToken(path: path, reason: error.reason)
        }
        guard let bytes else { throw .noToken(path: path, reason: ConfigWords.noSuchFile) }
        let word = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
        guard let token = Token(word), token.isWellFormed else {
            throw .noToken(path: path, reason: ServerWords.malformedToken)
        }
        return token
    }

    static var app: AppID {
        guard let app = AppID(LobbyAccess.app) else { preconditionFailure("the lobby has no app") }
        return app
    }
}

/// The way to ask a lobby's server about accounts, over connections of its own.
final class AccountCaller {
    private let servers: [WebAddress]
    private let key: Token
    /// True if passwords and tokens may be sent there.
    private let isSafe: Bool
    private let trust: TLSContext?
    private let connectionSet: ConnectionSet
    private var calls: [Int: WebCall] = [:]
    private var lastCall = 0
    private var bell: Timer?

    init(
        to servers: [WebAddress], key: Token, isSafe: Bool, trusting trust: TLSContext?,
        on connectionSet: ConnectionSet
    ) {
        self.servers = servers
        self.key = key
        self.isSafe = isSafe
        self.trust = trust
        self.connectionSet = connectionSet
    }

    /// Calls `take` once, in a later tick. Ends earlier questions without a reply, unless the new
    /// one is `besideOthers`.
    func ask(
        _ request: AccountRequest, besideOthers: Bool = false, of guest: String? = nil,
        _ take: @escaping (AccountReply) -> Void
    ) {
        guard isSafe else {
            bell = Timer(on: connectionSet.loop) { take(.refused(.notEncrypted)) }
            bell?.arm(after: .zero)
            return
        }
        if !besideOthers { calls = [:] }
        lastCall += 1
        ask(request, of: guest, as: lastCall, at: servers[...], take)
    }

    /// Tries the next address if no server can be reached at the first one.
    private func ask(
        _ request: AccountRequest, of guest: String?, as number: Int,
        at servers: ArraySlice<WebAddress>,
        _ take: @escaping (AccountReply) -> Void
    ) {
        guard let server = servers.first else { return }
        let form = AccountCall(request, key: key, device: ThisProcess.machineName)
        let target = RequestTarget(
            server.target.segments + form.segments, endsInSlash: form.query.isEmpty,
            query: Parameters(form.query.map { Parameters.Pair($0.name, $0.value) }))
        var message = HTTPRequest(
            HTTPMethod(rawValue: form.method.rawValue), target, body: form.body)
        for field in form.fields {
            message.fields.add(FieldName(stringLiteral: field.name), field.value)
        }
        if let guest { message.fields.add("X-Simperium-Guest", guest) }
        calls[number] = WebCall(message, to: server, trusting: trust, on: connectionSet) {
            [unowned self] answer in
            switch answer {
            case .failure(.refused), .failure(.unreachable):
                guard servers.count == 1 else {
                    return ask(request, of: guest, as: number, at: servers.dropFirst(), take)
                }
            case .success, .failure: break
            }
            calls[number] = nil
            take(AccountReply(to: request, answer))
        }
    }
}

extension AccountReply {
    fileprivate init(
        to request: AccountRequest, _ answer: Result<HTTPResponse, WebCall.Failure>
    ) {
        switch answer {
        case .success(let response):
            self.init(
                to: request, status: Int(response.status.rawValue),
                retryAfter: response.fields["Retry-After"].flatMap { Int($0) },
                flaw: response.fields[FieldName(stringLiteral: AccountFlaw.field)],
                body: response.body)
        case .failure(.refused), .failure(.timedOut): self = .refused(.offline(reason: nil))
        case .failure(.unreachable(let reason)): self = .refused(.offline(reason: reason))
        case .failure(.tls(let fault)): self = .refused(.offline(reason: "\(fault)"))
        case .failure(.notHTTP), .failure(.hungUp): self = .refused(.unknownServer)
        }
    }
}

extension ReplicaSettings {
    /// A new visitor at each start, for there may be several at one machine.
    static func newVisitor() -> ReplicaSettings { visitor(.visitor()) }

    /// Somebody of that id, in a run of their own.
    static func visitor(_ id: ClientID) -> ReplicaSettings {
        var random = SecureRandom()
        return .lobby(id, run: RunID(rawValue: random.next()), seed: random.next())
    }
}

extension ClientID {
    /// Fifteen hex digits: enough to tell all apart who are ever here at once. Everybody keeps
    /// everybody's, and a text of up to fifteen bytes takes no memory but where it stands.
    static func visitor() -> ClientID {
        guard let id = ClientID(String(SecureRandom.hexText(8).dropLast())) else {
            preconditionFailure("hex digits are a client id")
        }
        return id
    }
}
