import SimperiumWire

/// Who has which objects of a log open: a node says it of its own clients, and hears it of others'.
///
/// It is no part of the log, and goes with the node that has said it. What changes is told, and
/// then read; and since what is told may be lost, all is read whenever the log is opened, and from
/// time to time.
struct LogViewing: Sendable {
    enum Event {
        /// Which users have an object open here, by now.
        case viewed(ViewedObject, by: [UserID])
        case opened
        case told(ViewedObject)
        /// What was told may have been lost.
        case compare
        case stated(EngineOutcome)
        case read(EngineOutcome)
    }

    enum Effect {
        /// To be answered by `stated`.
        case state(LogDeed)
        /// To be answered by `read`.
        case read(LogQuery)
        /// Which users have it open elsewhere.
        case tell(ViewedObject, by: [UserID])
    }

    /// Of so many objects is read at once.
    private static let mostAtOnce = 100

    private let incarnation: Incarnation
    private var mine: [ViewedObject: [UserID]] = [:]
    private var told: [ViewedObject: [UserID]] = [:]
    /// What the engine does not know yet of here, and what is not known yet of elsewhere.
    private var unsaid: Set<ViewedObject> = []
    private var unread: Set<ViewedObject> = []
    /// What is open here no more: since the last comparison, and since the one before. An engine in
    /// another life may have forgotten that it was told so.
    private var closed: (lately: Set<ViewedObject>, before: Set<ViewedObject>) = ([], [])
    private var saying: ViewedObject?
    private var reading: [ViewedObject] = []
    /// Whether the engine has to be there again first.
    private var isPaused = true

    init(as incarnation: Incarnation) {
        self.incarnation = incarnation
    }

    var isIdle: Bool {
        mine.isEmpty && unsaid.isEmpty && saying == nil && reading.isEmpty
            && closed.lately.isEmpty && closed.before.isEmpty
    }

    mutating func handle(_ event: Event) -> [Effect] {
        var effects: [Effect] = []
        switch event {
        case .viewed(let object, let users): view(object, by: users)
        case .opened:
            isPaused = false
            unsaid.formUnion(closed.lately.union(closed.before).union(mine.keys))
            unread.formUnion(mine.keys)
        case .told(let object): if mine[object] != nil { unread.insert(object) }
        case .compare:
            isPaused = false
            closed = ([], closed.lately)
            unread.formUnion(mine.keys)
        case .stated(let outcome):
            guard let object = exchange(&saying, with: nil) else { break }
            if case .answered = outcome { break }
            unsaid.insert(object)
            isPaused = true
        case .read(let outcome): effects = take(outcome)
        }
        return effects + next()
    }

    private mutating func view(_ object: ViewedObject, by users: [UserID]) {
        if mine[object] == nil { unread.insert(object) }
        mine[object] = users.isEmpty ? nil : users
        unsaid.insert(object)
        guard users.isEmpty else { return }
        closed.lately.insert(object)
        told[object] = nil
        unread.remove(object)
    }

    private mutating func take(_ outcome: EngineOutcome) -> [Effect] {
        let objects = exchange(&reading, with: [])
        guard case .answered(.fact(.viewers(let viewers), _)) = outcome else {
            unread.formUnion(objects.filter { mine[$0] != nil })
            isPaused = true
            return []
        }
        return objects.compactMap { object in
            guard mine[object] != nil else { return nil }
            let others = (viewers[object] ?? [:]).filter { $0.key != incarnation }.values
            let users = Set(others.joined()).sorted { $0.text < $1.text }
            guard users != told[object] ?? [] else { return nil }
            told[object] = users
            return .tell(object, by: users)
        }
    }

    private mutating func next() -> [Effect] {
        guard !isPaused else { return [] }
        var effects: [Effect] = []
        if saying == nil, let object = sorted(unsaid).first {
            unsaid.remove(object)
            saying = object
            effects.append(.state(.view(object, by: mine[object] ?? [], incarnation)))
        }
        if reading.isEmpty, !unread.isEmpty {
            reading = Array(sorted(unread).prefix(Self.mostAtOnce))
            unread.subtract(reading)
            effects.append(.read(.viewers(of: reading)))
        }
        return effects
    }

    private func sorted(_ objects: Set<ViewedObject>) -> [ViewedObject] {
        objects.sorted { $0.engineText < $1.engineText }
    }
}
