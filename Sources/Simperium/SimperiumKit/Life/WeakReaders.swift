/// Weak references to readers, which end when their tasks release them.
struct WeakReaders<Line: Backlog> {
    private struct Place {
        weak var reader: Reader<Line>?
    }

    private var places: [Place] = []

    var isEmpty: Bool { places.isEmpty }

    mutating func add(_ reader: Reader<Line>) {
        places.removeAll { $0.reader == nil }
        places.append(Place(reader: reader))
    }

    /// Changes the backlog of each reader. Call it on the loop.
    mutating func bring(_ change: @Sendable (inout Line) -> Void) {
        var isAnyGone = false
        for place in places {
            if let reader = place.reader {
                reader.assumeIsolated { $0.bring(change) }
            } else {
                isAnyGone = true
            }
        }
        if isAnyGone { places.removeAll { $0.reader == nil } }
    }

    mutating func end() {
        for place in places { place.reader?.assumeIsolated { $0.end() } }
        places = []
    }
}
