import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("Diffs: Properties")
struct DiffProperties {
    @Test(
        "A diff changes one object into the other, also after it was written and read",
        arguments: Seeds.batches(60))
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

    @Test(
        "Any diff can be rebased over any other and applied after it", arguments: Seeds.batches(60))
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
            #expect(
                try ours.portableEquivalent(on: base).applied(to: base)
                    == ours.applied(to: base))
            let wanted = try ours.applied(to: base)
            for member in result where theirs.changes.allSatisfy({ $0.name != member.name }) {
                #expect(member.value == wanted[member.name])
            }
            for change in ours.changes {
                #expect(settles(change, theirs, theirResult, wanted: wanted, result: result))
            }
        }
    }

    /// Nil if theirs makes a number that ours can't be added to.
    private func rebased(_ ours: Diff, over theirs: Diff, base: JSONObject) throws -> Diff? {
        do throws(DiffError) {
            return try ours.rebased(over: theirs, base: base)
        } catch {
            guard error == .numberOutOfRange else { throw error }
            return nil
        }
    }

    /// True if a member has the right value in the end. That is ours if the operations can't be
    /// merged. An increment is added to the number that is there.
    private func settles(
        _ change: Diff.MemberChange, _ theirs: Diff, _ theirResult: JSONObject, wanted: JSONObject,
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

    /// Two clients change one object, and the server accepts the changes in either order.
    @Test("All clients agree in the end, in the server's order", arguments: Seeds.batches(60))
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
        let announced = try sent(rebased.portableEquivalent(on: first))

        // The early client's change is acknowledged, and it applies the late one's.
        #expect(try announced.applied(to: early.applied(to: base)) == server)
        // The late client shows its own change over the early one's before the server acknowledges
        // it.
        let ghost = try sent(early).applied(to: base)
        let shown = try late.rebased(over: sent(early), base: base).applied(to: ghost)
        #expect(shown == server)
        #expect(try Diff(from: announced.applied(to: ghost), to: shown).isEmpty)
    }

    /// The diff after it was written and read.
    private func sent(_ diff: Diff) throws -> Diff {
        try Diff(json(diff.description))
    }

    /// Expects only operations that every client supports, and none without effect.
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
