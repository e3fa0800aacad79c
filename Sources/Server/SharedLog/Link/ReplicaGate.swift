import RedisWire
import SimperiumClock

/// What the engine has said and too few of its replicas have yet: nobody hears of it before, lest a
/// replica that is promoted know nothing of it.
///
/// One question is on its way at most, for all logs together. It asks for what was said before it.
struct ReplicaGate {
    /// So many have to have it.
    let replicas: Int
    private var asked: [EngineLink.Effect] = []
    private var waiting: [EngineLink.Effect] = []
    /// The one that is on its way.
    var question: QuestionID?
    /// Since when the first of them waits.
    private(set) var since: Instant?

    init(_ replicas: Int) {
        self.replicas = replicas
    }

    /// Keeps something back; whether to ask.
    mutating func hold(_ effect: EngineLink.Effect, at now: Instant) -> Bool {
        waiting.append(effect)
        guard asked.isEmpty else { return false }
        since = now
        return begin()
    }

    private mutating func begin() -> Bool {
        asked = exchange(&waiting, with: [])
        return !asked.isEmpty
    }

    /// So many have what was asked for. What may be told by that, and whether to ask again.
    mutating func confirm(_ count: Int, at now: Instant) -> (told: [EngineLink.Effect], asks: Bool)
    {
        guard count >= replicas else { return ([], !asked.isEmpty) }
        let told = exchange(&asked, with: [])
        since = waiting.isEmpty ? nil : now
        return (told, begin())
    }

    /// Nobody knows what will become of it.
    mutating func drop() -> [EngineLink.Effect] {
        since = nil
        return (exchange(&asked, with: []) + exchange(&waiting, with: [])).compactMap {
            if case .settled(let id, _) = $0 { .settled(id, .lost) } else { nil }
        }
    }
}
