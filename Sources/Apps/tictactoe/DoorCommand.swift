import Commands
import EventLoop
import FrontDoor
import Network
import Play
import Simperium
import SimperiumClient
import WebWire

/// `tictactoe door`: lets guests in by ssh until it is told to stop.
struct DoorCommand {
    private let settings: Door.Settings
    private let lobby: LobbyOptions
    private let keyFile: String

    init(_ options: DoorOptions) throws {
        var limits = DoorLimits()
        if options.guests.most > 0 { limits.guests = options.guests.most }
        if options.guests.mostPerAddress > 0 {
            limits.guestsPerHousehold = options.guests.mostPerAddress
        }
        settings = Door.Settings(
            addresses: try options.guests.listen.flatMap { try $0.addresses() }, limits: limits)
        lobby = options.lobby
        keyFile = options.guests.hostKeyFile ?? Self.usualKeyFile
    }

    private static var usualKeyFile: String {
        let places = FilePlaces(environment: ThisProcess.environment)
        return (places.dataFolder ?? ".") + "/ssh_host_ed25519_key"
    }

    func run() throws -> ExitStatus {
        let loop = try Loop()
        let key = try HostKey.kept(at: keyFile)
        let output = Descriptor.standardOutput
        let route = try LobbyRoute(lobby, on: loop, startsServer: false)
        let door = try Door(settings, to: route, key, on: loop) { output.say("tictactoe: \($0)") }
        output.say("tictactoe: the door's key is \(key.fingerprint)")
        for address in door.addresses { output.say("tictactoe: guests come in at \(address)") }
        let signals = try Signals([.terminate, .interrupt], on: loop) { _ in
            door.close { loop.stop() }
        }
        loop.run()
        _ = consume signals
        return .done
    }
}
