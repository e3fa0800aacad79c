import SimperiumLoop
import TestKit
import Testing

@Suite("Library error", .waits)
struct LibraryErrorTests {
    @Test("An error says which library failed at what, and why")
    func description() {
        let error = LibraryError("libuv", "loop_init", reason: "out of memory")

        #expect(error.description == "libuv: loop_init: out of memory")
    }
}
