package import SimperiumWebWire

package struct ServeOptions: Hashable, Sendable {
    package enum ServerControlAction: Hashable, Sendable {
        case run
        /// Serves on a socket inherited from the program that started this process.
        case runInBackground
        /// Prints the status of this machine's server, or of `statusServer`.
        case status
        /// Stops this machine's server.
        case stop
    }

    /// The failures that an acknowledged change survives.
    package enum Durability: Hashable, Sendable {
        /// The end of the process, and also a power failure.
        case disk
        /// Only the end of the process.
        case process
    }

    package struct CertificateAndKeyPaths: Hashable, Sendable {
        package let chainFile: String
        package let keyFile: String

        /// Reads the paths of the certificate and its key; nil if neither is set. Throws if only
        /// one is set.
        init?(_ settings: Settings) throws(UsageError) {
            switch (settings.text(.tlsCert), settings.text(.tlsKey)) {
            case (nil, nil): return nil
            case (let chain?, let key?): (chainFile, keyFile) = (chain, key)
            case (_?, nil):
                throw .missingOption(settings.source(of: .tlsCert), without: .tlsKey)
            case (nil, _?):
                throw .missingOption(settings.source(of: .tlsKey), without: .tlsCert)
            }
        }
    }

    package let action: ServerControlAction
    /// The server that `--status` queries; nil for this machine's server.
    package let statusServer: WebSocketAddress?
    package let listen: [ListenEndpoint]
    package let store: StoreSelection
    package let durability: Durability
    /// The address for other servers on the same Redis; nil for a free port of this machine.
    package let innerAddress: ListenEndpoint?
    /// The apps besides the game.
    package let apps: [String]
    package let certificate: CertificateAndKeyPaths?
    /// The file with the token of a closed lobby; nil for the default token.
    package let lobbyTokenFile: String?
    /// The file with the token of doors on other machines; nil if they use the lobby's token.
    package let doorTokenFile: String?
    package let log: LogFormat
    /// The time without clients until the server stops; nil for never.
    package let idleLimit: Duration?
    package let maxConnections: Int
    package let maxPerAddress: Int
    /// The maximum number of bytes queued for slow clients, in total; nil for a fraction of the
    /// machine's memory.
    package let maxMemory: Int?
    /// The intended number of people in a hall of the lobby.
    package let hallSize: Int
    /// The number of people in the lobby at one server before halls open at others.
    package let spreadThreshold: Int
    /// The maximum number of clients without support for halls in the lobby.
    package let maxPlainClients: Int
    /// The options of the ssh server; nil if there is none.
    package let door: SSHServerOptions?
    /// The proxies that are trusted to report their clients' addresses.
    package let proxies: TrustedProxies
    /// The sites whose pages may use a server that only this machine can reach.
    package let allowedOrigins: [WebOrigin]
    /// The file with the apps' keys; nil for the file beside the store.
    package let keyFile: String?
    /// The path of the ban list; nil if there is none.
    package let bansFile: String?
    /// True if the server creates missing keys even though other servers may need the same keys.
    package let createsMissingKeys: Bool
    /// True if Redis may be empty, and the settings may differ from the settings in Redis.
    package let acceptsNewRedis: Bool
    /// The folder of recordings; nil if nothing is recorded.
    package let recordingFolder: String?
    /// The configuration file on the command line; nil if there is none.
    package let configurationFile: String?

    /// The default idle limit of a server that a player's program has started.
    private static let usualIdleLimit = Duration.seconds(120)

    init(_ settings: Settings, isBackground: Bool = false) throws(UsageError) {
        action = isBackground ? .runInBackground : try Self.action(settings)
        // A player's settings may name a server that is not the one to inspect.
        statusServer = settings.isOnCommandLine(.server) ? settings.servers().first : nil
        if statusServer != nil, action != .status {
            throw .missingOption(settings.source(of: .server), without: .status)
        }
        let listen = settings.endpoints(.listen)
        self.listen =
            listen.isEmpty ? [ListenEndpoint(address: nil, port: settings.port)] : listen
        store = try StoreSelection(settings)
        // A local game loses at most a move in a power failure, and syncing each change would
        // compete with other programs for the disk.
        let usual = isBackground ? Durability.process : .disk
        durability = settings.text(.durability).map { $0 == "process" ? .process : .disk } ?? usual
        innerAddress = settings.endpoints(.innerAddress).first
        apps = settings.texts(.app)
        // Games on this machine reach their background server directly, and without TLS. The
        // machine's configuration file may contain the settings of another server.
        certificate = isBackground ? nil : try CertificateAndKeyPaths(settings)
        lobbyTokenFile = settings.text(.lobbyTokenFile)
        doorTokenFile = settings.text(.doorTokenFile)
        log = LogFormat(settings)
        idleLimit =
            settings.number(.idleExit).map { .seconds($0) }
            ?? (isBackground ? Self.usualIdleLimit : nil)
        maxConnections = settings.numberOrDefault(.maxConnections)
        maxPerAddress = settings.numberOrDefault(.maxPerAddress)
        maxMemory = settings.number(.maxMemory)
        hallSize = settings.numberOrDefault(.hallSize)
        spreadThreshold = settings.numberOrDefault(.spread)
        maxPlainClients = settings.numberOrDefault(.plainClients)
        // An address for guests on the command line takes precedence over a door that a file or the
        // environment turns off. With `--no-door`, it is a contradiction.
        let isOpened = settings.isOnCommandLine(.ssh)
        if isOpened, settings.isOnCommandLine(.door), !settings.isOn(.door) {
            throw settings.incompatibility(.door, .ssh)
        }
        let hasDoor = !isBackground && (settings.isOn(.door) || isOpened)
        door = hasDoor ? SSHServerOptions(settings) : nil
        proxies = TrustedProxies(isBackground ? [] : settings.addresses(.trustedProxy))
        allowedOrigins = settings.texts(.allowOrigin).compactMap { WebOrigin($0[...]) }
        keyFile = settings.text(.keys)
        bansFile = settings.text(.bans)
        createsMissingKeys = settings.isOn(.newKeys)
        acceptsNewRedis = settings.isOn(.new)
        recordingFolder = settings.text(.record)
        configurationFile = settings.text(.config)
        guard case .redis(let redis) = store else {
            try Self.throwIfRedisOptionIsGiven(settings)
            return
        }
        let shared = settings.source(of: .store, valueForm: redis.address.form)
        // All servers need the same keys. A recording would lack the writes of other servers.
        if keyFile == nil { throw .missingOption(shared, without: .keys) }
        if recordingFolder != nil {
            throw .incompatibleOptions(shared, settings.source(of: .record))
        }
        // Redis's own setting `appendfsync` decides the durability.
        if settings.text(.durability) != nil {
            throw .incompatibleOptions(shared, settings.source(of: .durability))
        }
    }

    /// Throws if the command line has an option that is only for servers that share a Redis. A
    /// configuration file may contain such options, because another server may use the file.
    private static func throwIfRedisOptionIsGiven(_ settings: Settings) throws(UsageError) {
        for option in [
            Option.storePasswordFile, .storeAuthorities, .storeReplicas, .storeMayForget,
            .innerAddress, .newKeys, .new,
        ] where settings.isOnCommandLine(option) {
            throw .unsharedStore(settings.source(of: option))
        }
    }

    private static func action(_ settings: Settings) throws(UsageError) -> ServerControlAction {
        switch (settings.isOn(.status), settings.isOn(.stop)) {
        case (true, true): throw settings.incompatibility(.status, .stop)
        case (true, false): .status
        case (false, true): .stop
        case (false, false): .run
        }
    }
}

