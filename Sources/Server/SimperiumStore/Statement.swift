internal import CSimperiumSQLite
internal import Glibc
internal import SimperiumLoop
package import SimperiumWire

/// A compiled statement and its current row.
///
/// Parameters are numbered from one and columns from zero, as in SQLite.
@safe package struct Statement: ~Copyable {
    private let handle: OpaquePointer

    init(_ handle: OpaquePointer) {
        unsafe self.handle = handle
    }

    deinit {
        unsafe sqlite3_finalize(handle)
    }

    package borrowing func bind(_ text: String, at parameter: Int32) throws(StorageError) {
        var text = text
        let code = text.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe sqlite3_bind_text(
                    handle, parameter, characters.baseAddress ?? ttt_empty_text(),
                    Int32(clamping: characters.count), ttt_sqlite_transient())
            }
        }
        try throwUnlessOK(code, "bind")
    }

    package borrowing func bind(_ bytes: [UInt8], at parameter: Int32) throws(StorageError) {
        try bind(bytes.span, at: parameter)
    }

    package borrowing func bind(_ bytes: Span<UInt8>, at parameter: Int32) throws(StorageError) {
        // Without an address, SQLite would bind NULL instead of an empty blob.
        guard !bytes.isEmpty else {
            return try throwUnlessOK(unsafe sqlite3_bind_zeroblob(handle, parameter, 0), "bind")
        }
        let code = unsafe bytes.withUnsafeBytes { bytes in
            unsafe sqlite3_bind_blob64(
                handle, parameter, bytes.baseAddress, UInt64(bytes.count), ttt_sqlite_transient())
        }
        try throwUnlessOK(code, "bind")
    }

    package borrowing func bind(_ number: Int, at parameter: Int32) throws(StorageError) {
        try throwUnlessOK(unsafe sqlite3_bind_int64(handle, parameter, Int64(number)), "bind")
    }

    package borrowing func bind(_ text: String?, at parameter: Int32) throws(StorageError) {
        if let text { try bind(text, at: parameter) } else { try bindNull(at: parameter) }
    }

    package borrowing func bind(_ bytes: [UInt8]?, at parameter: Int32) throws(StorageError) {
        if let bytes { try bind(bytes, at: parameter) } else { try bindNull(at: parameter) }
    }

    package borrowing func bind(_ number: Int?, at parameter: Int32) throws(StorageError) {
        if let number { try bind(number, at: parameter) } else { try bindNull(at: parameter) }
    }

    package borrowing func bindNull(at parameter: Int32) throws(StorageError) {
        try throwUnlessOK(unsafe sqlite3_bind_null(handle, parameter), "bind")
    }

    /// Moves to the next row and returns true; returns false after the last row.
    package borrowing func step() throws(StorageError) -> Bool {
        let code = unsafe sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw unsafe StorageError(code: code, sqlite3_db_handle(handle), "step")
        }
    }

    /// Runs the statement to its end, and makes it ready to be bound and run again.
    package borrowing func run() throws(StorageError) {
        defer { rewind() }
        while try step() {}
    }

    /// Runs the statement to its end, and rewinds it. Returns the results of `read`, one for each
    /// row.
    borrowing func mapRows<Value>(
        _ read: (borrowing Statement) throws(StorageError) -> Value
    ) throws(StorageError) -> [Value] {
        defer { rewind() }
        var values: [Value] = []
        while try step() { values.append(try read(self)) }
        return values
    }

    /// Rewinds the statement to before its first row. Parameters keep their values.
    package borrowing func rewind() {
        _ = unsafe sqlite3_reset(handle)
    }

    package borrowing func isNull(_ column: Int32) -> Bool {
        unsafe sqlite3_column_type(handle, column) == SQLITE_NULL
    }

    package borrowing func text(in column: Int32) -> String? {
        unsafe withBytes(in: column) { unsafe String(decoding: $0, as: UTF8.self) }
    }

    package borrowing func bytes(in column: Int32) -> [UInt8]? {
        unsafe withBytes(in: column) { unsafe [UInt8]($0) }
    }

    /// Calls `read` with the bytes of a column, which are valid until the next step. Returns nil
    /// for NULL.
    private borrowing func withBytes<Value>(
        in column: Int32, _ read: (UnsafeRawBufferPointer) -> Value
    ) -> Value? {
        guard !isNull(column) else { return nil }
        let start = unsafe sqlite3_column_blob(handle, column)
        let count = unsafe Int(sqlite3_column_bytes(handle, column))
        return unsafe read(UnsafeRawBufferPointer(start: start, count: count))
    }

    package borrowing func number(in column: Int32) -> Int? {
        guard !isNull(column) else { return nil }
        return unsafe Int(sqlite3_column_int64(handle, column))
    }

    private borrowing func throwUnlessOK(_ code: Int32, _ operation: String) throws(StorageError) {
        guard code == SQLITE_OK else {
            throw unsafe StorageError(code: code, sqlite3_db_handle(handle), operation)
        }
    }
}

extension StorageError {
    init(code: Int32, _ database: OpaquePointer?, _ operation: String) {
        // SQLite recognises a full disk, but no other limit on space.
        let cause = errno
        let reason = unsafe String(cString: sqlite3_errmsg(database))
        switch code & 0xff {
        case SQLITE_CORRUPT where unsafe sqlite3_extended_errcode(database) == Self.damagedRowCode:
            self = .damagedRow(table: reason)
        case SQLITE_BUSY, SQLITE_LOCKED: self = .locked
        case SQLITE_FULL: self = .full
        case SQLITE_IOERR where isOutOfRoom(cause): self = .full
        case SQLITE_IOERR: self = .disk(reason: "sqlite: \(operation): \(reason)")
        case SQLITE_READONLY, SQLITE_PERM, SQLITE_CANTOPEN: self = .readOnly
        case SQLITE_CORRUPT, SQLITE_NOTADB: self = .damaged(reason: reason)
        default: self = .library(reason: "sqlite: \(operation): \(reason)")
        }
    }
}

private func isOutOfRoom(_ cause: Int32) -> Bool {
    [ENOSPC, EDQUOT, EFBIG].contains(cause)
}
