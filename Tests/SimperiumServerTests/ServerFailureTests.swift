import Glibc
import SimperiumLoop
import SimperiumNetwork
import SimperiumServer
import Testing

@Suite("Sentences about a server that can't start")
struct ServerFailureTests {
    private static let rows: [(code: CInt, reason: String)] = [
        (
            EADDRINUSE,
            "address already in use; tictactoe serve --status --listen 10.99.99.99:8390"
                + " shows whether your server is already running there"
        ),
        (EADDRNOTAVAIL, "10.99.99.99 is not an address of this machine"),
        (EACCES, "permission denied"),
    ]

    @Test("The sentence recommends serve --status only if the address is in use", arguments: rows)
    func addresses(code: CInt, reason: String) throws {
        let address = try #require(SocketAddress(host: "10.99.99.99", port: 8_390))
        let failure = ServerFailure.address(address, LibraryError("socket", "bind", code: code))
        #expect("\(failure)" == "can't serve at 10.99.99.99:8390: \(reason)")
    }

    @Test("The sentence about an inner address in use recommends no serve --status")
    func innerAddress() throws {
        let address = try #require(SocketAddress(host: "10.99.99.99", port: 8_390))
        let error = LibraryError("socket", "bind", code: EADDRINUSE)
        #expect(
            "\(ServerFailure.innerAddress(address, error))"
                == "can't use the inner address 10.99.99.99:8390: address already in use;"
                + " choose another one with --inner-address")
    }
}
