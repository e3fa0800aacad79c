internal import CSimperiumSQLite
internal import Glibc
internal import SimperiumClock
internal import Synchronization

/// A simulated disk as SQLite sees it: a VFS, registered under a name of its own.
///
/// SQLite's locks and shared memory are those of one process. A handle that was open when the
/// process was killed, or when the power was cut, fails from then on.
@safe package final class SimulatedVFS: @unchecked Sendable {
    struct State {
        var disk: SimulatedDisk
        var random: SeededRandom
        var handles: [Int: Handle] = [:]
        var memories: [SimulatedDisk.FileNumber: SharedMemory] = [:]
        var lastHandle = 0
        var syncTakes = 0
    }

    struct Handle {
        let file: SimulatedDisk.FileNumber
        /// The name of a temporary file, which is deleted when it is closed.
        let temporaryName: String?
        /// True if a sync also makes the folder's names survive, as SQLite does for logs.
        let syncsFolder: Bool
        var lock = SQLITE_LOCK_NONE
        var isDead = false
        var memory: SharedMemory?
    }

    /// The name to give to `Database.Location.file`.
    package let name: String
    private var state: State
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let registered: UnsafeMutablePointer<sqlite3_vfs>
    private let registeredName: UnsafeMutablePointer<CChar>

    package init(seed: UInt64) {
        let name = "simulated-\(Self.numbers.add(1, ordering: .relaxed).newValue)"
        self.name = name
        var random = SeededRandom(seed: seed)
        state = State(disk: SimulatedDisk(seed: random.next()), random: random)
        unsafe mutex = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        unsafe registeredName = unsafe strdup(name)
        unsafe registered = .allocate(capacity: 1)
        unsafe registered.initialize(to: sqlite3_vfs())
        unsafe registered.pointee.iVersion = 2
        unsafe registered.pointee.szOsFile = CInt(MemoryLayout<VFSFile>.size)
        unsafe registered.pointee.mxPathname = 512
        unsafe registered.pointee.zName = UnsafePointer(registeredName)
        unsafe registered.pointee.pAppData = Unmanaged.passUnretained(self).toOpaque()
        unsafe registered.pointee.setMethods()
        unsafe sqlite3_vfs_register(registered, 0)
    }

    /// Unregisters the VFS. Open files retain it.
    deinit {
        unsafe sqlite3_vfs_unregister(registered)
        unsafe registered.deallocate()
        unsafe free(registeredName)
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    private static let numbers = Atomic(0)

    /// Reads or changes the disk.
    package func withDisk<Value>(_ body: (inout SimulatedDisk) -> Value) -> Value {
        with { body(&$0.disk) }
    }

    /// Ends the process: open handles fail, and files stay as programs saw them.
    package func kill() {
        with { state in
            for number in state.handles.keys { state.handles[number]?.isDead = true }
            state.memories = [:]
        }
    }

    /// Ends the process and cuts the power.
    package func cutPower() {
        kill()
        withDisk { $0.cutPower() }
    }

    /// Makes each sync take so many microseconds.
    package func slowSyncs(to microseconds: Int) { with { $0.syncTakes = microseconds } }

    func with<Value>(_ body: (inout State) -> Value) -> Value {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body(&state)
    }
}

// MARK: - Files

extension SimulatedVFS {
    /// Opens a file for SQLite. Returns the handle's number, or a code of SQLite.
    func open(_ name: String?, _ flags: CInt) -> Result<Int, SQLiteCode> {
        with { state in
            state.lastHandle += 1
            let number = state.lastHandle
            let temporary = name == nil ? "temporary-\(number)" : nil
            let name = name ?? temporary ?? ""
            var file = state.disk.number(of: name)
            if file == nil, flags & SQLITE_OPEN_CREATE != 0 {
                do throws(DiskFailure) { file = try state.disk.create(name) } catch {
                    return .failure(SQLiteCode(SQLITE_CANTOPEN))
                }
            }
            guard let file, state.disk.hasPower,
                !state.disk.isReadOnly || flags & SQLITE_OPEN_READWRITE == 0
            else { return .failure(SQLiteCode(SQLITE_CANTOPEN)) }
            let isLog = flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL) != 0
            state.handles[number] = Handle(
                file: file, temporaryName: temporary, syncsFolder: isLog)
            return .success(number)
        }
    }

    func close(_ number: Int) {
        with { state in
            guard let handle = state.handles.removeValue(forKey: number) else { return }
            if let name = handle.temporaryName {
                try? state.disk.delete(name, syncsFolder: false)
            }
        }
    }

    /// Does something with the file of a handle, and returns a code of SQLite.
    func perform(
        on number: Int, failing code: CInt,
        _ body: (inout State, Handle) throws(DiskFailure) -> Void
    ) -> CInt {
        with { state in
            guard let handle = state.handles[number], !handle.isDead else {
                errno = EIO
                return code
            }
            do throws(DiskFailure) {
                try body(&state, handle)
                return SQLITE_OK
            } catch {
                return error.code(code)
            }
        }
    }

    func sync(_ number: Int) -> CInt {
        let pause = with { $0.syncTakes }
        if pause > 0 { usleep(UInt32(pause)) }
        return perform(on: number, failing: IOErrorCode.sync) {
            state, handle throws(DiskFailure) in
            try state.disk.sync(handle.file, andFolder: handle.syncsFolder)
        }
    }

    func size(_ number: Int) -> Int {
        with { state in
            state.handles[number].flatMap { state.disk.files[$0.file]?.content.count } ?? 0
        }
    }

    func delete(_ name: String, syncsFolder: Bool) -> CInt {
        with { state in
            guard state.disk.number(of: name) != nil else { return IOErrorCode.notThere }
            do throws(DiskFailure) {
                try state.disk.delete(name, syncsFolder: syncsFolder)
                return SQLITE_OK
            } catch {
                return error.code(IOErrorCode.delete)
            }
        }
    }

    /// True if there is a file that can be used in the way that SQLite asks for.
    func mayAccess(_ name: String, _ flags: CInt) -> Bool {
        withDisk {
            $0.number(of: name) != nil && (flags != SQLITE_ACCESS_READWRITE || !$0.isReadOnly)
        }
    }

    func randomBytes(_ count: Int) -> [UInt8] {
        with { state in (0..<count).map { _ in UInt8(truncatingIfNeeded: state.random.next()) } }
    }
}

