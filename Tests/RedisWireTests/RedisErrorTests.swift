import RedisWire
import Testing

@Suite("Redis errors")
struct RedisErrorTests {
    private func error(_ text: String) -> RedisError { RedisError(Array(text.utf8)) }

    @Test("An error has a code and words")
    func parts() {
        #expect(error("WRONGPASS invalid password").code == "WRONGPASS")
        #expect(error("WRONGPASS invalid password").message == "invalid password")
        #expect(error("").code == "")
        #expect(error("OOM").message == "")

        #expect(error("OOM command not allowed").isOutOfMemory && !error("ERR OOM").isOutOfMemory)
    }

    @Test("Scripts have digests, and commands have lengths")
    func forms() {
        #expect(RedisScript("return 1").digest == "e0e1f9fabfc9d4800c877a703b823ac0578ff8db")

        var command = RedisArguments("SET", "key")
        command.append([0x0D, 0x0A, 0x00])
        command.append(12)
        var bytes: [UInt8] = []
        bytes.append(command)
        #expect(bytes == wire("*4\n$3\nSET\n$3\nkey\n$3\n\n\u{0}\n$2\n12\n"))
    }
}
