import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

/// A hub whose store is an older copy of itself, with clients that have later changes.
@Suite("Changes that a restored store has lost")
struct LostChangeTests {
    private static let restored = ["0:o:{\"restored\":true}", "0:cv:?"]
    private static let asks = #","extensions":["restored"]"#

    /// Returns a server that has lost the changes 5 to 7 of `a`, `b` and `c`, which had one version
    /// more each.
    private static func server(
        limits: HubLimits = HubLimits(),
        remembering memory: MinimumStoredHistory = MinimumStoredHistory()
    ) -> TestHub {
        var server = TestHub(limits: limits, remembering: memory)
        let client = server.join()
        var copy = server.store
        for number in 1...7 {
            let key = ["c", "a", "b"][number % 3]
            let change = Written.modify(
                key, sv: number > 3 ? (number - 1) / 3 : nil, whole: #"{"t":"\#(number)"}"#,
                id: "\(number)")
            _ = server.change(change, by: client)
            if number == 4 { copy = server.store }
        }
        server.restart(from: copy)
        return server
    }

    /// Returns a client that has the last of the lost changes.
    private static func client(of server: inout TestHub, cursor: UInt64 = 7) -> ConnectionID {
        let client = server.connect()
        server.enter(more: asks, on: client)
        _ = server.say("0:cv:\(ChangeVersion.first(cursor))", by: client)
        return client
    }

