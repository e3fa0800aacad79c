/// Weak references to readers, which end when their tasks release them.
struct WeakReaders<Unread: Backlog> {
    private struct WeakReader {
        weak var reader: Reader<Unread>?
    }

    private var readers: [WeakReader] = []

    var isEmpty: Bool { readers.isEmpty }

    mutating func add(_ reader: Reader<Unread>) {
        readers.removeAll { $0.reader == nil }
        readers.append(WeakReader(reader: reader))
    }

    /// Changes the backlog of each reader. Call it on the loop.
    mutating func update(_ change: @Sendable (inout Unread) -> Void) {
        var isAnyReleased = false
        for reader in readers {
            if let reader = reader.reader {
                reader.assumeIsolated { $0.updateBacklog(change) }
            } else {
                isAnyReleased = true
            }
        }
        if isAnyReleased { readers.removeAll { $0.reader == nil } }
    }

    mutating func endAll() {
        for reader in readers { reader.reader?.assumeIsolated { $0.finish() } }
        readers = []
    }
}
