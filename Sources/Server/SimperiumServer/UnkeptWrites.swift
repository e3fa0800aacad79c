import SharedLog

/// What an engine that other servers share has not said to be kept of users, and what is to be told
/// when it is.
struct UnkeptWrites {
    enum Outcome {
        case kept
        /// Somebody else has the name.
        case taken
        /// It is kept, or not.
        case unknown
    }

    private struct Waiting {
        var writes: Set<UInt64>
        var outcome = Outcome.kept
        let say: (Outcome) -> Void
    }

    private var count: UInt64 = 0
    private var open: Set<UInt64> = []
    private var waiting: [Waiting] = []

    mutating func begin() -> UInt64 {
        count += 1
        open.insert(count)
        return count
    }

    var isEmpty: Bool { open.isEmpty }

    /// Has something said when all is kept that is to be kept now.
    mutating func wait(_ say: @escaping (Outcome) -> Void) {
        waiting.append(Waiting(writes: open, say: say))
    }

    /// Takes note of what became of a write; what can be said by that.
    mutating func finish(_ write: UInt64, _ outcome: Outcome) -> [() -> Void] {
        open.remove(write)
        var ready: [() -> Void] = []
        for index in waiting.indices where waiting[index].writes.remove(write) != nil {
            if case .kept = waiting[index].outcome { waiting[index].outcome = outcome }
            guard waiting[index].writes.isEmpty else { continue }
            let (say, result) = (waiting[index].say, waiting[index].outcome)
            ready.append { say(result) }
        }
        waiting.removeAll { $0.writes.isEmpty }
        return ready
    }
}

extension EngineOutcome {
    /// What is known by it of a write.
    var keeping: UnkeptWrites.Outcome {
        switch self {
        case .answered(.taken): .taken
        case .answered: .kept
        case .refused, .lost, .unsent, .unreadable: .unknown
        }
    }
}
