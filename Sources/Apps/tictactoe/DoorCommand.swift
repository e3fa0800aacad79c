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
    private let keyFile: String

    init(_ options: DoorOptions) {
        var limits = DoorLimits()
        if options.guests.most > 0 { limits.guests = options.guests.most }
        if options.guests.mostPerAddress > 0 {
            limits.guestsPerHousehold = options.guests.mostPerAddress
        }
        settings = Door.Settings(
            addresses: options.guests.listen.compactMap(\.socketAddress),
            hub: HubAddress(
                options.lobby.server ?? .lobby(at: options.lobby.ownServer), app: LobbyRoute.app),
            token: .lobby, limits: limits)
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
        let door = try Door(settings, key, on: loop) { output.say("tictactoe: \($0)") }
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
