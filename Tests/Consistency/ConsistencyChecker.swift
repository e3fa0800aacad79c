import SimperiumJSON

/// A broken statement of `Sources/PROTOCOL.md`.
package struct ConsistencyViolation: Hashable, Sendable, CustomStringConvertible {
    package let statement: String
    package let text: String

    package var description: String { "\(statement): \(text)" }
}

/// The result of a check, with counts that show how much was checked.
package struct ConsistencyReport: Sendable {
    package private(set) var violations: [ConsistencyViolation] = []
    package private(set) var acknowledged = 0
    package private(set) var changes = 0
    package private(set) var reads = 0

    /// Judges a recording by the statements S270 to S279.
    package init(_ events: [RecordedEvent]) {
        let facts = FactReader(events).facts
        let buckets = Dictionary(grouping: facts, by: \.bucket)
        for (bucket, facts) in buckets.sorted(by: { $0.key < $1.key }) {
            var checker = ConsistencyChecker(facts)
            checker.check()
            violations += checker.violations.map {
                ConsistencyViolation(statement: $0.statement, text: "\(bucket.name): \($0.text)")
            }
            acknowledged += checker.acknowledged
            changes += checker.changes.count
            reads += checker.reads
        }
    }
}

/// Judges what all clients sent and received of one bucket.
struct ConsistencyChecker {
    private let facts: [Fact]
    private(set) var violations: [ConsistencyViolation] = []
    private(set) var acknowledged = 0
    private(set) var reads = 0
    /// Each change by its `cv`.
    private(set) var changes: [String: SeenChange] = [:]
    /// The changes of each object, by the version that they make.
    private var versions: [String: [Int: SeenChange]] = [:]
    /// The change that each id was applied by.
    private var applications: [String: SeenChange] = [:]
    /// Ids that may be applied many times, because they stand for many changes.
    private var broadIDs: Set<String> = []
    /// Keys of objects whose removal a client has sent.
    private var removed: Set<String> = []
    private var isEmptied = false
    private var order = BucketOrder()

    init(_ facts: [Fact]) { self.facts = facts }

    mutating func check() {
        collectChanges()
        order = BucketOrder(facts)
        for text in order.forks { report("S270", text) }
        for text in order.gaps { report("S271", text) }
        checkSessions()
        checkWriteOrder()
        checkRest()
        checkContents()
    }

    private mutating func report(_ statement: String, _ text: String) {
        let violation = ConsistencyViolation(statement: statement, text: text)
        if !violations.contains(violation) { violations.append(violation) }
    }

    /// S270, S272, S273: one change for each `cv`, for each version of an object, and for each id.
    private mutating func collectChanges() {
        for fact in facts {
            if case .change(let id, _, isWhole: false) = fact.kind { broadIDs.insert(id) }
            if case .removal(let key) = fact.kind {
                if let key { removed.insert(key) } else { isEmptied = true }
            }
            guard case .received(let change, _) = fact.kind else { continue }
            if let known = changes.updateValue(change, forKey: change.cv), known != change {
                report("S270", "cv \(change.cv) names two changes")
            }
            let name = "\(change.key).\(change.version)"
            let known = versions[change.key, default: [:]]
                .updateValue(change, forKey: change.version)
            if let known, known.cv != change.cv { report("S272", "two changes make \(name)") }
            for id in change.ids where !broadIDs.contains(id) {
                if let known = applications.updateValue(change, forKey: id), known.cv != change.cv {
                    report("S273", "\(id) was applied twice: at \(known.cv) and at \(change.cv)")
                }
            }
        }
        for change in changes.values.sorted(by: { $0.cv < $1.cv }) where change.diff != nil {
            let before = versions[change.key]?[change.version - 1]
            let isNext = change.base.map { $0 == change.version - 1 }
            // A creation continues the versions of an object that was removed.
            if isNext == false || isNext == nil && before?.diff != nil {
                report("S272", "\(change.key).\(change.version) does not follow the version before")
            }
        }
    }
}

