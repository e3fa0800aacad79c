import Commands
import GameHost
internal import Guests
import Host
import Lobby
import SimperiumClock
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import SimperiumWebWire
import SimperiumWire

/// `tictactoe serve`: runs a server until it is stopped.
struct ServeCommand {
    /// The listening socket that a background server gets from its starter.
    static let inheritedSocket = Descriptor(rawValue: 3)

    private static let spareSideConnections = 64

    private let options: ServeOptions
    private var settings: ServerSettings
    /// The path of the ban list that the door reads; nil if there is none. On Redis, the list also
    /// contains the bans of all servers.
    private let doorBansFile: String?

    init(_ options: ServeOptions) throws {
        self.options = options
        settings = try ServerSettings(options)
        doorBansFile = try options.doorBansFile
        let common = try options.doorTokenFile.map(LobbyConnector.readToken)
        // Servers on one Redis have a common door token, because only the writer checks it.
        let hasOwn = options.door != nil && !options.store.isShared
        settings.host.plugin?.doorToken =
            common ?? (hasOwn ? Token(SecureRandom.hexText(byteCount: 16)) : nil)
        // A connection for each player, one for all spectators, and some for guests that reconnect.
        settings.sideConnections = options.door.map { $0.maxGuests + Self.spareSideConnections }
        if options.recordingFolder != nil { settings.recorder = EventRecordingFile.newRecorder }
    }

    func run() throws -> ExitStatus {
        prepareDescriptorsAndPermissions()
        let loop = try Loop()
        let log = Log(options.log, on: loop)
        let bans = try ServerBans(
            options.bansFile, log: log, logsReload: options.door == nil || !sharesBansWithDoor)
        let server = try Server(settings, on: loop)
        server.onLog = log.write
        let recording = try startRecording(server, log)
        server.start()
        let door = makeDoorProcess(of: server, on: loop, log)
        connectBans(bans, to: server)
        try beginDoorBansFile(of: bans, for: door, on: loop, log)
        var status = ExitStatus.done
        let stopDoor = stopLoopOnceEnded(server, door, on: loop)
        door?.onRefused = {
            status = .failed
            server.stop()
        }
        let hasTerminal = Descriptor.standardInput.isTerminal
        let signals = try SignalSubscription(Self.signals, on: loop) { signal in
            guard signal != .brokenPipe else { return }
            // SIGHUP means that the terminal has closed, if there is a terminal and no file to read
            // again. A service manager may send SIGHUP to any server.
            let canReload = options.bansFile != nil || settings.certificate != nil
            if signal == .hangUp, canReload || !hasTerminal {
                bans.rereadBanFile()
                return reloadCertificateAndDoorBans(server, door: door, log: log)
            }
            log.write(ServerLogEntry(stopping: LogWords.server, by: LogWords.signal))
            stopDoor()
            server.stop()
        }
        try runUntilStopped(server, on: loop) {
            door?.start()
            announce(server, recordedAt: recording, log)
        }
        log.write(ServerLogEntry(stopped: LogWords.server))
        _ = consume signals
        return status
    }

    /// A function that stops the door, if there is one.
    private typealias DoorStop = () -> Void

    /// Stops the loop once the server and the door have ended. Stops the door when the server has
    /// stopped. Returns a function that stops the door earlier.
    private func stopLoopOnceEnded(
        _ server: Server, _ door: DoorProcess?, on loop: Loop
    ) -> DoorStop {
        var hasDoorEnded = door == nil
        var hasServerStopped = false
        let stopDoor: DoorStop = {
            door?.stop {
                hasDoorEnded = true
                if hasServerStopped { loop.stop() }
            }
        }
        server.onStopped = {
            hasServerStopped = true
            if hasDoorEnded { loop.stop() } else { stopDoor() }
        }
        return stopDoor
    }

    /// The handled signals. SIGPIPE is one of them, because a log reader that exits first must not
    /// stop the server.
    private static let signals = [Signal.terminate, .interrupt, .hangUp, .brokenPipe]

    /// Runs the server until it stops, and calls `onceBegun` when it begins to serve. Throws the
    /// reason if it can't begin. A server on Redis begins once it has joined the other servers.
    private func runUntilStopped(
        _ server: Server, on loop: Loop, onceBegun: @escaping () -> Void
    ) throws(CommandFailure) {
        var refusal: String?
        server.onRefused = { sentence in
            refusal = sentence
            loop.stop()
        }
        if server.hasBegun { onceBegun() } else { server.onBegun = onceBegun }
        loop.run()
        if let refusal { throw CommandFailure(refusal) }
    }

