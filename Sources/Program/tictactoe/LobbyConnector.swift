import Commands
import GameHost
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

/// The connector to the servers of the lobby. It has their addresses, the token and the trusted
/// certificates, and starts a local server if necessary.
struct LobbyConnector {
    private let hubs: [HubAddress]
    /// The first server's scheme, host and port, which identify the server in the files of
    /// accounts.
    let origin: String
    /// True if no option names a server, so that this machine's own server is used.
    let isOwn: Bool
    /// True if an account's token may be sent to the servers.
    let maySendSecrets: Bool
    let token: Token
    private let trust: TLSContext?
    private let connectionSet: ConnectionSet
    let accountClient: AccountHTTPClient
    /// The starter of this machine's server; nil if a server was named, or if this program starts
    /// none.
    private let localServerStarter: OnDemandLocalServerStarter?

    /// Creates the connector. `token` takes precedence over the token in the options.
    init(
        _ options: LobbyOptions, token: Token? = nil, on loop: Loop, startsServer: Bool = true
    ) throws {
        let servers = Self.servers(options)
        hubs = servers.map { HubAddress($0, app: GameBuckets.app) }
        origin = servers[0].origin
        isOwn = options.server == nil
        maySendSecrets =
            options.isAccountInsecure || servers.allSatisfy { $0.isEncrypted || $0.isLoopback }
        self.token = try token ?? options.tokenFile.map(Self.readToken(in:)) ?? .lobby
        trust = servers.contains(where: \.isEncrypted) ? try .client() : nil
        let startsOwn = startsServer && options.server == nil
        localServerStarter =
            startsOwn ? OnDemandLocalServerStarter(at: options.localServer, on: loop) : nil
        connectionSet = ConnectionSet(on: loop)
        accountClient = AccountHTTPClient(
            to: servers, key: self.token, maySendSecrets: maySendSecrets, trusting: trust,
            on: connectionSet)
    }

    /// Returns the addresses of the servers that the options name; otherwise the address of this
    /// machine's own server.
    static func servers(_ options: LobbyOptions) -> [WebSocketAddress] {
        options.server == nil ? [.lobby(at: options.localServer)] : options.servers
    }

    func makeClientBeginning(keepsSeat: Bool = false) -> LobbyClient.Beginning {
        LobbyClient.Beginning(settings: .newLobbyClient(), token: token, keepsSeat: keepsSeat)
    }

    /// The server's name in the files of saved seats.
    var seatServer: String { "\(hubs[0])" }

    /// The warning for the user that the server on this machine can't save files. Nil if the server
    /// can save files, or if this program starts no server.
    var unsavedDataWarning: String? {
        localServerStarter == nil || OnDemandLocalServerStarter.canSaveFiles
            ? nil : ConnectionWords.nothingSaved
    }

    /// Starts the server of this machine, unless that server is running, the options name another
    /// server, or this program starts none.
    func startLocalServer() {
        localServerStarter?.startIfNeeded()
    }

    /// Creates a link to the lobby's hub, without dialling. With several addresses, the link tries
    /// a random address first, so that clients are spread over the servers.
    func makeHubLink(_ hear: @escaping (LinkEvent) -> Void) -> HubLink {
        let localServerStarter = localServerStarter
        return HubLink(
            to: hubs, beginningAt: .random(in: hubs.indices), on: connectionSet, trusting: trust,
            willDial: { localServerStarter?.startIfNeeded() },
            localServerStarter.map { server in { hear(server.addingStartFailure($0)) } } ?? hear)
    }

    /// Creates a sender for the unsent changes that other processes of this program left in their
    /// copies of an account.
    func makeOtherProcessEditSender(
        from folder: AccountCopyDirectory, as token: Token, by queue: DiskQueue
    ) -> LeftoverEditSender {
        LeftoverEditSender(
            from: folder, as: token, to: hubs, on: connectionSet, trusting: trust, by: queue)
    }

    /// Closes all connections. Call this before releasing the connector.
    func closeConnections() {
        connectionSet.dropAll()
    }

    /// Reads the token of a closed lobby or a door: the bytes of a file before its first blank.
    static func readToken(in path: String) throws(CommandFailure) -> Token {
        let reason: String
        do throws(LibraryError) {
            if let bytes = try WholeFile.read(path, limit: 4_096) {
                let word = String(decoding: bytes.prefix { $0 > 0x20 }, as: UTF8.self)
                if let token = Token(word), token.isWellFormed { return token }
                reason = ServerWords.malformedToken
            } else {
                reason = FileFlawWords.noSuchFile
            }
        } catch {
            reason = error.reason
        }
        throw CommandFailure(ServerWords.cannotReadToken(in: path, reason: reason))
    }
}

extension ReplicaSettings {
    /// Returns the settings for a new client of the lobby. Each run of the program has its own
    /// client id, because several programs may run on a machine.
    static func newLobbyClient() -> ReplicaSettings { lobbyClient(.randomLobbyClient()) }

    /// Returns the settings for a client with this id, with a new run id and a new seed.
    static func lobbyClient(_ id: ClientID) -> ReplicaSettings {
        var random = SecureRandom()
        return .lobby(id, run: RunID(rawValue: random.next()), seed: random.next())
    }
}

extension ClientID {
    /// Returns a random id of fifteen hex digits, unique in practice. Every client stores the ids
    /// of all others, and a string of up to fifteen bytes needs no allocation.
    static func randomLobbyClient() -> ClientID {
        .trappingIfInvalid(String(SecureRandom.hexText(byteCount: 8).dropLast()))
    }
}
