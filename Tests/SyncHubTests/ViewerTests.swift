import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

@Suite("Users that have a shared object open")
struct ViewerTests {
    private var server = TestServer.sharing()
    private let (kim, lee): (ConnectionID, ConnectionID)

    private static let asks = #","extensions":["open"]"#

    init() {
        for key in ["n", "m"] { server.note(key) }
        server.share("n", with: "lee")
        kim = server.join(client: "k", more: Self.asks)
        lee = server.join(token: .lee, client: "l", more: Self.asks)
    }

    /// Returns the notices in short: a key and the other users, such as `n:lee` or `n:`.
    private mutating func notices(to connection: ConnectionID) -> [String] {
        server.heard(by: connection).compactMap { frame in
            guard frame.hasPrefix("0:o:"),
                let notice = try? JSON(parsing: Array(frame.dropFirst(4).utf8)),
                let key = notice["open"]?.string, let users = notice["by"]?.array
            else { return nil }
            return "\(key):\(users.compactMap(\.string).joined(separator: ","))"
        }
    }

    private mutating func open(_ keys: String..., by connection: ConnectionID) {
        let list = keys.map { #""\#($0)""# }.joined(separator: ",")
        server.send(#"0:o:{"open":[\#(list)]}"#, from: connection)
    }

    @Test("S230, S231: Each user is sent the others who have it open, when that begins and ends")
    mutating func opensAndCloses() {
        open("n", by: kim)
        #expect(notices(to: kim) == [])
        open("n", by: lee)
        #expect(notices(to: kim) == ["n:lee"])
        #expect(notices(to: lee) == ["n:kim"])
        open("n", by: lee)
        #expect(notices(to: kim) == [] && notices(to: lee) == [])
        open("m", by: kim)
        #expect(notices(to: lee) == ["n:"])
        #expect(notices(to: kim) == [])
        open("n", "m", by: kim)
        #expect(notices(to: kim) == ["n:lee"])
        server.close(lee)
        #expect(notices(to: kim) == ["n:"])

        // Each of three is sent both others.
        self = Self()
        server.share("n", with: "ann")
        let ann = server.join(token: .ann, client: "a", more: Self.asks)
        for connection in [kim, lee, ann] { open("n", by: connection) }
        #expect(notices(to: kim) == ["n:lee", "n:ann,lee"])
        #expect(notices(to: lee) == ["n:kim", "n:ann,kim"])
        #expect(notices(to: ann) == ["n:kim,lee"])
        open(by: kim)
        #expect(notices(to: lee) == ["n:ann"] && notices(to: ann) == ["n:lee"])
        #expect(notices(to: kim) == [])
    }

    @Test("S230: Programs of one user count once; one that doesn't ask is neither sent nor named")
    mutating func ownDevices() {
        let other = server.join(client: "k2", more: Self.asks)
        open("n", by: kim)
        open("n", by: other)
        #expect(notices(to: kim) == [] && notices(to: other) == [])
        open("n", by: lee)
        #expect(notices(to: kim) == ["n:lee"] && notices(to: other) == ["n:lee"])
        open(by: other)
        #expect(notices(to: lee) == ["n:kim"])
        open(by: kim)
        #expect(notices(to: lee) == ["n:"])

        self = Self()
        let silent = server.join(client: "k3")
        open("n", by: lee)
        open("n", by: silent)
        #expect(notices(to: silent) == [] && notices(to: lee) == [])
    }

    @Test("S230: No notice is sent about an object that isn't shared or isn't there")
    mutating func unshared() {
        open("m", "q", by: kim)
        open("m", "q", by: lee)
        #expect(notices(to: kim) == [] && notices(to: lee) == [])
        server.share("m", with: "lee")
        // It was not there for Lee before. It is searched each time that it is named.
        open("m", by: lee)
        #expect(notices(to: kim) == ["m:lee"] && notices(to: lee) == ["m:kim"])
    }

    @Test("S232: It is closed for a user it is no longer shared with, or who is gone")
    mutating func ended() {
        open("n", by: kim)
        open("n", by: lee)
        _ = (notices(to: kim), notices(to: lee))
        server.unshare("n", with: "lee")
        #expect(notices(to: kim) == ["n:"])
        #expect(notices(to: lee) == [])
        server.share("n", with: "lee")
        #expect(notices(to: kim) == [] && notices(to: lee) == [])
        open("n", by: lee)
        #expect(notices(to: kim) == ["n:lee"])

        // A broken connection, a restart, and a removal by the owner.
        self = Self()
        open("n", by: kim)
        open("n", by: lee)
        server.close(lee)
        let again = server.join(token: .lee, client: "l", more: Self.asks)
        _ = notices(to: kim)
        open("n", by: again)
        #expect(notices(to: again) == ["n:kim"])
        _ = server.change(.remove("n", id: "k9"), by: kim)
        #expect(notices(to: again) == [])
        server.restart()
        let third = server.join(token: .lee, client: "l", more: Self.asks)
        open("n", by: third)
        #expect(notices(to: third) == [])

        // An object is removed, and another is made under its key.
        self = Self()
        server.note("q", in: .todoOfLee, id: "q1")
        open("q", by: lee)
        _ = server.change(.remove("q", id: "l1"), by: lee)
        server.note("q", id: "q2")
        server.share("q", with: "lee")
        open("q", by: kim)
        #expect(notices(to: kim) == [] && notices(to: lee) == [])
        open("q", by: lee)
        #expect(notices(to: kim) == ["q:lee"] && notices(to: lee) == ["q:kim"])
    }

    @Test("S231: More than a hundred keys, a value that is no list, and invalid keys are ignored")
    mutating func tooMuch() {
        open("n", by: kim)
        let list = ((0..<100).map { #""q\#($0)""# } + [#""n""#]).joined(separator: ",")
        server.send(#"0:o:{"open":[\#(list)]}"#, from: lee)
        #expect(notices(to: kim) == [])
        server.send(#"0:o:{"open":"n"}"#, from: lee)
        server.send(#"0:o:{"open":{"n":1}}"#, from: lee)
        #expect(notices(to: kim) == [])
        server.send(#"0:o:{"open":[1,"",null,"n"]}"#, from: lee)
        #expect(notices(to: kim) == ["n:lee"])
        #expect(server.endings.isEmpty)
    }
}