    private func prepareDescriptorsAndPermissions() {
        if !settings.sockets.isEmpty {
            let next = Descriptor(rawValue: Self.inheritedSocket.rawValue + 1)
            ThisProcess.closeDescriptors(from: next)
        }
        ThisProcess.keepFilesPrivate()
        ThisProcess.raiseDescriptorLimit()
    }

    /// Begins a recording of the server's hub if the options name a folder. Returns the recording's
    /// path; nil without a folder.
    private func startRecording(
        _ server: Server, _ log: Log
    ) throws(CommandFailure) -> String? {
        guard let folder = options.recordingFolder else { return nil }
        let path = try EventRecordingFile.newRecordingPath(
            makingFolder: folder, of: RecordedHub.name)
        let recording = try EventRecordingFile(path)
        recording.onTrouble = { log.write(ServerLogEntry(trouble: RecordingWords.notRecorded, $0)) }
        server.onRecorded = recording.append
        return path
    }

    private func announce(_ server: Server, recordedAt recording: String?, _ log: Log) {
        for address in server.addresses {
            log.announceOnStandardOutput(ServerWords.serving(at: "\(address)"))
        }
        if let keyFile = settings.keys.file {
            log.announceOnStandardOutput(ServerWords.keys(in: keyFile))
        } else if Descriptor.standardOutput.isTerminal {
            // Keys without a file are shown once, and only on a terminal, because other output may
            // be stored.
            for app in settings.apps {
                for line in server.keys[app]?.keyFileLines(of: app) ?? [] {
                    log.announceOnStandardOutput(ServerWords.printedKeyLine(line))
                }
            }
        }
        if let recording {
            log.announceOnStandardOutput(RecordingWords.recordingStarted(at: recording))
        }
        log.write(
            ServerLogEntry(
                started: LogWords.server, version: ProgramVersion.number,
                at: server.addresses.map { "\($0)" }))
        logExpiryIfSoon(server, log)
    }

    /// Logs the last valid day of a certificate that has expired or expires soon.
    private func logExpiryIfSoon(_ server: Server, _ log: Log) {
        guard let file = settings.certificate?.chainFile, let expiry = server.certificateExpiry,
            expiry.expiresSoon
        else { return }
        log.write(
            ServerLogEntry(
                certificate: file, validUntil: expiry.lastDay, hasExpired: expiry.daysLeft < 0))
    }

    /// Makes the server refuse banned clients, and pass the bans in Redis to `bans`.
    private func connectBans(_ bans: ServerBans, to server: Server) {
        server.isBanned = bans.isBanned
        server.onBans = bans.replaceSharedBans
    }

    /// Writes all bans to the door's file, now and after each change. Does nothing without a door,
    /// or if the door reads the server's own list.
    private func beginDoorBansFile(
        of bans: ServerBans, for door: DoorProcess?, on loop: Loop, _ log: Log
    ) throws {
        guard let door, let path = doorBansFile, !sharesBansWithDoor else { return }
        let file = try DoorBansFile(
            path, with: bans.all, on: loop, log: log, onWritten: door.signalBanReload)
        bans.onChange = file.replace(with:)
    }

    /// True if the door reads the server's own list of bans.
    private var sharesBansWithDoor: Bool { doorBansFile == options.bansFile }

    private func makeDoorProcess(of server: Server, on loop: Loop, _ log: Log) -> DoorProcess? {
        guard let door = options.door, let token = server.doorToken,
            let address = server.sideAddress
        else { return nil }
        return DoorProcess(
            door, to: address, token: token, bansFile: doorBansFile,
            configurationFile: options.configurationFile, on: loop, log: log)
    }

    private func reloadCertificateAndDoorBans(_ server: Server, door: DoorProcess?, log: Log) {
        if options.bansFile != nil, sharesBansWithDoor { door?.signalBanReload() }
        do throws(ServerFailure) {
            try server.reloadCertificate()
            guard let certificate = settings.certificate else { return }
            log.write(ServerLogEntry(reloadedCertificate: certificate.chainFile))
            logExpiryIfSoon(server, log)
        } catch {
            log.write(ServerLogEntry(trouble: LogWords.notReloaded, "\(error)"))
        }
    }
}

