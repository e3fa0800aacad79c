internal import SimperiumClock

/// All results of a person, and what they come to for each opponent.
struct ResultBook: Hashable, Sendable {
    private var results: [String: RoundResult] = [:]
    private var rivalries: [Rival: Rivalry] = [:]
    private var timeline = Timeline()
    private var changes = ChangeCount()

    var count: Int { results.count }

    /// Another one whenever anything has changed.
    var revision: Int { changes.count }

    subscript(key: String) -> RoundResult? { results[key] }

    func rivalry(_ rival: Rival) -> Rivalry? { rivalries[rival] }

    var statistics: Statistics { Statistics(rivalries.values, timeline.sorted) }

    /// The newest first; with nobody named, those against anybody.
    func latest(_ count: Int, against rival: Rival?) -> [(key: String, result: RoundResult)] {
        let newestFirst = timeline.sorted.reversed().lazy.compactMap { entry in
            results[entry.key].map { (key: entry.key, result: $0) }
        }
        guard let rival else { return Array(newestFirst.prefix(count)) }
        return Array(
            newestFirst.filter { Rival($0.result, under: $0.key) == rival }.prefix(count))
    }

    mutating func settle() {
        timeline.settle()
    }

    mutating func set(_ key: String, to result: RoundResult?) {
        let old = results.updateValue(result, forKey: key)
        guard old != result else { return }
        changes.step()
        if let old { forget(old, under: key) }
        if let result { enter(result, under: key) }
    }

    private mutating func enter(_ result: RoundResult, under key: String) {
        let rival = Rival(result, under: key)
        var rivalry =
            rivalries[rival] ?? Rivalry(rival: rival, name: result.name, last: result.at)
        rivalry.balance.count(result.verdict)
        if result.at >= rivalry.last { (rivalry.name, rivalry.last) = (result.name, result.at) }
        rivalries[rival] = rivalry
        if rival != .puzzle { timeline.insert(entry(result, under: key)) }
    }

    private mutating func forget(_ result: RoundResult, under key: String) {
        let rival = Rival(result, under: key)
        rivalries[rival]?.balance.count(result.verdict, -1)
        if rivalries[rival]?.balance.played == 0 { rivalries[rival] = nil }
        timeline.remove(entry(result, under: key))
    }

    private func entry(_ result: RoundResult, under key: String) -> Timeline.Entry {
        Timeline.Entry(at: result.at, key: key, verdict: result.verdict)
    }
}

extension [String: RoundResult] {
    /// What stood under `key` before.
    fileprivate mutating func updateValue(
        _ value: RoundResult?, forKey key: String
    ) -> RoundResult? {
        guard let value else { return removeValue(forKey: key) }
        return updateValue(value, forKey: key)
    }
}
