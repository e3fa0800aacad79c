package import SimperiumWebWire

/// What `serve` is asked for.
package struct ServeOptions: Hashable, Sendable {
    package enum Purpose: Hashable, Sendable {
        case run
        /// To serve at a socket that another process left to this one.
        case runInBackground
        /// To tell how the server of this machine is.
        case status
        /// To end the server of this machine.
        case stop
    }

    package enum Store: Hashable, Sendable {
        case memory
        /// Nil for the usual file in the data directory.
        case file(String?)
        /// One that other servers use, too.
        case engine(EngineOptions)

        init(_ settings: Settings) throws(Misuse) {
            try self.init(settings.text(.store), settings)
        }

        init(_ text: String?, _ settings: Settings) throws(Misuse) {
            if let engine = text.flatMap(EngineAddress.init) {
                self = .engine(try EngineOptions(at: engine, settings))
            } else {
                self = text == "memory" ? .memory : .file(text)
            }
        }

        package var isShared: Bool { if case .engine = self { true } else { false } }
    }

    /// The events that an acknowledged change survives.
    package enum Durability: Hashable, Sendable {
        /// A power cut, too.
        case disk
        /// The end of the process.
        case process
    }

    package struct Certificate: Hashable, Sendable {
        package let chainFile: String
        package let keyFile: String

        /// Nil if connections are not to be encrypted.
        init?(_ settings: Settings) throws(Misuse) {
            switch (settings.text(.tlsCert), settings.text(.tlsKey)) {
            case (nil, nil): return nil
            case (let chain?, let key?): (chainFile, keyFile) = (chain, key)
            case (_?, nil): throw .incomplete(.tlsCert, without: .tlsKey)
            case (nil, _?): throw .incomplete(.tlsKey, without: .tlsCert)
            }
        }
    }

    /// Who gets in, for whom, and with which keys.
    package struct Gate: Hashable, Sendable {
        /// The proxies that say for whom they speak.
        package let proxies: TrustedProxies
        /// Sites whose pages may use a server that is for this machine only.
        package let allowedOrigins: [PageOrigin]
        /// Where the keys of the apps are; nil for the file beside the store.
        package let keyFile: String?
        /// The list of those whom the host keeps out; nil if there is none.
        package let bansFile: String?
        /// Whether missing keys are made though other servers go by the same.
        package let makesKeys: Bool
        /// True if Redis may have no data, and settings may differ from those before.
        package let isNew: Bool

        init(_ settings: Settings) {
            proxies = TrustedProxies(settings.addresses(.trustedProxy))
            allowedOrigins = settings.texts(.allowOrigin).compactMap { PageOrigin($0[...]) }
            keyFile = settings.text(.keys)
            bansFile = settings.text(.bans)
            makesKeys = settings.isOn(.newKeys)
            isNew = settings.isOn(.new)
        }
    }

    /// How much the clients may take.
    package struct Bounds: Hashable, Sendable {
        package let connections: Int
        package let connectionsPerAddress: Int
        /// Bytes that may wait in the server; nil for a part of what the machine has.
        package let memory: Int?
        /// People in a hall of the lobby.
        package let hallSize: Int?
        /// Programs in the lobby that know of no halls.
        package let plainClients: Int?

        init(_ settings: Settings) {
            connections = settings.number(.maxConnections) ?? 0
            connectionsPerAddress = settings.number(.maxPerAddress) ?? 0
            memory = settings.number(.maxMemory)
            hallSize = settings.number(.hallSize)
            plainClients = settings.number(.plainClients)
        }
    }

    package let purpose: Purpose
    /// The server that `--status` asks; nil for the one of this machine.
    package let statusServer: WebAddress?
    package let listen: [Endpoint]
    package let store: Store
    package let durability: Durability
    /// The address for the other servers on the same Redis; nil for a free port of this machine.
    package let innerAddress: Endpoint?
    /// Further apps beside the game's.
    package let apps: [String]
    package let certificate: Certificate?
    /// Where the token of a closed lobby is; nil for the token that every program carries.
    package let lobbyTokenFile: String?
    /// Where the token is by which doors on other machines are known; nil if there are none.
    package let doorTokenFile: String?
    package let log: LogFormat
    /// How long the server stays without anyone on it; nil for ever.
    package let idleLimit: Duration?
    package let bounds: Bounds
    /// How guests come in by ssh; nil if they don't.
    package let door: GuestOptions?
    package let gate: Gate
    /// Where all that the server does is recorded; nil if it is not.
    package let recordingFolder: String?

    /// How long a server that a player's program started stays without anyone on it.
    private static let usualIdleLimit = Duration.seconds(120)

    init(_ settings: Settings, isBackground: Bool = false) throws(Misuse) {
        purpose = isBackground ? .runInBackground : try Self.purpose(settings)
        // A player's own setting names no server to look after.
        statusServer = settings.isTyped(.server) ? settings.servers().first : nil
        if statusServer != nil, purpose != .status { throw .incomplete(.server, without: .status) }
        let listen = settings.endpoints(.listen)
        self.listen =
            listen.isEmpty ? [Endpoint(address: nil, port: settings.port)] : listen
        store = try Store(settings)
        // Two people at one machine lose a move at most when its power fails, and a game's sync
        // would compete with all else that their disk does.
        let usual = isBackground ? Durability.process : .disk
        durability = settings.text(.durability).map { $0 == "process" ? .process : .disk } ?? usual
        innerAddress = settings.endpoints(.innerAddress).first
        apps = settings.texts(.app)
        certificate = try Certificate(settings)
        lobbyTokenFile = settings.text(.lobbyTokenFile)
        doorTokenFile = settings.text(.doorTokenFile)
        log = LogFormat(settings)
        idleLimit =
            settings.number(.idleExit).map { .seconds($0) }
            ?? (isBackground ? Self.usualIdleLimit : nil)
        bounds = Bounds(settings)
        let isShut = isBackground || !settings.isOn(.door)
        door = isShut && settings.endpoints(.ssh).isEmpty ? nil : GuestOptions(settings)
        gate = Gate(settings)
        recordingFolder = settings.text(.record)
        guard store.isShared else { return }
        // All servers have the same keys, and what others have written is in no recording.
        if gate.keyFile == nil { throw .incomplete(.store, without: .keys) }
        if recordingFolder != nil { throw .contradiction(.store, .record) }
        // There the setting appendfsync of Redis decides.
        if settings.text(.durability) != nil { throw .contradiction(.store, .durability) }
    }

    private static func purpose(_ settings: Settings) throws(Misuse) -> Purpose {
        switch (settings.isOn(.status), settings.isOn(.stop)) {
        case (true, true): throw .contradiction(.status, .stop)
        case (true, false): .status
        case (false, true): .stop
        case (false, false): .run
        }
    }
}