/// SQLite's codes for errors of a disk, which are macros that Swift does not import.
enum IOErrorCode {
    static let read = SQLITE_IOERR | 1 << 8
    static let shortRead = SQLITE_IOERR | 2 << 8
    static let write = SQLITE_IOERR | 3 << 8
    static let sync = SQLITE_IOERR | 4 << 8
    static let truncate = SQLITE_IOERR | 6 << 8
    static let delete = SQLITE_IOERR | 10 << 8
    static let lock = SQLITE_IOERR | 15 << 8
    static let lockMemory = SQLITE_IOERR | 20 << 8
    static let map = SQLITE_IOERR | 21 << 8
    static let notThere = SQLITE_IOERR | 23 << 8
}

/// A result code of SQLite as an error.
struct SQLiteCode: Error {
    let code: CInt
    init(_ code: CInt) { self.code = code }
}

extension DiskFailure {
    /// The code that SQLite's own VFS returns, given that of an operation that fails with EIO.
    func code(_ failed: CInt) -> CInt {
        switch self {
        case .error, .noPower:
            errno = EIO
            return failed
        case .full:
            errno = ENOSPC
            return failed == IOErrorCode.write ? SQLITE_FULL : failed
        case .readOnly:
            errno = EROFS
            return SQLITE_READONLY
        }
    }
}
