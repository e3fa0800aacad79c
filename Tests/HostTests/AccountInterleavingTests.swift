import Host
import SimperiumClock
import Simulation
import TestSupport
import Testing

@Suite("Two calls about one account, in every order of their steps")
struct AccountInterleavingTests {
    private typealias Operation = AccountTrial.Operation

    /// The schedules of all pairs, and the outcomes that no order of the calls has.
    private struct Result {
        var schedules = 0
        var violations: [String] = []
    }

    private func explore(
        _ pair: [Operation], _ trial: AccountTrial, into result: inout Result
    ) {
        let open = trial.open
        guard !open.isEmpty else {
            result.schedules += 1
            if let violation = trial.violation(of: pair) { result.violations.append(violation) }
            return
        }
        for call in open {
            var next = trial
            next.step(call)
            explore(pair, next, into: &result)
        }
    }

    private func exploreAll(
        _ pairs: [[Operation]], _ sabotage: AccountWorld.Sabotage = .none
    ) -> Result {
        var result = Result()
        for isLocked in [false, true] {
            var trial = AccountTrial(isLocked: isLocked)
            trial.sabotage(sabotage)
            for pair in pairs {
                var begun = trial
                begun.begin(pair)
                explore(pair, begun, into: &result)
            }
        }
        return result
    }

    @Test("S284, S285: Each outcome is that of one call after the other")
    func allPairs() {
        guard Tier.current < .soak else {
            let result = exploreAll(AccountTrial.pairs)
            print("\(result.schedules) schedules of \(AccountTrial.pairs.count) pairs of calls")
            #expect(result.violations.first == nil)
            #expect(result.schedules > 12_000)
            return
        }
        for seed in Seeds.first(8, most: 8) {
            var random = SeededRandom(seed: seed)
            let trials = [false, true].map { AccountTrial(isLocked: $0) }
            for pair in AccountTrial.pairs {
                var trial = trials[random.numberBelow(2)]
                #expect(trial.run(pair, &random) == nil, "seed \(seed)")
            }
        }
    }

    @Test(
        "A store that doesn't compare, check the standing or end sessions is detected",
        arguments: [
            ([.changePassword, .lock], .noCompare), ([.changePassword, .delete], .noCompare),
            ([.signInByCode, .lock], .noStanding), ([.changePassword, .signIn], .noEnd),
        ] as [([AccountTrial.Operation], AccountWorld.Sabotage)])
    func sabotage(pair: [AccountTrial.Operation], sabotage: AccountWorld.Sabotage) {
        #expect(!exploreAll([pair], sabotage).violations.isEmpty)
        #expect(exploreAll([pair]).violations.isEmpty)
    }
}