    /// The change of a client that restores a text, with the id that all clients give it.
    private static func lost(_ key: String, _ number: Int, _ text: String) -> Written {
        let ghost = Ghost(version: version(number), object: ["t": JSON(text)])
        let id = Change(restoring: ghost, as: named(key)).id
        return .restore(key, number, #"{"t":"\#(text)"}"#, id: id.text)
    }

    @Test("S318: A cursor that the store has lost is reported, and no other one")
    func cursors() {
        let rows: [(ChangeVersion, [String]?)] = [
            (.first(3), nil), (.first(4), ["0:c:[]"]), (.first(5), Self.restored),
            (.first(7), Self.restored), (.first(9), Self.restored),
            (ChangeVersion(epoch: 2, number: 1), Self.restored),
            (ChangeVersion(epoch: 9, number: 1), Self.restored),
            (named("nonsense"), ["0:cv:?"]),
        ]
        var server = Self.server()
        for (cursor, frames) in rows {
            let client = server.connect()
            server.enter(more: Self.asks, on: client)
            _ = server.heard(by: client)
            let found = server.say("0:cv:\(cursor)", by: client)
            if let frames {
                #expect(found == frames, "\(cursor)")
            } else {
                #expect(found.accepted.map(\.changeVersion) == [.first(4)], "\(cursor)")
            }
            // A client that does not ask for it receives what it always did.
            let other = server.connect()
            server.enter(on: other)
            _ = server.heard(by: other)
            let plain = server.say("0:cv:\(cursor)", by: other)
            #expect(plain == found.filter { !$0.hasPrefix("0:o:") }, "\(cursor)")
        }
        // New changes alter nothing.
        let writer = server.join()
        _ = server.change(.modify("new", "{}", id: "n1"), by: writer)
        _ = server.change(.modify("new", sv: 1, whole: #"{"n":2}"#, id: "n2"), by: writer)
        server.restart()
        for (cursor, frames) in rows where frames == Self.restored {
            // By now this cursor is known.
            let isKnown = cursor == ChangeVersion(epoch: 2, number: 1)
            let client = server.connect()
            server.enter(more: Self.asks, on: client)
            _ = server.heard(by: client)
            let found = server.say("0:cv:\(cursor)", by: client)
            #expect(isKnown ? found.accepted.count == 1 : found == Self.restored, "\(cursor)")
        }
    }

    @Test("S318: A cursor before the beginning of the log is forgotten, and not lost")
    func forgotten() {
        var limits = HubLimits()
        limits.history.recentChanges = 2
        limits.history.missedChanges = 12
        let memory = MinimumStoredHistory(logLength: 20, removals: 0)
        var server = Self.server(limits: limits, remembering: memory)
        let writer = server.join()
        func ask(_ cursor: ChangeVersion) -> [String] {
            let client = server.connect()
            server.enter(more: Self.asks, on: client)
            _ = server.heard(by: client)
            return server.say("0:cv:\(cursor)", by: client)
        }
        for number in 1...16 {
            _ = server.change(.modify("n\(number)", "{}", id: "n"), by: writer)
        }
        #expect(ask(.first(7)) == Self.restored)
        // It is known, but too much came after it.
        #expect(ask(.first(4)) == ["0:cv:?"])
        for number in 17...60 {
            _ = server.change(.modify("n\(number)", "{}", id: "n"), by: writer)
        }
        for number in [1, 4, 5, 7] as [UInt64] {
            #expect(ask(.first(number)) == ["0:cv:?"], "\(number)")
        }
        // So is one from before an `EMPTY`.
        server = Self.server()
        server.expect(emptying: named("e"), of: .todo)
        server.send(Written.bucket("EMPTY", id: "e").frame(), from: server.join())
        server.finishWork()
        #expect(ask(.first(7)) == ["0:cv:?"])
    }

    @Test("S319: A lost version comes back under its number, unless the hub has it or a later one")
    func versions() {
        var server = Self.server()
        let client = Self.client(of: &server)
        // The hub has `a` in version 2, `b` and `c` in version 1.
        server.expect(
            #"2→3 {"t":{"o":"d","v":"-1\t+7"}}"#, of: .restore("a", 3, #"{"t":"7"}"#, id: "r1"),
            by: client)
        server.expect(
            #"1→9 {"t":{"o":"d","v":"-1\t+x"}}"#, of: .restore("b", 9, #"{"t":"x"}"#, id: "r2"),
            by: client)
        server.expect(
            #"→4 {"t":{"o":"+","v":"new"}}"#, of: .restore("d", 4, #"{"t":"new"}"#, id: "r3"),
            by: client)
        server.expect("409", of: .restore("d", 4, #"{"t":"new"}"#, id: "r3"), by: client)
        server.expect(
            "412", of: .restore("c", 1, #"{"t":"old"}"#, id: "r4"), by: client)
        server.expect("412", of: .restore("c", 2, #"{"t":"3"}"#, id: "r5"), by: client)
        server.expect("405", of: .restore("c", 100_003, "{}", id: "r6"), by: client)
        server.send(#"0:c:{"id":"c","o":"R","d":{},"ccid":"r7"}"#, from: client)
        #expect(server.heard(by: client).errors == [400])
        // The next version follows as ever.
        server.expect(
            #"9→10 {"t":{"o":"r","v":1}}"#,
            of: .modify("b", sv: 9, #"{"t":{"o":"r","v":1}}"#, id: "r8"), by: client)
        // A client that has lost nothing has nothing to restore.
        server.expect("400", of: .restore("e", 1, "{}", id: "r9"), by: server.join(client: "x"))
    }

    @Test("S319: A removal after the restore stands; one before it does not")
    func removals() {
        var server = TestHub()
        let client = server.join()
        _ = server.change(.modify("old", "{}", id: "1"), by: client)
        _ = server.change(.remove("old", id: "2"), by: client)
        _ = server.change(.modify("a", "{}", id: "3"), by: client)
        let copy = server.store
        _ = server.change(.modify("old", #"{"n":{"o":"+","v":1}}"#, id: "4"), by: client)
        server.restart(from: copy)
        let (device, other) = (Self.client(of: &server, cursor: 4), server.join())
        _ = server.change(.remove("a", id: "5"), by: other)
        _ = server.heard(by: device)
        server.expect("404", of: .restore("a", 1, "{}", id: "6"), by: device)
        server.expect(
            #"→3 {"n":{"o":"+","v":1}}"#, of: .restore("old", 3, #"{"n":1}"#, id: "7"), by: device)
    }

    @Test("S320: Edits since the restore are merged with the lost ones, and each edit counts once")
    func merging() {
        for limit in [2_000, 1] {
            var limits = HubLimits()
            limits.history.recentChanges = limit
            var server = TestHub(limits: limits)
            let writer = server.join()
            func edit(_ version: Int?, _ text: String, id: String) {
                let change = Written.modify("n", sv: version, whole: #"{"t":"\#(text)"}"#, id: id)
                _ = server.change(change, by: writer)
            }
            edit(nil, "one", id: "1")
            let copy = server.store
            for (version, text) in [(1, "one two"), (2, "one two three")] {
                edit(version, text, id: "\(version + 1)")
            }
            server.restart(from: copy)
            // Two devices saw different states of the note. A third client edits it in between.
            let (early, late) = (
                Self.client(of: &server, cursor: 2), Self.client(of: &server, cursor: 3)
            )
            _ = server.change(Self.lost("n", 2, "one two"), by: early)
            #expect(server.object("n")?.object["t"] == "one two")
            let other = server.join(client: "other")
            _ = server.change(
                .modify("n", sv: 2, #"{"t":{"o":"d","v":"+zero \t=7"}}"#, id: "o1"), by: other)
            if limit == 1 { _ = server.change(.modify("x", "{}", id: "x"), by: other) }
            _ = server.change(Self.lost("n", 3, "one two three"), by: late)
            #expect(server.object("n")?.object["t"] == "zero one two three")
            // Devices with the same states have nothing to add.
            let later = Self.client(of: &server, cursor: 3)
            #expect(server.change(Self.lost("n", 3, "one two three"), by: later) == ["409"])
            #expect(server.change(Self.lost("n", 2, "one two"), by: later) == ["409"])
            #expect(server.object("n")?.object["t"] == "zero one two three")
        }
    }

    @Test("S320: An object that its author creates again is merged with a lost edit of the first")
    func madeAnew() {
        var server = TestHub()
        let copy = server.store
        let writer = server.join()
        for (version, text) in [(0, "milk, bread"), (1, "milk, bread, eggs")] {
            let whole = #"{"t":"\#(text)","o":{"n":\#(version)}}"#
            _ = server.change(.modify("n", sv: version, whole: whole, id: "\(version)"), by: writer)
        }
        server.restart(from: copy)
        let author = server.join(client: "author")
        let whole = #"{"t":"salt, milk, bread","o":{"n":0},"p":1}"#
        _ = server.change(.modify("n", whole: whole, id: "a"), by: author)
        let late = Self.client(of: &server, cursor: 2)
        let lost = #"{"t":"milk, bread, eggs","o":{"n":1}}"#
        _ = server.change(.restore("n", 2, lost, id: "b"), by: late)
        let object = server.object("n")?.object
        #expect(object == ["t": "salt, milk, bread, eggs", "o": ["n": 1], "p": 1])
    }

    @Test("S320: Of two lost states that are merged with an edit, each word is there once")
    func mergingTwice() {
        for isLateFirst in [false, true] {
            var server = TestHub()
            var copy = server.store
            let writer = server.join()
            let texts = ["one", "one two", "one two three"]
            for (version, text) in texts.enumerated() {
                let change = Written.modify(
                    "n", sv: version, whole: #"{"t":"\#(text)"}"#, id: "\(version)")
                _ = server.change(change, by: writer)
                if version == 0 { copy = server.store }
            }
            server.restart(from: copy)
            let other = server.join(client: "other")
            _ = server.change(
                .modify("n", sv: 1, #"{"t":{"o":"d","v":"+zero \t=3"}}"#, id: "o1"), by: other)
            for version in isLateFirst ? [3, 2] : [2, 3] {
                let client = Self.client(of: &server, cursor: UInt64(version))
                let outcomes = server.change(
                    Self.lost("n", version, texts[version - 1]), by: client)
                if isLateFirst, version == 2 { #expect(outcomes == ["412"]) }
            }
            #expect(server.object("n")?.object["t"] == "zero one two three")
        }
    }

    @Test("S319: A device with an earlier state does not undo that of another device")
    func order() {
        var server = Self.server()
        let (late, early) = (Self.client(of: &server), Self.client(of: &server, cursor: 5))
        _ = server.change(Self.lost("d", 9, "late"), by: late)
        _ = server.heard(by: early)
        server.expect("412", of: Self.lost("d", 3, "early"), by: early)
        #expect(server.object("d")?.object["t"] == "late")
        // Nor edits of a version that its author has sent again, as the same change.
        _ = server.change(.modify("e", whole: #"{"t":"one"}"#, id: "e1"), by: late)
        _ = server.change(.modify("e", sv: 1, whole: #"{"t":"one two"}"#, id: "e2"), by: late)
        _ = server.heard(by: early)
        server.expect("412", of: Self.lost("e", 1, "one"), by: early)
        #expect(server.object("e")?.object["t"] == "one two")
    }

    @Test("S321: A copy of another user's object is restored by that user alone")
    func shared() {
        var server = TestHub.sharing()
        server.insertNote()
        server.share("n", with: "lee")
        let lee = server.join(token: .lee, client: "l")
        let copy = server.store
        let kim = server.join(client: "k")
        _ = server.change(.modify("n", sv: 1, #"{"b":{"o":"+","v":1}}"#, id: "k1"), by: kim)
        let cursor = server.heard(by: lee).accepted.last?.changeVersion
        server.restart(from: copy)
        let back = server.connect()
        server.enter(token: .lee, client: "l", more: Self.asks, on: back)
        _ = server.heard(by: back)
        #expect(server.say("0:cv:\(cursor?.text ?? "")", by: back) == Self.restored)
        server.expect(
            "401", of: .restore("n", 2, #"{"t":"x","b":1}"#, id: "r1"), by: back)
    }
}
