internal import CSQLite
internal import Glibc

/// A file's log, written a commit at a time.
///
/// SQLite writes two pieces for each page that a transaction has changed, and most of what a small
/// commit costs is the price of these calls. Here they are gathered, and written together when the
/// last piece of a commit comes: the write of that piece returns when all is written, or fails. So
/// a commit is told of no sooner than without this, and it meets a kill or a full disk as before.
/// Until then nobody but the transaction itself can want to read what is gathered.
@safe final class GatheredLog {
    private typealias File = UnsafeMutablePointer<sqlite3_file>

    /// What SQLite knows its files by when their logs are to be gathered.
    static let files = register()

    /// What stands before each page has 24 bytes. Of these some are not zero before the last page
    /// of a commit.
    private static let headLength = 24
    private static let endMark = 4..<8
    private static let leastPage = 512
    /// Of what has more than that, this much at a time: SQLite's way to write takes less than
    /// 128 KiB at once, and the last page can have 64.
    private static let most = 56 * 1024
    /// Where in SQLite's memory for a file ours begins.
    private static let offset = unsafe Int(sqlite3_vfs_find(nil).pointee.szOsFile)

    private let file: File
    /// How the operating system's file is used.
    private let system: sqlite3_io_methods
    /// How this one is, at an address that lasts as long as the file.
    private let methods: UnsafeMutablePointer<sqlite3_io_methods>
    private var gathered: [UInt8] = []
    private var start: Int64 = 0
    private var endsCommit = false

    private init(_ file: File) {
        unsafe self.file = file
        unsafe system = file.pointee.pMethods.pointee
        unsafe methods = .allocate(capacity: 1)
        unsafe methods.initialize(to: system)
    }

    deinit {
        unsafe methods.deallocate()
    }
}

extension GatheredLog {
    private func write(_ piece: UnsafeRawBufferPointer, at place: Int64) -> CInt {
        let isHead = piece.count < Self.leastPage
        // Nothing but a new transaction begins there: the last one was taken back.
        if isHead && place <= start { gathered.removeAll(keepingCapacity: true) }
        if place != start + Int64(gathered.count) {
            let code = writeGathered()
            guard code == SQLITE_OK else { return code }
        }
        guard piece.count == Self.headLength || !gathered.isEmpty else {
            return unsafe system.xWrite(file, piece.baseAddress, CInt(piece.count), place)
        }
        if gathered.isEmpty { start = place }
        unsafe gathered.append(contentsOf: piece)
        if isHead {
            endsCommit = unsafe piece[Self.endMark].contains { $0 != 0 }
            return SQLITE_OK
        }
        return endsCommit || gathered.count >= Self.most ? writeGathered() : SQLITE_OK
    }

    /// A transaction that is too large for memory reads what it has written.
    private func read(_ room: UnsafeMutableRawBufferPointer, at place: Int64) -> CInt {
        if place + Int64(room.count) > start {
            let code = writeGathered()
            guard code == SQLITE_OK else { return code }
        }
        return unsafe system.xRead(file, room.baseAddress, CInt(room.count), place)
    }

    /// What can't be written stays: the rest of its transaction must not be written without it.
    private func writeGathered() -> CInt {
        guard !gathered.isEmpty else { return SQLITE_OK }
        let code = unsafe gathered.withUnsafeBytes { bytes in
            unsafe system.xWrite(file, bytes.baseAddress, CInt(bytes.count), start)
        }
        if code == SQLITE_OK { gathered.removeAll(keepingCapacity: true) }
        return code
    }
}

extension GatheredLog {
    /// Gives SQLite the operating system's files under another name, with logs of ours.
    private static func register() -> String {
        let name = "gathered"
        let files = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        unsafe files.initialize(to: sqlite3_vfs_find(nil).pointee)
        unsafe files.pointee.zName = UnsafePointer(strdup(name))
        unsafe files.pointee.szOsFile += CInt(MemoryLayout<UnsafeRawPointer>.size)
        unsafe files.pointee.xOpen = { files, path, file, flags, outcome in
            let code = unsafe sqlite3_vfs_find(nil).pointee.xOpen(
                files, path, file, flags, outcome)
            if code == SQLITE_OK, flags & SQLITE_OPEN_WAL != 0, let file = unsafe file {
                unsafe GatheredLog(file).takePlace()
            }
            return code
        }
        unsafe sqlite3_vfs_register(files, 0)
        return name
    }

    /// From now on SQLite uses the file through this.
    private func takePlace() {
        unsafe methods.pointee.xClose = { unsafe GatheredLog.close($0) }
        unsafe methods.pointee.xRead = { file, bytes, count, place in
            let room = unsafe UnsafeMutableRawBufferPointer(start: bytes, count: Int(count))
            return unsafe GatheredLog.of(file).read(room, at: place)
        }
        unsafe methods.pointee.xWrite = { file, bytes, count, place in
            let piece = unsafe UnsafeRawBufferPointer(start: bytes, count: Int(count))
            return unsafe GatheredLog.of(file).write(piece, at: place)
        }
        unsafe Self.slot(of: file).initialize(to: Unmanaged.passRetained(self).toOpaque())
        unsafe file.pointee.pMethods = UnsafePointer(methods)
    }

    /// What is still gathered is of a transaction that was taken back.
    private static func close(_ file: File?) -> CInt {
        let log = unsafe Unmanaged<GatheredLog>.fromOpaque(slot(of: file).pointee)
            .takeRetainedValue()
        return unsafe log.system.xClose(file)
    }

    private static func of(_ file: File?) -> GatheredLog {
        unsafe Unmanaged<GatheredLog>.fromOpaque(slot(of: file).pointee).takeUnretainedValue()
    }

    private static func slot(
        of file: File?
    ) -> UnsafeMutablePointer<UnsafeMutableRawPointer> {
        guard let file = unsafe file else { preconditionFailure("SQLite names no file") }
        return unsafe (UnsafeMutableRawPointer(file) + offset)
            .assumingMemoryBound(to: UnsafeMutableRawPointer.self)
    }
}