package struct SSHServerOptions: Hashable, Sendable {
    package let listen: [ListenEndpoint]
    /// The file of the host key; nil for the default file in the data directory.
    package let hostKeyFile: String?
    /// The path of the ban list; nil if there is none.
    package let bansFile: String?
    /// The proxies that are trusted to report their clients' addresses.
    package let proxies: TrustedProxies
    package let maxGuests: Int
    package let maxGuestsPerAddress: Int
    /// The folder of recordings; nil if nothing is recorded.
    package let recordingFolder: String?

    init(_ settings: Settings) {
        let listen = settings.endpoints(.ssh)
        self.listen = listen.isEmpty ? [.sshDefault] : listen
        hostKeyFile = settings.text(.hostKey)
        bansFile = settings.text(.bans)
        proxies = TrustedProxies(settings.addresses(.trustedProxy))
        maxGuests = settings.numberOrDefault(.maxGuests)
        maxGuestsPerAddress = settings.numberOrDefault(.maxGuestsPerAddress)
        recordingFolder = settings.text(.record)
    }
}

package struct DoorCommandOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let sshServer: SSHServerOptions
    /// The file with the token that a server on another machine requires from this door; nil for
    /// the lobby's token.
    package let tokenFile: String?
    package let log: LogFormat

    init(_ settings: Settings) {
        lobby = LobbyOptions(settings)
        sshServer = SSHServerOptions(settings)
        tokenFile = settings.text(.doorTokenFile)
        log = LogFormat(settings)
    }
}

package enum LogFormat: String, Hashable, Sendable {
    case text
    case json

    init(_ settings: Settings) {
        self = settings.text(.log).flatMap { LogFormat(rawValue: $0) } ?? .text
    }
}
