import EngineSamples
import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub
import Testing

extension ForeignEntry {
    /// What somebody else makes of the one object there is.
    fileprivate static func change(
        _ diff: String, from version: Int = 1, at count: UInt64
    ) -> ForeignEntry {
        let place = Ordinal(epoch: 1, count: count)
        let entry = """
            {"clientid":"d","id":"a","o":"M","v":\(diff),"sv":\(version),"ev":2,\
            "cv":"\(place.changeVersion.text)","ccids":["other"]}
            """
        let change = StoredChange(
            ordinal: place, key: Names.keys[0], version: EntityVersion.first.next,
            previous: SharedHub.head, changeID: Names.changeIDs[0], entry: Array(entry.utf8))
        return ForeignEntry(
            .change(change, isRemoved: false, of: nil, mirror: nil), in: SharedHub.bucket.name,
            at: place,
            Stamp(milliseconds: 1))
    }
}

@Suite("A hub that shares its store")
struct SharedHubTests {
    private static let change = """
        0:c:{"id":"a","o":"M","v":{"b":{"o":"+","v":2}},"sv":1,"ccid":"mine"}
        """

    @Test("S133 Nobody hears of a change before it is written, and then all do")
    func acknowledgement() throws {
        var hub = SharedHub(told: Self.change)
        _ = hub.takeFrames()
        guard case .append(let batch)? = hub.questions.first?.1 else {
            Issue.record("nothing is asked: \(hub.questions)")
            return
        }
        #expect(batch.head == SharedHub.head)
        #expect(batch.place == Ordinal(epoch: 1, count: 4))
        hub.answer(.appended(Stamp(milliseconds: 7)))
        let frames = hub.takeFrames()
        #expect(frames.count == 1)
        #expect(frames.first?.contains("\"mine\"") == true)
        #expect(frames.first?.contains(batch.place.changeVersion.text) == true)
    }

    @Test("S247 A change to what is of a user who is no more is refused with 404")
    func closed() {
        var hub = SharedHub(told: Self.change)
        _ = hub.takeFrames()
        hub.answer(.gone)
        #expect(hub.takeFrames().contains { $0.contains("\"mine\"") && $0.contains("404") })
        #expect(hub.questions.isEmpty)
    }

    @Test("S133 S134 What was overtaken is worked out again, behind what came before it")
    func overtaking() throws {
        var hub = SharedHub(told: Self.change)
        hub.handle(.told(SharedHub.log, .change(#"{"a":{"o":"r","v":5}}"#, at: 4)))
        hub.answer(.overtaken)
        hub.answer { $0.isAppend }
        guard case .append(let batch)? = hub.questions.first?.1,
            case .append(let change, let entity, _, _, let expected)? = batch.writes.first
        else {
            Issue.record("nothing is asked: \(hub.questions)")
            return
        }
        #expect(expected == Ordinal(epoch: 1, count: 4))
        #expect(batch.head == expected)
        #expect(change.previous == expected)
        #expect(change.version.number == 3)
        #expect(entity.object == Array(#"{"a":5,"b":2}"#.utf8))
    }

    @Test("S134 What does not fit is read anew, and who is there comes again")
    func misfit() {
        var hub = SharedHub(told: Self.change)
        hub.handle(.told(SharedHub.log, .change(#"{"a":{"o":"r","v":5}}"#, from: 7, at: 4)))
        #expect(hub.closed == 1)
    }

    @Test("S134 Nobody is turned away because the engine has begun another life more than once")
    func otherLives() {
        var hub = SharedHub(told: Self.change)
        for life in 2..<5 as Range<UInt32> {
            hub.handle(.reset(SharedHub.log))
            hub.handle(.followed(SharedHub.log, at: .zero, epoch: life))
            hub.dial()
            hub.answer()
            #expect(hub.takeFrames().contains { $0.hasPrefix("0:auth:ann@x.org") })
        }
        #expect(hub.closed == 3)
    }

    @Test("S134 What was on its way for a bucket that was given up is told to who is there by then")
    func givenUp() {
        var hub = SharedHub(told: Self.change)
        hub.handle(.unread(SharedHub.bucket))
        hub.handle(.followed(SharedHub.log, at: SharedHub.head, epoch: 1))
        hub.dial()
        hub.say("0:cv:\(SharedHub.head.changeVersion.text)")
        hub.answer { $0.isAppend }
        #expect(hub.takeFrames().last == "0:c:[]")
        hub.answer(.appended(Stamp(milliseconds: 7)))
        #expect(hub.takeFrames().last?.contains("\"mine\"") == true)
    }

    @Test("S133 A cursor or a version that another hub may have told is asked for, not refused")
    func laterThanKnown() {
        var hub = SharedHub()
        hub.answer()
        hub.say("0:cv:\(Ordinal(epoch: 1, count: 8).changeVersion.text)")
        guard case .changes(Ordinal(epoch: 1, count: 8), _, _)? = hub.questions.first?.1 else {
            Issue.record("the log is not asked: \(hub.questions)")
            return
        }
        hub.answer()
        #expect(hub.takeFrames().last == "0:cv:?")
        let version = EntityVersion.first.next
        hub.say(
            #"0:c:{"id":"a","o":"M","v":{"b":{"o":"+","v":2}},"sv":2,"ccid":"mine"}"#)
        hub.answer { $0 == .version(version, of: Names.keys[0], in: SharedHub.bucket) }
        #expect(hub.questions.count == 1)
    }

    @Test(
        "S185 An option that is set at another server is read anew here, though nobody asks for it")
    func options() throws {
        var hub = SharedHub()
        hub.answer()
        let home = BucketID.options(of: SharedHub.bucket.app)
        let key = try #require(ObjectKey(SharedHub.bucket.name.text))
        hub.handle(.followed(home.log, at: .zero, epoch: 1))
        let place = Ordinal(epoch: 1, count: 1)
        let change = StoredChange(
            ordinal: place, key: key, version: .first, previous: nil,
            changeID: Names.changeIDs[0], entry: [])
        hub.handle(
            .told(
                home.log,
                ForeignEntry(
                    .change(change, isRemoved: false, of: nil, mirror: nil), in: home.name,
                    at: place,
                    Stamp(milliseconds: 1))))
        #expect(hub.questions.map(\.1) == [.entity(key, in: home)])
    }

    @Test("S134 A guard that has seen a part of what is not so any more is shown all of it")
    func showingAnew() throws {
        var hub = SharedHub(guards: FewObjects(in: SharedHub.bucket.name))
        hub.answer { if case .index = $0 { true } else { false } }
        hub.answer(.index([SharedHub.entity()], hasMore: true))
        hub.answer { if case .index = $0 { true } else { false } }
        hub.handle(.told(SharedHub.log, .change(#"{"a":{"o":"r","v":5}}"#, at: 4)))
        hub.answer { if case .index = $0 { true } else { false } }
        guard case .index(let slice, _)? = hub.questions.last?.1 else {
            Issue.record("nothing is shown: \(hub.questions)")
            return
        }
        #expect(slice.above == .zero)
        hub.handle(
            .read(
                hub.questions[hub.questions.count - 1].0,
                .index([SharedHub.entity(#"{"a":5}"#)], hasMore: false)))
        let few = try #require(hub.hub.guard(of: SharedHub.log) as? FewObjects)
        #expect(few.faults.isEmpty)
        #expect(few.objects == [Names.keys[0]: ["a": 5]])
    }
}
