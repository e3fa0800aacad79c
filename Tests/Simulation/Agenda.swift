package import SimperiumClock

/// A queue of future events, the earliest first. Events of one instant keep their order of entry.
package struct Agenda<Item: Sendable>: Sendable {
    private struct Entry: Sendable {
        let at: Instant
        let number: Int
        let item: Item

        func isBefore(_ other: Entry) -> Bool {
            at == other.at ? number < other.number : at < other.at
        }
    }

    /// A binary heap: an entry is never before its parent, at half its index.
    private var entries: [Entry] = []
    private var entered = 0

    package init() {}

    package var next: Instant? { entries.first?.at }

    package mutating func enter(_ item: Item, at instant: Instant) {
        entered += 1
        entries.append(Entry(at: instant, number: entered, item: item))
        var place = entries.count - 1
        while place > 0, entries[place].isBefore(entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    package mutating func popFirst() -> Item? {
        guard let first = entries.first else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            sink()
        }
        return first.item
    }

    private mutating func sink() {
        var place = 0
        while true {
            var least = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
                if entries[child].isBefore(entries[least]) { least = child }
            }
            guard least != place else { return }
            entries.swapAt(place, least)
            place = least
        }
    }
}
