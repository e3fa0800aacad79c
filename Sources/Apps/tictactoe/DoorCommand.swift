import Commands
import EventLoop
import FrontDoor
import Host
import Network
import Play
import Simperium

/// `tictactoe door`: lets guests in by ssh until it is told to stop.
struct DoorCommand {
    enum Failure: Error, CustomStringConvertible {
        case homeless

        var description: String {
            switch self {
            case .homeless: "there is no data directory; name a file by --host-key"
            }
        }
    }

    private let options: DoorOptions
    private let settings: Door.Settings

    init(_ options: DoorOptions) throws {
        self.options = options
        var limits = DoorLimits()
        if options.guests.most > 0 { limits.guests = options.guests.most }
        if options.guests.mostPerAddress > 0 {
            limits.allow(perHousehold: options.guests.mostPerAddress)
        }
        settings = Door.Settings(
            addresses: try options.guests.listen.flatMap { try $0.socketAddresses() },
            limits: limits)
    }

    func run() throws -> ExitStatus {
        ThisProcess.allowManyDescriptors()
        let loop = try Loop()
        // Before anybody can come in: the word that makes this the server's own door.
        let lifeline = ThisProcess.environment[DoorProcess.variable].map { _ in
            DoorProcess.lifeline
        }
        let own = lifeline.flatMap { Pulse.word(on: $0) }.flatMap(Token.init)
        let token = try own ?? options.tokenFile.map(LobbyRoute.token)
        let route = try LobbyRoute(options.lobby, token: token, on: loop, startsServer: false)
        let key = try HostKey.kept(at: try Self.keyFile(options.guests))
        let log = Log(options.log, on: loop)
        let bans = try options.guests.bansFile.map(TicTacToe.bans) ?? BanList()
        let door = try Door(settings, key, bans: bans, to: route, on: loop, log: log)
        log.announce("the door's key is \(key.fingerprint)")
        for address in door.addresses { log.announce("guests come in at \(address)") }
        let close = { door.close { loop.stop() } }
        // Who read our log may leave before us, and that is none of our guests' business.
        let kinds = [Signal.terminate, .interrupt, .hangUp, .brokenPipe]
        let signals = try Signals(kinds, on: loop) { signal in
            guard signal != .brokenPipe else { return }
            // Where there is nothing to read again, the terminal is gone.
            guard signal == .hangUp, let file = options.guests.bansFile else { return close() }
            Self.readBans(file, for: door, log)
        }
        let pulse = lifeline.map { Pulse(on: $0, loop, orphaned: close) }
        loop.run()
        _ = consume signals
        _ = consume pulse
        return .done
    }

    private static func readBans(_ file: String, for door: Door, _ log: Log) {
        do throws(Misuse) {
            door.bans = try TicTacToe.bans(file)
            log.write(LogEntry(bansRead: door.bans.count))
        } catch {
            var why = "\(error)"
            // Which file it is they know, and a line of the log has no room for much.
            if case .unreadable(_, let reason) = error { why = reason }
            log.write(LogEntry(trouble: "bans not read again", why))
        }
    }

    private static func keyFile(_ options: GuestOptions) throws -> String {
        if let file = options.hostKeyFile { return file }
        let places = FilePlaces(environment: ThisProcess.environment)
        guard let folder = places.dataFolder, let file = places.hostKeyFile else {
            throw Failure.homeless
        }
        try Folder.make(folder)
        return file
    }
}