extension ServerSettings {
    fileprivate init(_ options: ServeOptions) throws {
        self.init(addresses: [])
        switch options.action {
        case .runInBackground: sockets = [ServeCommand.inheritedSocket]
        case .run, .status, .stop:
            addresses = options.listen.flatMap { $0.socketAddresses() }
        }
        if case .redis(let redis) = options.store {
            store = .shared(try RedisDeployment(redis))
        } else if let path = try options.store.path {
            store = .file(path)
            keys.file = Self.keyFilePath(of: path)
        }
        durability = options.durability == .disk ? .disk : .process
        if let file = options.keyFile { keys.file = file }
        keys.areMade = !options.store.isShared || options.createsMissingKeys
        keys.mayBeNew = options.acceptsNewRedis
        proxies = options.proxies
        if addresses.allSatisfy(\.isLoopback) {
            host.pages = .local(
                names: [ThisProcess.machineName].compactMap(\.self),
                allowed: options.allowedOrigins)
        }
        apps = options.apps.compactMap(AppID.init)
        certificate = options.certificate.map {
            CertificatePaths(chainFile: $0.chainFile, keyFile: $0.keyFile)
        }
        host.version = ProgramVersion.number
        connections.most = options.maxConnections
        connections.mostPerAddress = options.maxPerAddress
        host.plugin = try GamePlugin(options)
        if let limit = options.maxMemory { memory = MemoryBudget(limit) }
        idleLimit = options.idleLimit
        if let address = options.innerAddress?.socketAddresses().first {
            innerAddress = address
        }
    }

    /// Returns the path of the key file beside a server's data file.
    static func keyFilePath(of store: String) -> String { store + ".keys" }
}

extension GamePlugin {
    fileprivate init(_ options: ServeOptions) throws {
        self.init()
        if let path = options.lobbyTokenFile {
            token = try LobbyConnector.readToken(in: path)
        }
        halls = HallLimits(
            size: options.hallSize, strangers: options.maxPlainClients,
            spread: options.spreadThreshold)
    }
}

extension ServeCommand {
    /// Creates the data directory if necessary, and returns its path.
    fileprivate static func makeDataFolder() throws(CommandFailure) -> String {
        guard let folder = FileLocations(environment: ThisProcess.environment).dataFolder else {
            throw CommandFailure(ServerWords.homeless)
        }
        do throws(LibraryError) {
            try FileSystem.makePrivateDirectories(folder)
        } catch {
            throw CommandFailure(
                ServerWords.cannotCreateDataDirectory(folder, because: error.reason))
        }
        return folder
    }
}

extension ServeOptions {
    /// The path of the ban list that the door reads; nil if there is none.
    ///
    /// On Redis, the server writes this list, in the data directory, which is created if necessary.
    /// The list can't be beside the keys, because their folder may be read-only, and several
    /// servers may use one keys file. The name contains the port, because several servers may use
    /// one data directory.
    fileprivate var doorBansFile: String? {
        get throws(CommandFailure) {
            guard door != nil, store.isShared else { return bansFile }
            let port = (innerAddress ?? listen.first)?.port ?? 0
            return try ServeCommand.makeDataFolder() + "/door-\(port).bans"
        }
    }
}

extension StoreSelection {
    /// The path of the data file; nil if the data is in memory or in Redis. For the default file,
    /// creates the data directory if necessary.
    var path: String? {
        get throws {
            guard case .file(let path) = self else { return nil }
            return try path ?? ServeCommand.makeDataFolder() + "/server.db"
        }
    }
}

extension ListenEndpoint {
    /// Returns the addresses to listen on. An endpoint without an address stands for all IPv4
    /// addresses and, if the machine supports IPv6, all IPv6 addresses.
    func socketAddresses() -> [SocketAddress] {
        let hasIPv6 = FileSystem.isReadable("/proc/self/net/if_inet6")
        let everywhere = hasIPv6 ? ["0.0.0.0", "::"] : ["0.0.0.0"]
        return (address.map { [$0] } ?? everywhere).map { socketAddress(host: $0) }
    }

    /// Returns the address for connections from this machine to the server at this endpoint.
    func localServerAddress() -> SocketAddress {
        socketAddress(host: address ?? Self.localDefault.address ?? "")
    }

    private func socketAddress(host: String) -> SocketAddress {
        guard let bytes = NumericAddress.bytes(of: host[...]),
            let address = SocketAddress(bytes: bytes, port: port)
        else { preconditionFailure("the option's address was checked: \(self)") }
        return address
    }
}
