import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Synchronization
import Testing

@Suite("Shared objects")
struct SharingTests {
    private var server = TestHub.sharing()

    private mutating func lee(_ more: String = "") -> ConnectionID {
        server.join(token: .lee, client: "l", more: more)
    }

    @Test("S156, S160: A share reaches the other user, and each change is in both logs")
    mutating func told() {
        let kim = server.join(client: "k")
        let lee = lee()
        _ = server.change(.modify("n", #"{"t":{"o":"+","v":"x"}}"#, id: "k1"), by: kim)
        _ = server.change(.modify("n", sv: 1, #"{"t":{"o":"r","v":"y"}}"#, id: "k2"), by: kim)
        server.expect([], heardBy: lee)
        #expect(server.share("n", with: "lee") == .shared)
        #expect(server.heard(by: lee).outcomes == [#"→2 {"t":{"o":"+","v":"y"}}"#])
        server.expect([], heardBy: kim)

        server.send(
            Written.modify("n", sv: 2, #"{"t":{"o":"r","v":"z"}}"#, id: "l1").frame(), from: lee)
        let (told, echo) = (server.heard(by: kim).accepted, server.heard(by: lee).accepted)
        #expect(told.map(\.effect) == echo.map(\.effect))
        #expect(told.flatMap(\.changeIDs) == [named("l1")])
        #expect(echo.flatMap(\.changeIDs) == [named("l1")])
        #expect(echo.map(\.clientID) == [named("l")])
        #expect(server.object("n")?.version == 3)
        #expect(server.object("n") == server.object("n", in: .todoOfLee))
    }

    @Test("S161: Changes at once are merged; a reader's change is 401, a stranger's 404")
    mutating func rights() {
        server.insertNote()
        server.share("n", with: "lee")
        let (kim, lee) = (server.join(client: "k"), lee())
        _ = server.change(.modify("n", sv: 1, #"{"a":{"o":"+","v":1}}"#, id: "k1"), by: kim)
        _ = server.change(.modify("n", sv: 1, #"{"b":{"o":"+","v":2}}"#, id: "l1"), by: lee)
        #expect(server.object("n")?.object == ["t": "x", "a": 1, "b": 2])
        #expect(server.share("n", with: "lee", mayWrite: false) == .shared)
        let refused = Written.modify("n", sv: 3, #"{"b":{"o":"r","v":3}}"#, id: "l2")
        #expect(server.change(refused, by: lee).contains("401"))
        #expect(server.object("n", in: .todoOfLee)?.version == 3)
        server.unshare("n", with: "lee")
        #expect(server.change(refused, by: lee) == ["-4", "404"])
        #expect(server.object("n")?.version == 3)
    }

    @Test("S162: One change id of two users is two changes; a repeated one is 409")
    mutating func changeIDs() {
        server.insertNote()
        server.share("n", with: "lee")
        let (kim, lee) = (server.join(client: "k"), lee())
        _ = server.change(.modify("n", sv: 1, #"{"a":{"o":"+","v":1}}"#, id: "1"), by: kim)
        let change = Written.modify("n", sv: 2, #"{"b":{"o":"+","v":2}}"#, id: "1")
        #expect(server.change(change, by: lee).count == 2)
        #expect(server.object("n")?.object == ["t": "x", "a": 1, "b": 2])
        server.expect("409", of: change, by: lee)
        server.restart()
        server.expect("409", of: change, by: self.lee())
        #expect(server.object("n")?.version == 3)
    }

    @Test("S163: After any failure or kill all users have a change, or none has")
    mutating func killed() {
        server.insertNote()
        for moment in 0..<40 {
            var world = server
            world.isStoreSlow = true
            var moments = moment
            func isOver(_ server: inout TestHub) -> Bool {
                moments -= 1
                return moments < 0
            }
            let steps: [(inout TestHub) -> Void] = [
                { $0.share("n", with: "lee") }, { $0.share("n", with: "ann") },
                { server in
                    let lee = server.connect()
                    server.enter(token: .lee, client: "l", on: lee)
                    server.send("0:cv:", from: lee)
                    server.send(
                        Written.modify("n", sv: 1, #"{"b":{"o":"+","v":2}}"#, id: "l1").frame(),
                        from: lee)
                },
                { $0.unshare("n", with: "ann") },
            ]
            for step in steps {
                step(&world)
                while !world.openQuestions.isEmpty, !isOver(&world) {
                    world.answerQuestions()
                    world.finishWork()
                }
            }
            world.restart()
            for bucket in [BucketID.todoOfLee, .todoOfAnn] {
                let isSharer = world.sharers(of: "n").contains(bucket.user)
                let wanted = isSharer ? world.object("n") : nil
                #expect(world.object("n", in: bucket) == wanted, "moment \(moment)")
            }
        }

        // A failing store closes the buckets of all users of the object.
        server = .sharing()
        server.insertNote()
        server.share("n", with: "lee")
        let (kim, lee) = (server.join(client: "k"), lee())
        server.isStoreBroken = true
        let change = Written.modify("n", sv: 1, #"{"t":{"o":"r","v":"y"}}"#, id: "l1")
        _ = server.change(change, by: lee)
        #expect(server.endings[kim] == .trouble)
        #expect(server.endings[lee] == .trouble)
        server.isStoreBroken = false
        server.wait(.seconds(120))
        #expect(server.object("n") == server.object("n", in: .todoOfLee))
        #expect(server.change(change, by: self.lee()).count == 1)
        #expect(server.object("n", in: .todoOfLee)?.version == 2)
    }

    @Test("S164: The other user doesn't see the object's past")
    mutating func past() {
        server.insertNote()
        let kim = server.join(client: "k")
        _ = server.change(.modify("n", sv: 1, #"{"t":{"o":"r","v":"y"}}"#, id: "k1"), by: kim)
        server.share("n", with: "lee")
        _ = server.change(.modify("n", sv: 2, #"{"t":{"o":"r","v":"z"}}"#, id: "k2"), by: kim)
        let lee = lee()
        server.expect(["0:e:n.1\n?"], to: "0:e:n.1", by: lee)
        server.expect(["0:e:n.2\n{\"data\":{\"t\":\"y\"}}"], to: "0:e:n.2", by: lee)
        server.expect(["0:e:n.1\n{\"data\":{\"t\":\"x\"}}"], to: "0:e:n.1", by: kim)
    }

    @Test("S165: A user who removes it leaves; the owner and the others keep it")
    mutating func leaving() {
        server.insertNote()
        server.share("n", with: "lee")
        server.share("n", with: "ann")
        let (kim, lee) = (server.join(client: "k"), lee())
        server.expect("-2", of: .remove("n", sv: 1, id: "l1"), by: lee)
        server.expect([], heardBy: kim)
        #expect(server.object("n")?.version == 1)
        #expect(server.object("n", in: .todoOfAnn)?.version == 1)
        #expect(server.object("n", in: .todoOfLee) == nil)
        server.expect("409", of: .remove("n", sv: 1, id: "l1"), by: lee)
        #expect(server.sharers(of: "n") == [named("ann")])

        // So does EMPTY, even if both send it.
        server = .sharing()
        server.insertNote("k")
        server.insertNote("l", in: .todoOfLee)
        server.share("k", with: "lee")
        server.share("l", with: "kim", in: .todoOfLee)
        let (first, second) = (server.join(client: "k"), self.lee())
        server.isStoreSlow = true
        server.send(Written.bucket("EMPTY", id: "e1").frame(), from: first)
        server.send(Written.bucket("EMPTY", id: "e2").frame(), from: second)
        for _ in 0..<50 {
            server.answerQuestions()
            server.finishWork()
        }
        #expect(server.heard(by: first).outcomes.last == "emptied")
        #expect(server.heard(by: second).outcomes.last == "emptied")
        for bucket in [BucketID.todo, .todoOfLee] {
            #expect(server.object("k", in: bucket) == nil)
            #expect(server.object("l", in: bucket) == nil)
        }
    }

    @Test("S165: EMPTY ends, although the owner ends the last share at any moment of it")
    mutating func shareEndsMeanwhile() {
        for moment in 0..<6 {
            server = .sharing()
            server.insertNote("k")
            server.share("k", with: "lee")
            let (first, second) = (server.join(client: "k"), self.lee())
            server.isStoreSlow = true
            server.send(Written.bucket("EMPTY", id: "e2").frame(), from: second)
            for step in 0..<50 {
                if step == moment {
                    server.send(Written.bucket("EMPTY", id: "e1").frame(), from: first)
                }
                server.answerQuestions()
                server.finishWork()
            }
            #expect(server.heard(by: first).outcomes.last == "emptied", "moment \(moment)")
            #expect(server.heard(by: second).outcomes.last == "emptied", "moment \(moment)")
            #expect(server.object("k", in: .todoOfLee) == nil, "moment \(moment)")
        }
    }

    @Test(
        "S165: EMPTY ends, with more objects and copies than the store returns at once",
        arguments: [(1, 100), (120, 0)])
    mutating func emptyingManyPages(copies: Int, own: Int) {
        for number in 0..<copies {
            server.insertNote("k\(number)")
            #expect(server.share("k\(number)", with: "lee") == .shared)
        }
        for number in 0..<own { server.insertNote("o\(number)", in: .todoOfLee) }
        let lee = lee()
        server.isStoreSlow = true
        server.send(Written.bucket("EMPTY", id: "e").frame(), from: lee)
        var heard: [String] = []
        for _ in 0..<2_000 where heard.last != "emptied" {
            server.answerQuestions()
            server.finishWork()
            heard += server.heard(by: lee).outcomes
        }
        #expect(heard.last == "emptied")
        #expect(heard.count == copies + own + 1)
        #expect(server.object("k0") != nil)
        #expect(server.sharers(of: "k0").isEmpty)
    }

    @Test("S169: The capacity holds, although the oldest hundred objects are copies")
    mutating func capacityBehindCopies() {
        for number in 0...100 {
            server.insertNote("k\(number)")
            #expect(server.share("k\(number)", with: "lee") == .shared)
        }
        server.setOptions(["sharing": true, "capacity": 1])
        server.insertNote("a", in: .todoOfLee)
        server.isStoreSlow = true
        server.insertNote("b", in: .todoOfLee)
        for _ in 0..<50 {
            server.answerQuestions()
            server.finishWork()
        }
        #expect(server.object("a", in: .todoOfLee) == nil)
        #expect(server.object("b", in: .todoOfLee) != nil)
        #expect(server.object("k0", in: .todoOfLee) != nil)
        #expect(server.openQuestions.isEmpty)
    }

    @Test("S166: The owner takes it back from one user, or from all by removing it")
    mutating func takenBack() {
        server.insertNote()
        server.share("n", with: "lee")
        server.share("n", with: "ann")
        let (kim, lee) = (server.join(client: "k"), lee())
        #expect(server.unshare("n", with: "lee") == .shared)
        #expect(server.heard(by: lee).outcomes == ["-2"])
        #expect(server.unshare("n", with: "lee") == .notShared(.notSharer))
        _ = server.change(.remove("n", id: "k1"), by: kim)
        #expect(server.object("n", in: .todoOfAnn) == nil)
        #expect(server.logs[.todoOfAnn]?.last?.version == version(2))

        // S156: Two users who share with each other at once do not wait for each other.
        server = .sharing()
        server.insertNote("k")
        server.insertNote("l", in: .todoOfLee)
        server.isStoreSlow = true
        server.share("k", with: "lee")
        server.share("l", with: "kim", in: .todoOfLee)
        for _ in 0..<30 {
            server.answerQuestions()
            server.finishWork()
        }
        #expect(server.object("k", in: .todoOfLee) != nil)
        #expect(server.object("l") != nil)
    }

    @Test("S167: It can be shared again, and its versions continue")
    mutating func again() {
        server.insertNote()
        server.share("n", with: "lee")
        let lee = lee()
        _ = server.change(.remove("n", id: "l1"), by: lee)
        #expect(server.share("n", with: "lee") == .shared)
        #expect(server.heard(by: lee).outcomes == [#"→1 {"t":{"o":"+","v":"x"}}"#])
        let change = Written.modify("n", sv: 1, #"{"t":{"o":"r","v":"y"}}"#, id: "l2")
        server.expect(#"1→2 {"t":{"o":"r","v":"y"}}"#, of: change, by: lee)
        server.expect(["0:e:n.2\n{\"data\":{\"t\":\"y\"}}"], to: "0:e:n.2", by: lee)
    }

    @Test("S158, S168: A taken key is not shared; an insertion comes first, or is 409")
    mutating func keys() {
        server.insertNote()
        server.insertNote(in: .todoOfLee)
        #expect(server.share("n", with: "lee") == .notShared(.keyTaken))
        _ = server.change(.remove("n", id: "l1"), by: lee())
        #expect(server.share("n", with: "lee") == .shared)
        let insertion = Written.modify("n", #"{"q":{"o":"+","v":1}}"#, id: "l2")
        server.expect("409", of: insertion, by: lee())
        #expect(server.object("n")?.object == ["t": "x"])
        server.expect(["0:e:n.1\n{\"data\":{\"t\":\"x\"}}"], to: "0:e:n.1", by: lee())

        // While the key is being shared.
        server = .sharing()
        server.insertNote()
        for moment in 0..<12 {
            var world = server
            world.isStoreSlow = true
            let lee = world.join(token: .lee, client: "l")
            for step in 0..<30 {
                if step == 0 { world.share("n", with: "lee") }
                if step == moment {
                    world.send(
                        Written.modify("n", #"{"q":{"o":"+","v":1}}"#, id: "l1").frame(),
                        from: lee)
                }
                world.answerQuestions()
                world.finishWork()
            }
            let outcomes = world.heard(by: lee).outcomes
            let isShared = world.sharers(of: "n") == [named("lee")]
            #expect(outcomes.contains("409") == isShared, "moment \(moment): \(outcomes)")
            #expect(
                world.object("n", in: .todoOfLee)?.object == (isShared ? ["t": "x"] : ["q": 1]),
                "moment \(moment)")
        }
    }

    @Test("S169: Objects of others don't count for the capacity, and aren't removed for it")
    mutating func capacity() {
        server.insertNote()
        server.share("n", with: "lee")
        server.setOptions(["sharing": true, "capacity": 1])
        server.insertNote("a", in: .todoOfLee)
        server.insertNote("b", in: .todoOfLee)
        #expect(server.object("a", in: .todoOfLee) == nil)
        #expect(server.object("b", in: .todoOfLee) != nil)
        #expect(server.object("n", in: .todoOfLee) != nil)
        server.insertNote("m")
        #expect(server.object("n") == nil)
        #expect(server.object("n", in: .todoOfLee) == nil)
    }

    @Test("S170: A client that asks for authors receives the author of another user's change")
    mutating func authors() {
        server.insertNote()
        server.share("n", with: "lee")
        let asks = #","extensions":["authors"]"#
        let (plain, kim) = (server.join(client: "k"), server.join(client: "k", more: asks))
        let lee = lee(asks)
        let change = Written.modify("n", sv: 1, #"{"t":{"o":"r","v":"y"}}"#, id: "l1")
        #expect(server.say(change.frame(), by: lee).joined().has("author") == false)
        #expect(server.heard(by: kim).joined().has(#","author":"lee"}]"#))
        #expect(server.heard(by: plain).joined().has("author") == false)
        let late = server.connect()
        server.enter(client: "k", more: asks, on: late)
        #expect(server.say("0:cv:", by: late).joined().has(#","author":"lee"}]"#))
        server.restart()
        let later = server.connect()
        server.enter(client: "k", more: asks, on: later)
        #expect(server.say("0:cv:", by: later).joined().has(#","author":"lee"}]"#))
    }

    @Test("S157, S158: A share needs the option, another user, room, and an own, valid object")
    mutating func refusals() {
        server = .sharing { $0.sharing.sharers = 1 }
        server.insertNote()
        #expect(server.share("n", with: "kim") == .notShared(.oneself))
        #expect(server.share("m", with: "lee") == .notShared(.noSuchObject))
        #expect(server.share("n", with: "lee") == .shared)
        #expect(server.share("n", with: "lee") == .notShared(.already))
        #expect(server.share("n", with: "ann") == .notShared(.tooMany))
        #expect(server.share("n", with: "ann", in: .todoOfLee) == .notShared(.notOwner))
        #expect(server.unshare("n", with: "kim", in: .todoOfLee) == .notShared(.notOwner))
        server.setOptions(["sharing": true, "schema": ["required": ["q"]]])
        server.unshare("n", with: "lee")
        #expect(server.share("n", with: "ann") == .notShared(.invalid))

        server = .sharing()
        server.insertNote()
        server.setOptions(["sharing": false])
        #expect(server.share("n", with: "lee") == .notShared(.notShared))
        #expect(
            BucketOptions.flaw(in: ["sharing": true, "presence": "client"])?.option == .sharing)
        #expect(BucketOptions.flaw(in: ["sharing": 1])?.option == .sharing)
        let options = BucketOptions(own: ["sharing": true], defaults: ["presence": "user"])
        #expect(!options.sharing)
    }

    @Test("S159: A user who accepts none can't be told from one who has as many as allowed")
    mutating func unwelcome() {
        server = .sharing { $0.sharing.mirrors = 1 }
        server.insertNote("a")
        server.insertNote("b")
        #expect(server.share("a", with: "lee") == .shared)
        #expect(server.share("b", with: "lee") == .notShared(.unwelcome))
        let info = BucketID(app: .demo, user: named("ann"), name: named("spuser"))
        let change = Change(
            .replace(with: ["sharing": "nobody"]), key: named("info"), id: named("1"))
        _ = server.request(.change(change), of: info, as: .ann)
        #expect(server.share("a", with: "ann") == .notShared(.unwelcome))
    }

    @Test("S173: The owner's rules get the author; a user who leaves may resign by it")
    mutating func rules() {
        let rule = TestRule { proposal in
            switch proposal.operation {
            case .leave: .allowedBecoming(["winner": "kim"])
            case .modify(_, let object) where object["winner"] != nil: .notLegal(reason: "no")
            case .modify, .insert, .remove, .removeAll: .allowed
            }
        }
        server = TestHub(ruling: rule)
        server.setOptions(["sharing": true])
        server.insertNote()
        server.share("n", with: "lee")
        let (kim, lee) = (server.join(client: "k"), lee())
        let cheat = Written.modify("n", sv: 1, #"{"winner":{"o":"+","v":"lee"}}"#, id: "l1")
        server.expect("400", of: cheat, by: lee)
        let asked = rule.proposals.withLock { $0.last }
        #expect(asked?.bucket == .todo)
        #expect(asked?.author.identity.user == named("lee"))

        _ = server.change(.remove("n", id: "l2"), by: lee)
        #expect(server.object("n")?.object == ["winner": "kim"])
        #expect(server.heard(by: kim).accepted.map(\.clientID) == [named("l")])
        #expect(server.object("n", in: .todoOfLee) == nil)
        #expect(server.logs[.todoOfLee]?.suffix(2).map(\.version) == [version(2), version(3)])
    }
}

extension TestHub {
    func sharers(of key: String, in bucket: BucketID = .todo) -> [UserID] {
        guard case .entity(let entity, _) = store.answer(.entity(named(key), in: bucket)),
            case .shared(let sharers)? = entity.sharing
        else { return [] }
        return sharers.map(\.user)
    }
}

extension String {
    fileprivate func has(_ part: String) -> Bool { firstRange(of: part) != nil }
}
