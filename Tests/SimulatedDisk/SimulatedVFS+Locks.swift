internal import CSimperiumSQLite

/// The memory that connections to one file in WAL mode share, and its locks.
@safe final class SharedMemory {
    struct Slot {
        var readers: Set<Int> = []
        var writer: Int?
    }

    var slots = Array(repeating: Slot(), count: Int(SQLITE_SHM_NLOCK))
    private var regions: [UnsafeMutableRawPointer] = unsafe []

    /// Returns a region, or nil if there is none and none is to be made.
    func region(_ index: Int, size: Int, isMade: Bool) -> UnsafeMutableRawPointer? {
        while unsafe regions.count <= index {
            guard isMade else { return nil }
            let region = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
            unsafe region.initializeMemory(as: UInt8.self, repeating: 0, count: size)
            unsafe regions.append(region)
        }
        return unsafe regions[index]
    }

    /// True if the handle may have the lock, and has it now.
    func lock(_ range: Range<Int>, isExclusive: Bool, by handle: Int) -> Bool {
        for slot in slots[range] {
            if let writer = slot.writer, writer != handle { return false }
            if isExclusive, !slot.readers.subtracting([handle]).isEmpty { return false }
        }
        for index in range {
            if isExclusive {
                slots[index].writer = handle
            } else {
                slots[index].readers.insert(handle)
            }
        }
        return true
    }

    func unlock(_ range: Range<Int>, by handle: Int) {
        for index in range {
            slots[index].readers.remove(handle)
            if slots[index].writer == handle { slots[index].writer = nil }
        }
    }

    deinit {
        unsafe regions.forEach { unsafe $0.deallocate() }
    }
}

extension SimulatedVFS {
    func lock(_ number: Int, _ level: CInt) -> CInt {
        with { state in
            guard let handle = state.handles[number], !handle.isDead else {
                return IOErrorCode.lock
            }
            guard handle.lock < level else { return SQLITE_OK }
            let others = state.handles.filter {
                $0.key != number && $0.value.file == handle.file && !$0.value.isDead
            }.values.map(\.lock)
            let highest = others.max() ?? SQLITE_LOCK_NONE
            switch level {
            case SQLITE_LOCK_SHARED where highest >= SQLITE_LOCK_PENDING: return SQLITE_BUSY
            case SQLITE_LOCK_RESERVED where highest >= SQLITE_LOCK_RESERVED: return SQLITE_BUSY
            case SQLITE_LOCK_EXCLUSIVE where highest >= SQLITE_LOCK_RESERVED: return SQLITE_BUSY
            case SQLITE_LOCK_EXCLUSIVE where highest >= SQLITE_LOCK_SHARED:
                state.handles[number]?.lock = SQLITE_LOCK_PENDING
                return SQLITE_BUSY
            default:
                state.handles[number]?.lock = level
                return SQLITE_OK
            }
        }
    }

    func unlock(_ number: Int, _ level: CInt) {
        with { $0.handles[number]?.lock = level }
    }

    func isReserved(_ number: Int) -> Bool {
        with { state in
            guard let file = state.handles[number]?.file else { return false }
            return state.handles.values.contains {
                $0.file == file && !$0.isDead && $0.lock >= SQLITE_LOCK_RESERVED
            }
        }
    }

    /// Returns a region of the shared memory; nil if there is none, or the handle is dead.
    func region(
        _ number: Int, _ index: Int, size: Int, isMade: Bool
    ) -> (code: CInt, address: UnsafeMutableRawPointer?) {
        nonisolated(unsafe) var address: UnsafeMutableRawPointer?
        let code = with { state in
            guard let memory = Self.memory(of: number, in: &state) else { return IOErrorCode.map }
            unsafe address = memory.region(index, size: size, isMade: isMade)
            return SQLITE_OK
        }
        return unsafe (code, address)
    }

    func lockMemory(_ number: Int, _ range: Range<Int>, _ flags: CInt) -> CInt {
        with { state in
            // A dead handle may let go of its locks, which are on memory that only it has.
            guard let memory = Self.memory(of: number, in: &state) else {
                return flags & SQLITE_SHM_UNLOCK != 0 ? SQLITE_OK : IOErrorCode.lockMemory
            }
            if flags & SQLITE_SHM_UNLOCK != 0 {
                memory.unlock(range, by: number)
                return SQLITE_OK
            }
            let isExclusive = flags & SQLITE_SHM_EXCLUSIVE != 0
            let isLocked = memory.lock(range, isExclusive: isExclusive, by: number)
            return isLocked ? SQLITE_OK : SQLITE_BUSY
        }
    }

    /// Drops the memory with its last handle, so that the next connection reads the log again.
    func unmapMemory(_ number: Int) {
        with { state in
            guard let handle = state.handles[number] else { return }
            handle.memory?.unlock(0..<Int(SQLITE_SHM_NLOCK), by: number)
            state.handles[number]?.memory = nil
            let isUsed = state.handles.values.contains {
                $0.file == handle.file && !$0.isDead && $0.memory != nil
            }
            if !isUsed, !handle.isDead { state.memories[handle.file] = nil }
        }
    }

    private static func memory(of number: Int, in state: inout State) -> SharedMemory? {
        guard let handle = state.handles[number] else { return nil }
        if let memory = handle.memory { return memory }
        guard !handle.isDead else { return nil }
        let memory = state.memories[handle.file] ?? SharedMemory()
        state.memories[handle.file] = memory
        state.handles[number]?.memory = memory
        return memory
    }
}