/// Sessions: what one client may read after what it wrote and read.
extension ConsistencyChecker {
    /// A version of an object that a client knew of from an event on.
    private struct Knowledge {
        let number: Int
        let version: Int
        let isOwn: Bool
    }

    /// S275, S276: a present state is no older than what the client knew when it asked.
    private mutating func checkSessions() {
        var known: [String: [String: [Knowledge]]] = [:]
        func add(_ fact: Fact, _ key: String, _ version: Int, isOwn: Bool) {
            guard !fact.isLost else { return }
            let last = known[fact.client]?[key]?.last?.version ?? 0
            guard version > last || isOwn && version == last else { return }
            known[fact.client, default: [:]][key, default: []]
                .append(Knowledge(number: fact.number, version: version, isOwn: isOwn))
        }
        for fact in facts {
            switch fact.kind {
            case .received(let change, _): add(fact, change.key, change.version, isOwn: false)
            case .acknowledged(let id, let key, let version):
                acknowledged += 1
                if let version { add(fact, key, version, isOwn: true) }
                checkAcknowledgement(id, key, version)
            case .alreadyApplied: acknowledged += 1
            case .present(let key, let version, _, let asked):
                reads += 1
                guard !fact.isLost else { continue }
                let before = known[fact.client]?[key]?.last { $0.number < asked }
                compare(key, version, with: before, by: fact.client)
                if let version { add(fact, key, version, isOwn: false) }
            case .listed(let keys, let asked) where !fact.isLost:
                for (key, all) in known[fact.client] ?? [:] where !keys.contains(key) {
                    let before = all.last { $0.number < asked }
                    compare(key, nil, with: before, by: fact.client)
                }
            default: break
            }
        }
    }

    private mutating func compare(
        _ key: String, _ version: Int?, with before: Knowledge?, by client: String
    ) {
        guard let before, isStale(key, version, than: before.version) else { return }
        let found = version.map { "version \($0)" } ?? "nothing"
        let reason = before.isOwn ? "wrote" : "knew"
        report(
            before.isOwn ? "S275" : "S276",
            "\(client) \(reason) \(key).\(before.version) and then read \(found)")
    }

    /// True if a present state is older than a version. An absent object is not, if it can have
    /// been removed since.
    private func isStale(_ key: String, _ version: Int?, than known: Int) -> Bool {
        if let version { return version < known }
        if isEmptied || removed.contains(key) { return false }
        return versions[key]?.contains { $0.key >= known && $0.value.diff == nil } != true
    }

    /// S273: an acknowledged id is among those of the change that made that version.
    private mutating func checkAcknowledgement(_ id: String?, _ key: String, _ version: Int?) {
        guard let id, let version, let change = versions[key]?[version],
            !change.ids.contains(id)
        else { return }
        report("S273", "\(id) was acknowledged as \(key).\(version), which is another change")
    }

    /// S277, S278: a change comes behind those that its author sent before it on the same channel,
    /// and behind those that its author had received.
    private mutating func checkWriteOrder() {
        // A change that was sent again can come later, be it repeated or repaired.
        var sends: [String: Int] = [:]
        for fact in facts {
            if case .change(let id, _, _) = fact.kind { sends[id, default: 0] += 1 }
        }
        var last: [Int: SeenChange] = [:]
        var heard: [String: [Int: String]] = [:]
        var begun: Set<String> = []
        for fact in facts {
            switch fact.kind {
            case .received(let change, let stream) where !fact.isLost:
                heard[fact.client, default: [:]][stream] = change.cv
            case .change(let id, let stream, true):
                guard begun.insert(id).inserted, let change = applications[id] else { continue }
                for cv in heard[fact.client, default: [:]].values
                where order.isBehind(cv, change.cv) || cv == change.cv {
                    report("S278", "\(id) came before \(cv), which its author had received")
                }
                guard let stream, sends[id] == 1 else { continue }
                if let before = last[stream], order.isBehind(before.cv, change.cv) {
                    report("S277", "\(id) came before \(before.ids), which was sent first")
                }
                last[stream] = change
            default: break
            }
        }
    }
}

