import TestKit
import TestSupport
import Testing

@Suite("Places of the door", .waits)
struct DoorPlacesTests {
    @Test("At a server that only accepts TLS, guests by ssh and by the network meet")
    func encrypted() throws {
        let certificates = Certificates.shared
        let house = try TerminalHouse(
            "--tls-cert", certificates.path("good"), "--tls-key", certificates.key)
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
        let port = try #require(house.address.split(separator: ":").last)
        let okafor = try TerminalPerson(
            ["--server", "wss://localhost:\(port)", "--name", "okafor"],
            environment: ["SSL_CERT_FILE": certificates.authority])
        lin.places(in: 5)
        okafor.sees("YOUR MOVE")
        let stranger = try TerminalPerson(["--server", "wss://localhost:\(port)"])
        stranger.sees("certificate")
    }

    @Test(
        "With the token a door on another machine is trusted, so all its spectators count",
        arguments: [true, false])
    func elsewhere(hasToken: Bool) throws {
        let folder = try TemporaryFolder()
        let token = folder.path("token")
        try Files.write("0123456789abcdef0123456789abcdef\n", to: token)
        let house = try TerminalHouse("--door-token-file", token)
        let lin = try TerminalPerson("lin", visiting: house)
        lin.sees("in sync", "lin")
        let okafor = try TerminalPerson("okafor", visiting: house)
        okafor.sees("against lin")
        if hasToken {
            try house.openSecondDoor("--door-token-file", token)
        } else {
            try house.openSecondDoor()
        }
        let watchers = try (0..<2).map { _ in try TerminalPerson("watch", visiting: house) }
        for watcher in watchers {
            watcher.sees("lin 0–0 okafor")
            watcher.press("*")
            watcher.sees("O TO MOVE")
        }
        lin.sees("WATCHING  \(hasToken ? 2 : 1)")
        lin.places(in: 5)
        for watcher in watchers { watcher.sees("X TO MOVE") }
    }
}
