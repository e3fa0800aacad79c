import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("Diffs: Properties")
struct DiffProperties {
    @Test("A diff makes the one of the other, also after its journey", arguments: Seeds.batches(60))
    func identity(seeds: [UInt64]) throws {
        for seed in seeds {
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
    }

    @Test("Ours can be done to what theirs made, whatever the two", arguments: Seeds.batches(60))
    func rebase(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let base = random.object()
            let ours = try Diff(random.diff(of: base))
            let theirs = try Diff(random.diff(of: base))
            let theirResult = try theirs.applied(to: base)
            guard let rebased = try rebased(ours, over: theirs, base: base) else { continue }
            let result = try rebased.applied(to: theirResult)

            expectPlain(rebased)
            #expect(try Diff(json(rebased.description)) == rebased)
            #expect(rebased.isEmpty == (result == theirResult))
            #expect(try ours.normalised(on: base).applied(to: base) == ours.applied(to: base))
            let wanted = try ours.applied(to: base)
            for member in result where theirs.changes.allSatisfy({ $0.name != member.name }) {
                #expect(member.value == wanted[member.name])
            }
            for change in ours.changes {
                #expect(settles(change, theirs, theirResult, wanted: wanted, result: result))
            }
        }
    }

    /// Nil if they made a number to which ours can't be added.
    private func rebased(_ ours: Diff, over theirs: Diff, base: JSONObject) throws -> Diff? {
        do throws(DiffError) {
            return try ours.rebased(over: theirs, base: base)
        } catch {
            guard error == .numberOutOfRange else { throw error }
            return nil
        }
    }

    /// Where nothing can be merged, the member ends as we wanted it. What adds to a number adds to
    /// the one that is there by then.
    private func settles(
        _ change: Diff.Change, _ theirs: Diff, _ theirResult: JSONObject, wanted: JSONObject,
        result: JSONObject
    ) -> Bool {
        let other = theirs.changes.first { $0.name == change.name }
        let (value, present) = (result[change.name], theirResult[change.name])
        switch (change.operation, other?.operation, present) {
        case (.text, .text, _), (.object, .object, _): return true
        case (.increment(let step), _, .number?):
            var addition = JSONObject()
            addition[change.name] = ["o": "I", "v": .number(step)]
            return value == (try? Diff(.object(addition)).applied(to: theirResult))?[change.name]
        default: return value == wanted[change.name]
        }
    }

    /// Two clients change the same object, and the server takes the one or the other first.
    @Test("All agree in the end, in the server's order", arguments: Seeds.batches(60))
    func convergence(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let base = random.object()
            let ours = Diff(from: base, to: random.edited(base))
            let theirs = Diff(from: base, to: random.edited(base))
            try expectAgreement(from: base, early: ours, late: theirs)
            try expectAgreement(from: base, early: theirs, late: ours)
        }
    }

    private func expectAgreement(from base: JSONObject, early: Diff, late: Diff) throws {
        let first = try sent(early).applied(to: base)
        let rebased = try sent(late).rebased(over: early, base: base)
        let server = try rebased.applied(to: first)
        let announced = try sent(rebased.normalised(on: first))

        // Whoever was early has its own acknowledged, and then applies the other's.
        #expect(try announced.applied(to: early.applied(to: base)) == server)
        // Whoever was late shows its own over the other's before it hears of it as accepted.
        let ghost = try sent(early).applied(to: base)
        let shown = try late.rebased(over: sent(early), base: base).applied(to: ghost)
        #expect(shown == server)
        #expect(try Diff(from: announced.applied(to: ghost), to: shown).isEmpty)
    }

    /// The diff as it arrives.
    private func sent(_ diff: Diff) throws -> Diff {
        try Diff(json(diff.description))
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
