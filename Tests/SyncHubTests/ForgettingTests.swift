import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Removals that the log has forgotten")
struct ForgettingTests {
    /// Returns a bucket where `k` was removed so long ago that the removal is forgotten. The
    /// traveller saw `k` before.
    private static func server(seenBy traveller: inout Traveller) -> TestHub {
        var server = TestHub(remembering: MinimumStoredHistory(logLength: 4, removals: 0))
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        traveller.visit(&server)
        _ = server.change(.remove("k", id: "2"), by: client)
        for number in 0..<6 {
            let change = Written.modify(
                "a", sv: number, whole: #"{"n":\#(number)}"#, id: "a\(number)")
            _ = server.change(change, by: client)
        }
        server.restart()
        return server
    }

    @Test("A client with the old object loses it, or gets the new one under its key")
    func madeAnew() {
        var traveller = Traveller()
        var server = Self.server(seenBy: &traveller)
        traveller.visit(&server)
        #expect(traveller.object("k") == nil)
        #expect(traveller.object("a") == ["n": 5])

        traveller = Traveller()
        server = Self.server(seenBy: &traveller)
        #expect(traveller.object("k") == ["n": 1])
        let client = server.join()
        server.expect(
            #"→3 {"n":{"o":"+","v":2}}"#, of: .modify("k", whole: #"{"n":2}"#, id: "3"), by: client)
        traveller.visit(&server)
        #expect(traveller.object("k") == ["n": 2])

        // The versions of other new objects begin above it.
        traveller = Traveller()
        server = Self.server(seenBy: &traveller)
        server.expect("→3 {}", of: .modify("b", "{}", id: "3"), by: server.join())
    }

    @Test("A change to the old object is not applied to the new one")
    func oldVersion() {
        var traveller = Traveller()
        var server = Self.server(seenBy: &traveller)
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"n":2}"#, id: "3"), by: client)
        _ = server.change(.modify("k", sv: 3, whole: #"{"n":3}"#, id: "4"), by: client)
        let change = Written.modify("k", sv: 1, #"{"m":{"o":"+","v":1}}"#, id: "5")
        server.expect("405", of: change, by: client)
        server.expect(["0:e:k.1\n?"], to: "0:e:k.1", by: client)
    }

    @Test("S70: A client that returns later still and repeats an applied change is answered 409")
    func saidAgain() {
        var server = TestHub(remembering: MinimumStoredHistory(logLength: 4, removals: 1))
        let client = server.join()
        _ = server.change(.modify("k", whole: #"{"n":1}"#, id: "1"), by: client)
        _ = server.change(.remove("k", id: "2"), by: client)
        for number in 0..<20 {
            let change = Written.modify(
                "a", sv: number, whole: #"{"n":\#(number)}"#, id: "a\(number)")
            _ = server.change(change, by: client)
        }
        server.restart()
        let late = server.join()
        server.expect("409", of: .modify("k", whole: #"{"n":1}"#, id: "1"), by: late)
        server.expect("409", of: .remove("k", id: "2"), by: late)
        #expect(server.change(.modify("k", whole: #"{"n":2}"#, id: "3"), by: late).count == 1)
        server.expect("409", of: .remove("k", id: "2"), by: late)
    }
}
