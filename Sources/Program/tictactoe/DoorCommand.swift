import Commands
package import FrontDoor
internal import Guests
import Host
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire

/// `tictactoe door`: runs the ssh server until it is stopped.
struct DoorCommand {
    private let options: DoorCommandOptions
    private let addresses: [SocketAddress]
    private var limits = DoorLimits()

    init(_ options: DoorCommandOptions) {
        self.options = options
        addresses = options.sshServer.listen.flatMap { $0.socketAddresses() }
        limits.crowd.guests = options.sshServer.maxGuests
        limits.crowd.setConnectionsPerAddress(options.sshServer.maxGuestsPerAddress)
    }

    func run() throws -> ExitStatus {
        ThisProcess.raiseDescriptorLimit()
        let loop = try Loop()
        // If a server has started this door, the door gets the token from that server, before the
        // first guest.
        let lifeline = ThisProcess.environment[DoorProcess.lifelineVariable].map { _ in
            DoorProcess.lifeline
        }
        let own = lifeline.flatMap { HeartbeatSender.parentMessage(on: $0) }.flatMap(Token.init)
        let token = try own ?? options.tokenFile.map(LobbyConnector.readToken)
        let connector = try LobbyConnector(
            options.lobby, token: token, on: loop, startsServer: false)
        let key = try Self.loadOrCreateHostKey(options.sshServer)
        let log = Log(options.log, on: loop)
        let bans = try options.sshServer.bansFile.map(ConfigurationReader.readBans) ?? BanList()
        let sshServer = try SSHServer(key, on: loop)
        let listeners = try addresses.map {
            try Self.makeListener(at: $0, behind: options.sshServer.proxies, on: loop)
        }
        let spectatorFeed = try makeSpectatorFeed(
            by: connector, isOwn: lifeline != nil, on: loop, log)
        let door = SSHDoor(
            sshServer, at: listeners, limits: limits, bans: bans, to: connector,
            spectatorFeed: spectatorFeed, keySeats: KeyDerivedLobbySeats(hostKeySeed: key.seed),
            on: loop, log: log)
        announce(door, key: key, in: log)
        let signals = try subscribeToSignals(for: door, isOwn: lifeline != nil, on: loop, log)
        let pulse = try lifeline.map {
            try HeartbeatSender(on: $0, loop) {
                door.closeListeners()
                door.close { loop.stop() }
            }
        }
        loop.run()
        _ = consume signals
        _ = consume pulse
        spectatorFeed.recording?.close()
        log.write(ServerLogEntry(stopped: LogWords.sshDoor))
        return .done
    }

    private func subscribeToSignals(
        for door: SSHDoor, isOwn: Bool, on loop: Loop, _ log: Log
    ) throws(LibraryError) -> SignalSubscription {
        // SIGPIPE is handled because a log reader that exits first must not end the door.
        let kinds = [Signal.terminate, .interrupt, .hangUp, .brokenPipe]
        return try SignalSubscription(kinds, on: loop) {
            [file = options.sshServer.bansFile] signal in
            guard signal != .brokenPipe else { return }
            // Without a file to read again, SIGHUP means that the terminal has closed. A server
            // that ends because of SIGHUP also ends its own door.
            if signal == .hangUp, file == nil, isOwn { return }
            guard signal == .hangUp, let file else { return door.close { loop.stop() } }
            if let bans = ConfigurationReader.rereadAndLogBans(file, log: log) { door.bans = bans }
        }
    }

    private func announce(_ door: SSHDoor, key: HostKey, in log: Log) {
        log.announceOnStandardOutput(DoorOperatorWords.hostKey(key.fingerprint))
        for address in door.addresses {
            log.announceOnStandardOutput(DoorOperatorWords.entrance(at: "\(address)"))
        }
        log.write(
            ServerLogEntry(
                started: LogWords.sshDoor, version: ProgramVersion.number,
                at: door.addresses.map { "\($0)" }))
        guard let address = door.addresses.first else { return }
        log.announceOnStandardOutput(DoorOperatorWords.invitation(Self.sshCommand(to: address)))
    }

