import Game
import Records
import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("Statistics: Properties")
struct StatisticsProperties {
    @Test(
        "Statistics updated with each result equal those counted from all results",
        arguments: Seeds.batches(60))
    func agrees(seeds: [UInt64]) {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var records = AccountRecords()
            var kept: [String: RoundResult] = [:]
            for _ in 0..<random.numberBelow(120) {
                let key = random.key()
                if random.chance(1, in: 6) {
                    kept[key] = nil
                    records.apply(.delete(.result, key: key))
                } else {
                    let result = random.result(under: key)
                    kept[key] = result
                    records.apply(.put(.result, key: key, result.members))
                }
                if random.chance(1, in: 20) { records.sortAfterLoading() }
            }
            check(records, kept, seed)
        }
    }

    private func check(_ records: AccountRecords, _ kept: [String: RoundResult], _ seed: UInt64) {
        let inOrder = kept.sorted { ($0.value.at, $0.key) < ($1.value.at, $1.key) }
        var (run, longest) = (0, 0)
        for (_, result) in inOrder {
            run = result.verdict == .won ? run + 1 : 0
            longest = max(longest, run)
        }
        let statistics = records.statistics
        #expect(statistics.total == WinLossRecord(kept.values), "seed \(seed)")
        #expect(statistics.streak == run && statistics.longestStreak == longest, "seed \(seed)")
        #expect(records.resultCount == kept.count, "seed \(seed)")
        for user in ["u-0", "u-1", "u-2"] {
            let rounds = kept.values.filter { $0.opponent == user }
            let balance = WinLossRecord(rounds)
            #expect(records.score(with: user) ?? WinLossRecord() == balance, "seed \(seed)")
            let rivalry = statistics.people.first { $0.rival == .account(user) }
            let last = rounds.map(\.at).max()
            #expect(rivalry?.last == last, "seed \(seed)")
            let names = rounds.filter { $0.at == last }.map(\.name)
            #expect(rivalry.map { names.contains($0.name) } ?? true, "seed \(seed)")
        }
        let latest = records.latestResults(5).map(\.key)
        #expect(latest == inOrder.suffix(5).reversed().map(\.key), "seed \(seed)")
    }

    @Test("Statistics are computed once for each change, even if the screen is drawn often")
    func isWorkedOutOnce() {
        var random = SeededRandom(seed: 5)
        var records = AccountRecords()
        for number in 0..<10_000 {
            let key = "bot-\(number)"
            records.apply(.put(.result, key: key, random.result(under: key).members))
        }
        var cache = StatisticsCache()
        for _ in 0..<100 { cache.updateIfChanged(from: records) }
        #expect(cache.computationCount == 1 && cache.statistics?.total == records.statistics.total)
        records.apply(.put(.result, key: "bot-x", random.result(under: "bot-x").members))
        for _ in 0..<100 { cache.updateIfChanged(from: records) }
        #expect(cache.computationCount == 2 && cache.statistics?.total == records.statistics.total)
        cache.updateIfChanged(from: nil)
        #expect(cache.statistics == nil && cache.rivalries.isEmpty)
    }

    @Test("Ten thousand results in any order are counted quickly")
    func manyResults() {
        var random = SeededRandom(seed: 7)
        var edits: [RecordEdit] = (0..<10_000).map { number in
            let key = number.isMultiple(of: 3) ? "bot-\(number)" : "\(number)-a-1"
            return .put(.result, key: key, random.result(under: key).members)
        }
        edits.shuffle(using: &random)
        var records = AccountRecords()
        let folding = ContinuousClock().measure {
            for edit in edits { records.apply(edit) }
            records.sortAfterLoading()
        }
        var statistics: PlayStatistics?
        let counting = ContinuousClock().measure { statistics = records.statistics }
        #expect(statistics?.total.played == 10_000)
        // This may be a debug build on a busy machine, so the limits are generous.
        #expect(folding < .seconds(10) && counting < .seconds(1))
    }
}

extension WinLossRecord {
    fileprivate init(_ results: some Collection<RoundResult>) {
        self.init(
            won: results.count { $0.verdict == .won }, lost: results.count { $0.verdict == .lost },
            drawn: results.count { $0.verdict == .drawn })
    }
}

extension SeededRandom {
    fileprivate mutating func key() -> String {
        chance(1, in: 2) ? "bot-\(numberBelow(60))" : "\(numberBelow(60))-a-1"
    }

    fileprivate mutating func result(under key: String) -> RoundResult {
        let verdict = pick(RoundResult.Verdict.allCases) ?? .won
        let isBot = key.hasPrefix("bot-")
        let guest = chance(1, in: 4)
        return RoundResult(
            against: isBot || guest ? nil : "u-\(numberBelow(3))", called: "n\(numberBelow(3))",
            as: pick(Piece.allCases) ?? .cross, verdict, by: verdict == .drawn ? .board : .line,
            at: ServerTime(milliseconds: Int64(numberBelow(1_000))),
            level: isBot ? pick(Bot.allCases) : nil)
    }
}
