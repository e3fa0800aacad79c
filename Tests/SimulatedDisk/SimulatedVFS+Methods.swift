internal import CSimperiumSQLite
internal import Glibc

/// A file as SQLite allocates it for this VFS: the methods, which SQLite calls, come first.
@safe struct VFSFile {
    var base: sqlite3_file
    /// Retained until the file is closed.
    var vfs: Unmanaged<SimulatedVFS>
    var number: Int
}

/// The functions of C that SQLite calls to reach a `SimulatedVFS`.
extension sqlite3_vfs {
    mutating func setMethods() {
        unsafe xOpen = { vfs, name, file, flags, outFlags in
            guard let file = unsafe VFSFile.at(file), let simulated = unsafe simulation(vfs) else {
                return SQLITE_CANTOPEN
            }
            unsafe file.pointee.base.pMethods = nil
            let text = unsafe name.map { unsafe String(cString: $0) }
            switch simulated.open(text, flags) {
            case .failure(let error): return error.code
            case .success(let number):
                unsafe file.pointee.vfs = .passRetained(simulated)
                unsafe file.pointee.number = number
                unsafe file.pointee.base.pMethods = UnsafePointer(VFSFile.methods)
                unsafe outFlags?.pointee = flags
                return SQLITE_OK
            }
        }
        unsafe xDelete = { vfs, name, syncsFolder in
            guard let name = unsafe name, let vfs = unsafe simulation(vfs) else {
                return SQLITE_IOERR
            }
            return vfs.delete(unsafe String(cString: name), syncsFolder: syncsFolder != 0)
        }
        unsafe xAccess = { vfs, name, flags, result in
            guard let name = unsafe name, let vfs = unsafe simulation(vfs) else {
                return SQLITE_IOERR
            }
            unsafe result?.pointee = vfs.mayAccess(unsafe String(cString: name), flags) ? 1 : 0
            return SQLITE_OK
        }
        unsafe xFullPathname = { _, name, count, result in
            guard let name = unsafe name, let result = unsafe result else { return SQLITE_IOERR }
            unsafe strncpy(result, name, Int(count) - 1)
            return SQLITE_OK
        }
        unsafe xRandomness = { vfs, count, result in
            guard let vfs = unsafe simulation(vfs), let result = unsafe result else { return 0 }
            for (index, byte) in vfs.randomBytes(Int(count)).enumerated() {
                unsafe result[index] = CChar(bitPattern: byte)
            }
            return count
        }
        unsafe xSleep = { _, microseconds in microseconds }
        unsafe xCurrentTime = { _, day in
            unsafe day?.pointee = 2_461_000
            return SQLITE_OK
        }
        unsafe xCurrentTimeInt64 = { _, milliseconds in
            unsafe milliseconds?.pointee = 2_461_000 * 86_400_000
            return SQLITE_OK
        }
    }
}

private func simulation(_ vfs: UnsafeMutablePointer<sqlite3_vfs>?) -> SimulatedVFS? {
    guard let data = unsafe vfs?.pointee.pAppData else { return nil }
    return unsafe Unmanaged<SimulatedVFS>.fromOpaque(data).takeUnretainedValue()
}

extension VFSFile {
    static func at(_ file: UnsafeMutablePointer<sqlite3_file>?) -> UnsafeMutablePointer<VFSFile>? {
        unsafe UnsafeMutableRawPointer(file)?.assumingMemoryBound(to: VFSFile.self)
    }

    private static func vfs(
        _ file: UnsafeMutablePointer<sqlite3_file>?
    ) -> (vfs: SimulatedVFS, number: Int) {
        guard let file = unsafe at(file) else { preconditionFailure("a call without a file") }
        return unsafe (file.pointee.vfs.takeUnretainedValue(), file.pointee.number)
    }

    nonisolated(unsafe) static let methods: UnsafeMutablePointer<sqlite3_io_methods> = {
        let methods = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
        unsafe methods.initialize(to: sqlite3_io_methods())
        unsafe methods.pointee.iVersion = 2
        unsafe setContentMethods(&methods.pointee)
        unsafe setLockMethods(&methods.pointee)
        return unsafe methods
    }()

    private static func setContentMethods(_ methods: inout sqlite3_io_methods) {
        unsafe methods.xClose = { file in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            vfs.close(number)
            unsafe VFSFile.at(file)?.pointee.vfs.release()
            return SQLITE_OK
        }
        unsafe methods.xRead = { file, buffer, count, offset in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            guard let buffer = unsafe buffer else { return IOErrorCode.read }
            var found = 0
            let code = vfs.perform(on: number, failing: IOErrorCode.read) {
                state, handle throws(DiskFailure) in
                let bytes = try state.disk.read(handle.file, at: Int(offset), count: Int(count))
                found = bytes.count
                unsafe buffer.copyMemory(from: bytes, byteCount: found)
            }
            guard code == SQLITE_OK, found < Int(count) else { return code }
            unsafe memset(buffer + found, 0, Int(count) - found)
            return IOErrorCode.shortRead
        }
        unsafe methods.xWrite = { file, buffer, count, offset in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            let bytes = unsafe [UInt8](UnsafeRawBufferPointer(start: buffer, count: Int(count)))
            return vfs.perform(on: number, failing: IOErrorCode.write) {
                state, handle throws(DiskFailure) in
                try state.disk.write(bytes, to: handle.file, at: Int(offset))
            }
        }
        unsafe methods.xTruncate = { file, size in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            return vfs.perform(on: number, failing: IOErrorCode.truncate) {
                state, handle throws(DiskFailure) in
                try state.disk.truncate(handle.file, to: Int(size))
            }
        }
        unsafe methods.xSync = { file, _ in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            return vfs.sync(number)
        }
        unsafe methods.xFileSize = { file, size in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            unsafe size?.pointee = Int64(vfs.size(number))
            return SQLITE_OK
        }
        unsafe methods.xFileControl = { _, _, _ in SQLITE_NOTFOUND }
        // As SQLite's own VFS has them on Linux.
        unsafe methods.xSectorSize = { _ in 4_096 }
        unsafe methods.xDeviceCharacteristics = { _ in SQLITE_IOCAP_POWERSAFE_OVERWRITE }
    }

    private static func setLockMethods(_ methods: inout sqlite3_io_methods) {
        unsafe methods.xLock = { file, level in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            return vfs.lock(number, level)
        }
        unsafe methods.xUnlock = { file, level in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            vfs.unlock(number, level)
            return SQLITE_OK
        }
        unsafe methods.xCheckReservedLock = { file, result in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            unsafe result?.pointee = vfs.isReserved(number) ? 1 : 0
            return SQLITE_OK
        }
        unsafe methods.xShmMap = { file, index, size, isMade, address in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            let region = unsafe vfs.region(number, Int(index), size: Int(size), isMade: isMade != 0)
            unsafe address?.pointee = unsafe region.address
            return unsafe region.code
        }
        unsafe methods.xShmLock = { file, offset, count, flags in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            return vfs.lockMemory(number, Int(offset)..<Int(offset + count), flags)
        }
        unsafe methods.xShmBarrier = { _ in }
        unsafe methods.xShmUnmap = { file, _ in
            let (vfs, number) = unsafe VFSFile.vfs(file)
            vfs.unmapMemory(number)
            return SQLITE_OK
        }
    }
}
