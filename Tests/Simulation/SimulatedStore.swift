internal import SimperiumClock
internal import SimperiumStore
internal import SimperiumWire
internal import SimulatedDisk
internal import SyncHub

/// The store of a simulated hub: in memory, or the real one over a simulated disk.
enum SimulatedStore: Sendable {
    case memory(MemoryStore)
    case file(SimulatedFile)

    /// Returns nil if the disk has failed.
    func answer(_ query: StoreQuery) -> StoreQueryAnswer? {
        switch self {
        case .memory(let store): store.answer(query)
        case .file(let file): file.answer(query)
        }
    }

    /// Returns nil if the disk has failed.
    mutating func beginEpoch() -> UInt32? {
        switch self {
        case .memory(var store):
            defer { self = .memory(store) }
            return store.beginEpoch()
        case .file(let file): return file.beginEpoch()
        }
    }

    /// Returns false if the disk has failed.
    mutating func write(_ write: StoreWrite) throws(MemoryStore.StaleHead) -> Bool {
        switch self {
        case .memory(var store):
            defer { self = .memory(store) }
            try store.write(write)
            return true
        case .file(let file): return file.write(write)
        }
    }

    /// Returns true if the writes so far are on the disk.
    func commit() -> Bool {
        if case .file(let file) = self { file.commit() } else { true }
    }
}

/// A server's file on a simulated disk that fails at random.
final class SimulatedFile: @unchecked Sendable {
    private var store: HubStore?
    /// Declared after the store, because the store must be closed first.
    private let vfs: SimulatedVFS
    private let limits: MinimumStoredHistory
    private let durability: Database.Durability
    private var random: SeededRandom
    private var commits = 0

    init(_ limits: MinimumStoredHistory, waitsForDisk: Bool, _ random: SeededRandom) {
        var random = random
        vfs = SimulatedVFS(seed: random.next())
        self.limits = limits
        durability = waitsForDisk ? .powerCut : .crash
        self.random = random
        open()
    }

    func answer(_ query: StoreQuery) -> StoreQueryAnswer? {
        attempt { store in try store.answer(query) }
    }
    func beginEpoch() -> UInt32? { attempt { store in try store.beginEpoch() } }

    func write(_ write: StoreWrite) -> Bool {
        attempt { store in try store.write(write) } != nil
    }

    func commit() -> Bool {
        attempt { store in
            guard store.hasUncommitted else { return }
            try store.commitAndMoveRecent()
            commits += 1
            if commits.isMultiple(of: 20) { try store.checkpoint() }
        } != nil
    }

    /// Plans an error or a power cut within the next operations, at times.
    func planFault() {
        guard random.chance(1, in: 25) else { return }
        let fault = random.pick([.powerCut, .powerCut, .error, .torn, .full]) ?? DiskFault.powerCut
        let operations: Set<DiskOperation> =
            fault == .full || fault == .torn ? [.write] : DiskOperation.changing
        let skipped = random.numberBelow(14)
        vfs.withDisk { $0.faults.add(fault, of: operations, after: skipped) }
    }

    /// Ends the server's process, or the machine, and opens the file again.
    func restart() {
        if random.chance(2, in: 3) || vfs.withDisk({ !$0.hasPower }) {
            vfs.cutPower()
        } else if random.chance(1, in: 2) {
            vfs.kill()
        }
        store = nil
        // The power may fail while the file is closed.
        if vfs.withDisk({ !$0.hasPower }) { vfs.cutPower() }
        vfs.withDisk { $0.faults.removeAll() }
        open()
    }

    private func open() {
        store = try? HubStore(.file("hub", vfs: vfs.name), surviving: durability, limits: limits)
    }

    private func attempt<Value>(_ act: (inout HubStore) throws -> Value) -> Value? {
        guard var open = store.take() else { return nil }
        let value = try? act(&open)
        store = consume open
        return value
    }
}
