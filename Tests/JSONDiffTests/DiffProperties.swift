import Clockwork
import JSONDiff
import TestSupport
import Testing

@Suite("Diffs: Properties")
struct DiffProperties {
    @Test("A diff makes the one of the other, also after its journey", arguments: Seeds.first(60))
    func identity(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let old = random.object()
        let new = random.chance(1, in: 4) ? random.object() : random.edited(old)
        let made = Diff(from: old, to: new)
        let read = try Diff(json(made.description))

        #expect(try made.applied(to: old) == new)
        #expect(read == made)
        #expect(made.isEmpty == (old == new))
        #expect(Diff(from: new, to: new).isEmpty)
        expectPlain(made)
    }

    @Test("Ours can be done to what theirs made, whatever the two", arguments: Seeds.first(60))
    func rebase(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let base = random.object()
        let ours = try Diff(random.diff(of: base))
        let theirs = try Diff(random.diff(of: base))
        let theirResult = try theirs.applied(to: base)
        let rebased = try ours.rebased(over: theirs, base: base)
        let result = try rebased.applied(to: theirResult)

        expectPlain(rebased)
        #expect(try Diff(json(rebased.description)) == rebased)
        #expect(rebased.isEmpty == (result == theirResult))
        #expect(try ours.normalised(on: base).applied(to: base) == ours.applied(to: base))
        let wanted = try ours.applied(to: base)
        for member in result where theirs.changes.allSatisfy({ $0.name != member.name }) {
            #expect(member.value == wanted[member.name])
        }
        for change in ours.changes { #expect(settles(change, base, theirs, wanted, result)) }
    }

    /// Where nothing can be merged, the member ends as we wanted it.
    private func settles(
        _ change: Diff.Change, _ base: JSONObject, _ theirs: Diff, _ wanted: JSONObject,
        _ result: JSONObject
    ) -> Bool {
        let other = theirs.changes.first { $0.name == change.name }
        switch (change.operation, other?.operation) {
        case (.text, .text), (.object, .object), (.increment, .increment): return true
        default: return result[change.name] == wanted[change.name]
        }
    }

    /// Two clients change the same object, and the server takes the one or the other first.
    @Test("All agree in the end, in the server's order", arguments: Seeds.first(60))
    func convergence(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let base = random.object()
        let edits = [random.edited(base), random.edited(base)].map { Diff(from: base, to: $0) }
        for order in [edits, edits.reversed()] {
            let first = try order[0].applied(to: base)
            let sent = try order[1].rebased(over: order[0], base: base)
            let server = try sent.applied(to: first)
            let announced = Diff(from: first, to: server)

            // Whoever came first applies what the server says; the other rebases its own.
            #expect(try announced.applied(to: first) == server)
            let local = try order[1].rebased(over: order[0], base: base).applied(to: first)
            #expect(local == server)
            #expect(Diff(from: server, to: local).isEmpty)
        }
    }

    /// Nothing but what all clients understand, and nothing that does nothing.
    private func expectPlain(_ diff: Diff) {
        for change in diff.changes {
            switch change.operation {
            case .add, .remove, .replace: break
            case .text(let delta): #expect(!delta.isEmpty)
            case .object(let diff):
                #expect(!diff.isEmpty)
                expectPlain(diff)
            case .increment, .list, .listText: Issue.record("\(change) is for few")
            }
        }
    }
}
