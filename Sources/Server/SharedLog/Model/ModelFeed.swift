import SimperiumWire

/// A feed as the scripts keep it.
struct ModelFeed: Sendable {
    private var entries: [UsersChange] = []
    private var marks: [UserID: Ordinal] = [:]
    private var head = Ordinal.zero
    private var floor = Ordinal.zero
    private var bytes = 0

    mutating func perform(_ deed: FeedDeed) -> FeedAnswer {
        switch deed {
        case .add(let changes, let user, let place, let epoch, let limits):
            let mark = marks[user] ?? .zero
            guard mark == place, let last = changes.last else { return .stands(at: mark) }
            for change in changes { add(change, of: user, epoch) }
            trim(to: limits, atMost: changes.count + 16)
            marks[user] = last.ordinal
            return .stands(at: last.ordinal)
        case .page(let place, let portion):
            let isThere = entries.contains { $0.change.ordinal == place }
            guard isThere || place == floor || place == head else {
                return .page(nil, hasMore: false, head: head)
            }
            let rest = entries.drop { $0.change.ordinal <= place }
            let part = portion.part(of: Array(rest)) { $0.change.entry.count }
            return .page(part, hasMore: part.count < rest.count, head: head)
        case .head: return .page([], hasMore: false, head: head)
        }
    }

    private mutating func add(_ change: StoredChange, of user: UserID, _ epoch: UInt32) {
        head = Ordinal(epoch: max(head.epoch, epoch), count: head.count + 1)
        entries.append(
            UsersChange(
                user: user,
                change: StoredChange(
                    ordinal: head, key: change.key, version: change.version, previous: nil,
                    changeID: change.changeID, entry: change.entry)))
        bytes += change.entry.count
    }

    private mutating func trim(to limits: FeedLimits, atMost count: Int) {
        for _ in 0..<count where entries.count > limits.entries || bytes > limits.bytes {
            let first = entries.removeFirst()
            (floor, bytes) = (first.change.ordinal, bytes - first.change.entry.count)
        }
    }
}