    /// Creates the spectators' common feed, and a recording of the door if the options name a
    /// folder.
    private func makeSpectatorFeed(
        by connector: LobbyConnector, isOwn: Bool, on loop: Loop, _ log: Log
    ) throws(CommandFailure) -> DoorSpectatorFeed {
        let visit = connector.makeClientBeginning()
        let path = try options.sshServer.recordingFolder.map {
            folder throws(CommandFailure) in
            try EventRecordingFile.newRecordingPath(makingFolder: folder, of: RecordedDoor.name)
        }
        let recording = try EventRecordingFile.startRecording(
            path, of: RecordedDoor.self,
            from: RecordedDoor.Beginning(limits: limits, watchers: visit))
        recording?.onTrouble = {
            log.write(ServerLogEntry(trouble: RecordingWords.notRecorded, $0))
        }
        if let path { log.announceOnStandardOutput(RecordingWords.recordingStarted(at: path)) }
        return DoorSpectatorFeed(
            visit, by: connector, recording: recording, on: loop, log: isOwn ? nil : log)
    }

    /// Returns the command that guests run. For a door on all addresses, the command contains this
    /// machine's name.
    private static func sshCommand(to address: SocketAddress) -> String {
        let isAny = address.host.allSatisfy { $0 == 0 }
        let name = isAny ? ThisProcess.machineName : nil
        return "ssh -p \(address.port) \(name ?? address.hostText)"
    }

    private static func makeListener(
        at address: SocketAddress, behind proxies: TrustedProxies, on loop: Loop
    ) throws(CommandFailure) -> SocketListener {
        do throws(LibraryError) {
            let listener = try SocketListener(at: address, on: loop)
            if !proxies.isEmpty {
                listener.acceptProxyHeaders(from: proxies, isHeaderOptional: false)
            }
            return listener
        } catch {
            throw CommandFailure(
                DoorOperatorWords.cannotOpen(at: "\(address)", reason: error.reason))
        }
    }

    private static func loadOrCreateHostKey(_ options: SSHServerOptions) throws -> HostKey {
        let path = try hostKeyPathMakingDirectory(options)
        do throws(HostKeyFault) {
            return try HostKey.loadOrCreate(at: path)
        } catch {
            throw CommandFailure(error.sentence(about: path))
        }
    }

    private static func hostKeyPathMakingDirectory(_ options: SSHServerOptions) throws -> String {
        if let file = options.hostKeyFile { return file }
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.dataFolder, let file = locations.hostKeyFile else {
            throw CommandFailure(DoorOperatorWords.homeless)
        }
        try FileSystem.makePrivateDirectories(folder)
        return file
    }
}

extension HostKeyFault {
    /// Returns the error message about the host key in a file.
    func sentence(about path: String) -> String { DoorOperatorWords.sentence(self, about: path) }
}

extension SSHServerFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .library(let error): "\(error)"
        case .cannotConnectToItself: DoorOperatorWords.cannotConnectToItself
        case .unknownLayout: DoorOperatorWords.unknownLayout
        }
    }
}

private enum DoorOperatorWords {
    static func hostKey(_ fingerprint: String) -> String { "the SSH host key is \(fingerprint)" }

    /// Returns the line that the script `Tests/Fixtures/write` waits for.
    static func entrance(at address: String) -> String { "accepting ssh guests at \(address)" }

    static func invitation(_ command: String) -> String { "guests connect with: \(command)" }

    static let homeless =
        "there is no data directory: name a host key file with --host-key"

    static func cannotOpen(at address: String, reason: String) -> String {
        "can't accept guests at \(address): \(reason); choose another address with --ssh"
    }

    static func sentence(_ fault: HostKeyFault, about path: String) -> String {
        switch fault {
        case .unsafe:
            "the host key \(path) belongs to another user, or other users can read it: make it"
                + " private (chown, chmod 600), or delete it to get a new one if they may have read"
                + " it"
        case .damaged:
            "the host key \(path) is damaged: restore it from a backup, or delete it to get a new"
                + " one (every guest's ssh will then warn)"
        case .unreadable(let error): "can't read the host key \(path): \(error.reason)"
        case .unwritable(let error): "can't write the host key \(path): \(error.reason)"
        }
    }

    static let cannotConnectToItself = selfTest("it can't connect to itself")
    static let unknownLayout = selfTest(
        "this program does not know its memory layout, so it can't guard against an endless loop;"
            + " use the version in Debian 12")

    private static func selfTest(_ finding: String) -> String {
        "libssh \(SSHLibraryVersions.version): self-test: \(finding)"
    }
}