/// How guests come in by ssh, and how many.
package struct GuestOptions: Hashable, Sendable {
    package let listen: [Endpoint]
    /// Nil for the usual file in the data directory.
    package let hostKeyFile: String?
    /// The list of guests that the host keeps out; nil if there is none.
    package let bansFile: String?
    /// The proxies that say for whom they speak.
    package let proxies: TrustedProxies
    package let most: Int
    package let mostPerAddress: Int
    /// Where all that guests do is recorded; nil if it is not.
    package let recordingFolder: String?

    init(_ settings: Settings) {
        let listen = settings.endpoints(.ssh)
        self.listen = listen.isEmpty ? [.usualDoor] : listen
        hostKeyFile = settings.text(.hostKey)
        bansFile = settings.text(.bans)
        proxies = TrustedProxies(settings.addresses(.trustedProxy))
        most = settings.number(.maxGuests) ?? 0
        mostPerAddress = settings.number(.maxGuestsPerAddress) ?? 0
        recordingFolder = settings.text(.record)
    }
}

/// What `door` is asked for.
package struct DoorOptions: Hashable, Sendable {
    package let lobby: LobbyOptions
    package let guests: GuestOptions
    /// Where the token is by which a server on another machine knows this door.
    package let tokenFile: String?
    package let log: LogFormat

    init(_ settings: Settings) {
        lobby = LobbyOptions(settings)
        guests = GuestOptions(settings)
        tokenFile = settings.text(.doorTokenFile)
        log = LogFormat(settings)
    }
}

/// How the lines of a log are written.
package enum LogFormat: Hashable, Sendable {
    case text
    case json

    init(_ settings: Settings) {
        self = settings.text(.log) == "json" ? .json : .text
    }
}