/// The state at rest: no client writes any more.
extension ConsistencyChecker {
    /// S273, S274, S279: all acknowledged and shown changes are there, and each open stream
    /// has them.
    private mutating func checkRest() {
        var shown: [String: Int] = [:]
        var repeated: Set<String> = []
        for fact in facts {
            switch fact.kind {
            case .received(let change, _):
                shown[change.key] = max(shown[change.key] ?? 0, change.version)
            case .acknowledged(_, let key, let version?), .present(let key, let version?, _, _),
                .content(let key, let version, _):
                shown[key] = max(shown[key] ?? 0, version)
            case .alreadyApplied(let id): repeated.insert(id)
            default: break
            }
        }
        for fact in facts where fact.isAtRest {
            switch fact.kind {
            case .present(let key, let version, _, _):
                if let last = shown[key], isStale(key, version, than: last) {
                    report("S274", "\(key).\(last) was lost; left is \(version ?? 0)")
                }
            case .listed(let keys, _):
                for (key, last) in shown.sorted(by: { $0.key < $1.key })
                where !keys.contains(key) && isStale(key, nil, than: last) {
                    report("S274", "\(key).\(last) was lost; left is nothing")
                }
            default: break
            }
        }
        checkHistory(repeated)
        for (client, cv) in order.behindAtEnd {
            report("S279", "\(client) is connected and received nothing after \(cv)")
        }
    }

    /// A stream from the beginning, read at rest, has all changes.
    private mutating func checkHistory(_ repeated: Set<String>) {
        var whole: Set<Int> = []
        var found: [Int: Set<String>] = [:]
        for fact in facts where fact.isAtRest {
            switch fact.kind {
            case .start(let stream, ""), .start(let stream, "0"): whole.insert(stream)
            case .stop(let stream): whole.remove(stream)
            case .received(let change, let stream): found[stream, default: []].insert(change.cv)
            default: break
            }
        }
        for stream in whole.sorted() {
            let cvs = found[stream] ?? []
            for cv in changes.keys.sorted() where !cvs.contains(cv) {
                report("S274", "change \(cv), \(changes[cv]?.ids ?? []), was lost")
            }
            for id in repeated.sorted() where applications[id] == nil && !broadIDs.contains(id) {
                report("S273", "\(id) was acknowledged by 409 and never applied")
            }
        }
    }

    /// S272, S279: each version has one content, and the changes from the first on lead to it.
    private mutating func checkContents() {
        var contents: [String: [Int: JSON]] = [:]
        for fact in facts {
            switch fact.kind {
            case .present(let key, let version?, let data?, _),
                .content(let key, let version, let data):
                let known = contents[key, default: [:]].updateValue(data, forKey: version)
                if let known, known != data { report("S272", "\(key).\(version) has two contents") }
            default: break
            }
        }
        for (key, changes) in versions.sorted(by: { $0.key < $1.key }) {
            var state: JSON?
            var last = 0
            for (version, change) in changes.sorted(by: { $0.key < $1.key }) {
                if version != last + 1 { state = contents[key]?[version - 1] }
                if change.base == nil { state = [:] }
                last = version
                guard let diff = change.diff, let before = state else {
                    state = contents[key]?[version]
                    continue
                }
                guard let after = before.applying(diff) else {
                    report("S279", "the change to \(key).\(version) does not fit")
                    state = contents[key]?[version]
                    continue
                }
                if let data = contents[key]?[version], data != after {
                    report("S279", "the changes lead to another content of \(key).\(version)")
                }
                state = after
            }
        }
    }
}
