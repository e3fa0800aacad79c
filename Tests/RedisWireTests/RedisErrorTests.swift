import RedisWire
import Testing

@Suite("Redis errors")
struct RedisErrorTests {
    private func error(_ text: String) -> RedisError { RedisError(Array(text.utf8)) }

    @Test("S117, S116 An error has a code and words; it may be a redirection, or pass by itself")
    func parts() {
        #expect(error("WRONGPASS invalid password").code == "WRONGPASS")
        #expect(error("WRONGPASS invalid password").words == "invalid password")
        #expect(error("").code == "")
        #expect(error("OOM").words == "")

        let moved = error("MOVED 3999 127.0.0.1:6381").redirection
        #expect(moved == .moved(host: "127.0.0.1", port: 6381))
        #expect(error("ASK 1 ::1:7000").redirection == .once(host: "::1", port: 7000))
        #expect(error("MOVED 1 :7000").redirection == .moved(host: "", port: 7000))
        let none = ["MOVED", "MOVED 1", "MOVED 1 a:b", "MOVED 1 a:70000", "ERR 1 a:1"]
        for text in none { #expect(error(text).redirection == nil, "\(text)") }

        for code in ["BUSY", "LOADING", "OOM", "READONLY", "TRYAGAIN", "CLUSTERDOWN"] {
            #expect(error("\(code) x").isPassing, "\(code)")
        }
        for code in ["ERR", "WRONGTYPE", "NOPERM", "CROSSSLOT", ""] {
            #expect(!error("\(code) x").isPassing, "\(code)")
        }
    }

    @Test("Keys with one tag have one slot, scripts have digests, and commands have lengths")
    func slots() {
        // From the Redis cluster specification.
        #expect(RedisSlot(of: Array("123456789".utf8)).rawValue == 0x31C3)
        let slot = { (key: String) in RedisSlot(of: Array(key.utf8)).rawValue }
        #expect(slot("s1{app/user}:l/b") == slot("app/user"))
        #expect(slot("{a}{b}") == slot("a"))
        // Empty braces are not a tag.
        #expect(slot("{}a") != slot("{}b"))
        #expect(slot("a{") != slot("b{"))

        #expect(RedisScript("return 1").digest == "e0e1f9fabfc9d4800c877a703b823ac0578ff8db")

        var command = RedisCommand("SET", "key")
        command.append([0x0D, 0x0A, 0x00])
        command.append(12)
        var bytes: [UInt8] = []
        bytes.append(command)
        #expect(bytes == wire("*4\n$3\nSET\n$3\nkey\n$3\n\n\u{0}\n$2\n12\n"))
    }
}
