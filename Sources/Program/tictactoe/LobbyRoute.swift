import Commands
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

    /// What the visit of somebody new is made of.
    func newVisit(keepsSeat: Bool = false) -> LobbyVisit.Beginning {
        LobbyVisit.Beginning(settings: .newVisitor(), token: token, keepsSeat: keepsSeat)
    }

    /// What the visit of somebody is made of who goes on with what an earlier run was in.
    func visit(goingOnWith seat: KeptSeat) -> LobbyVisit.Beginning {
        LobbyVisit.Beginning(
            settings: .returningVisitor(seat), token: token, keptSeat: seat, keepsSeat: true)
    }

    /// The server, as the files of kept places name it.
    var server: String { "\(hubs[0])" }

    /// What the person should know of the server that this program starts; nil if nothing.
    var warning: String? {
        background == nil || BackgroundServer.keepsFiles ? nil : ConnectionWords.nothingKept
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

    /// Asks the server about accounts.
    func ask(_ request: AccountRequest, _ take: @escaping (AccountReply) -> Void) {
        accounts.ask(request, take)
    }

    /// For whoever has several questions at a time: to be kept until it has answered.
    func newCaller() -> AccountCaller { accounts.copy() }

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
