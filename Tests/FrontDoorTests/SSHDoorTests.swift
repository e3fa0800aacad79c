import FrontDoor
import SimperiumLoop
import TestKit
import Testing

@Suite("The door", .waits)
struct SSHDoorTests {
    @Test("Opens where libssh is laid out as its guard against tiny packets supposes")
    func selfTest() throws {
        let loop = try Loop()
        _ = try SSHServer(HostKey.temporary(), on: loop)
        loop.close()
    }

    @Test("Its library is known by version")
    func version() {
        #expect(SSHLibraryVersions.version.hasPrefix("0."))
    }

    @Test(
        "A dismissal is a version line and one whole packet, for any length of its sentence",
        arguments: 0..<20)
    func dismissal(length: Int) {
        let sentence = String(repeating: "x", count: length)
        let bytes = UnencryptedDisconnectPacket.bytes(sentence)
        let version = Array("SSH-2.0-tictactoe\r\n".utf8)
        #expect(bytes.starts(with: version))
        let packet = Array(bytes.dropFirst(version.count))
        let promised = packet.prefix(4).reduce(0) { $0 << 8 | Int($1) }

        #expect(packet.count == 4 + promised)
        #expect(packet.count % 8 == 0)
        #expect(packet[4] >= 4)
        #expect(packet[5] == 1)
        #expect(Array(packet[14..<14 + length]) == Array(sentence.utf8))
    }

    @Test(
        "A long sentence is cut before the character that does not fit",
        arguments: [198, 199, 200] as [UInt8])
    func cutSentence(length: UInt8) {
        let sentence = String(repeating: "x", count: Int(length)) + "\u{E9}\u{E9}"
        let bytes = UnencryptedDisconnectPacket.bytes(sentence)
        let packet = Array(bytes.dropFirst("SSH-2.0-tictactoe\r\n".utf8.count))
        #expect(Array(packet[10..<14]) == [0, 0, 0, length == 198 ? 200 : length])
    }
}
