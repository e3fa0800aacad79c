import SimperiumKit
import TestKit
import Testing

@Suite("SimperiumKit: slow readers", .waits)
struct ChangeBacklogTests {
    private func backlog(limit: Int = 10) -> ChangeBacklog {
        var backlog = ChangeBacklog(limit: limit)
        _ = backlog.next()
        return backlog
    }

    private func rest(of backlog: inout ChangeBacklog) -> [BucketChange] {
        var rest: [BucketChange] = []
        while let change = backlog.next() { rest.append(change) }
        return rest
    }

    @Test("The first change is everything, and contains all earlier ones")
    func begins() {
        var backlog = ChangeBacklog(limit: 10)
        backlog.mergeInserted(.milk, names: [])
        #expect(rest(of: &backlog) == [.everything])
        backlog.mergeInserted(.bread, names: [])
        #expect(rest(of: &backlog) == [.inserted(.bread)])
    }

    @Test(
        "Several changes of an object are reported as one",
        arguments: [
            (["i"], "i"), (["u:a"], "u:a"), (["d"], "d"), (["i", "u:a"], "i"), (["i", "d"], ""),
            (["u:a", "u:b"], "u:ab"), (["u:a", "d"], "d"), (["d", "i"], "u:title"),
            (["d", "i", "d"], "d"), (["i", "d", "i"], "i"), (["d", "i", "u:a"], "u:atitle"),
            (["i", "d", "i", "d"], ""), (["u:a", "d", "i", "u:b"], "u:btitle"),
        ])
    func merges(steps: [String], outcome: String) {
        var backlog = backlog()
        for step in steps {
            switch step.first {
            case "i": backlog.mergeInserted(.milk, names: ["title"])
            case "d": backlog.mergeDeleted(.milk)
            default: backlog.mergeUpdated(.milk, names: [String(step.dropFirst(2))])
            }
        }
        let told = rest(of: &backlog).map { change in
            switch change {
            case .inserted(.milk): "i"
            case .deleted(.milk): "d"
            case .updated(.milk, let members): "u:" + members.sorted().joined()
            default: "?"
            }
        }
        #expect(told.joined() == outcome)
    }

    @Test("Objects are reported in the order of their first change, each once")
    func order() {
        var backlog = backlog()
        for _ in 0..<1_000 {
            backlog.mergeUpdated(.milk, names: ["a"])
            backlog.mergeUpdated(.bread, names: ["b"])
        }
        #expect(
            rest(of: &backlog) == [
                .updated(.milk, members: ["a"]), .updated(.bread, members: ["b"]),
            ])
    }

    @Test("Too many changed objects are replaced by everything")
    func overflow() {
        var backlog = backlog(limit: 3)
        for number in 0..<4 {
            backlog.mergeInserted(valid(ObjectKey("key\(number)")), names: [])
        }
        backlog.mergeDeleted(.milk)
        #expect(rest(of: &backlog) == [.everything])
        // An object that is inserted and deleted takes no room.
        for _ in 0..<100 {
            backlog.mergeInserted(.milk, names: [])
            backlog.mergeDeleted(.milk)
        }
        backlog.mergeInserted(.bread, names: [])
        #expect(rest(of: &backlog) == [.inserted(.bread)])
    }

    @Test("Any limit is allowed", arguments: [Int.min, 0, Int.max])
    func limits(limit: Int) {
        var backlog = backlog(limit: limit)
        backlog.mergeInserted(.milk, names: [])
        let change = limit > 0 ? BucketChange.inserted(.milk) : .everything
        #expect(rest(of: &backlog) == [change])
    }

    @Test("Only the latest state of an owner is reported: away or back")
    func absences() {
        var backlog = backlog()
        let until = ContinuousClock.now
        backlog.appendOwnerAbsence([.milk, .bread], until: until)
        backlog.appendOwnerReturn([.milk])
        backlog.mergeUpdated(.bread, names: ["a"])
        #expect(
            rest(of: &backlog) == [
                .away([.bread], until: until), .back([.milk]), .updated(.bread, members: ["a"]),
            ])
        backlog.appendOwnerAbsence([.milk], until: until)
        backlog.mergeDeleted(.milk)
        #expect(rest(of: &backlog) == [.deleted(.milk)])
    }
}
