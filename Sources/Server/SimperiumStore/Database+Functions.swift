internal import CSimperiumSQLite
internal import SimperiumWire

/// The functions of this program that SQL statements may call.
///
/// - `digest(TEXT)` is the digest of a secret.
/// - `base(BLOB)` is the number of a stored body's base; NULL for a body that is stored whole.
/// - `checksum(VALUE, …)` is the checksum of these values; NULL if all are NULL.
/// - `verified(TABLE, CHECKSUM, VALUE, …)` is true if these values have this checksum. Otherwise
///   the statement fails with `StorageError.damagedRow`.
extension Database {
    /// Adds the functions to a connection. Ignores errors, because a statement that calls a missing
    /// function fails to compile.
    static func addFunctions(to handle: OpaquePointer) {
        unsafe add(to: handle, "digest", arguments: 1) { context, _, values in
            guard let text = unsafe sqlite3_value_text(values?.pointee) else { return }
            let digest = SecretDigest(ofText: unsafe String(cString: text)).bytes
            unsafe sqlite3_result_blob(context, digest, Int32(digest.count), ttt_sqlite_transient())
        }
        unsafe add(to: handle, "base", arguments: 1) { context, _, values in
            let start = unsafe sqlite3_value_blob(values?.pointee)
            let count = unsafe Int(sqlite3_value_bytes(values?.pointee))
            let bytes = unsafe UnsafeRawBufferPointer(start: start, count: count)
            guard let base = unsafe StoredBodyEdits.baseNumber(of: bytes) else { return }
            unsafe sqlite3_result_int64(context, Int64(base))
        }
        unsafe add(to: handle, "checksum", arguments: -1) { context, count, values in
            if let checksum = unsafe checksum(of: values, from: 0, count) {
                unsafe sqlite3_result_int64(context, checksum)
            }
        }
        unsafe add(to: handle, "verified", arguments: -1) { context, count, values in
            let checksum = unsafe checksum(of: values, from: 2, count)
            let kept = unsafe values?[1]
            let isVerified =
                if let checksum {
                    unsafe sqlite3_value_type(kept) == SQLITE_INTEGER
                        && sqlite3_value_int64(kept) == checksum
                } else {
                    unsafe sqlite3_value_type(kept) == SQLITE_NULL
                }
            guard !isVerified else { return unsafe sqlite3_result_int(context, 1) }
            unsafe sqlite3_result_error(context, sqlite3_value_text(values?[0]), -1)
            unsafe sqlite3_result_error_code(context, StorageError.damagedRowCode)
        }
    }

    private typealias Function =
        @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void

    private static func add(
        to handle: OpaquePointer, _ name: String, arguments count: Int32, _ function: Function
    ) {
        let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC
        unsafe sqlite3_create_function_v2(handle, name, count, flags, nil, function, nil, nil, nil)
    }
}

/// Returns the checksum of the values from index `first` on; nil if all are NULL.
private func checksum(
    of values: UnsafeMutablePointer<OpaquePointer?>?, from first: Int, _ count: Int32
) -> Int64? {
    var checksum = RowChecksum()
    var isNull = true
    for index in first..<Int(count) {
        let value = unsafe values?[index]
        switch unsafe sqlite3_value_type(value) {
        case SQLITE_NULL:
            checksum.addNull()
            continue
        case SQLITE_INTEGER: checksum.add(unsafe sqlite3_value_int64(value))
        case SQLITE_TEXT:
            let start = unsafe sqlite3_value_text(value)
            let count = unsafe Int(sqlite3_value_bytes(value))
            unsafe checksum.add(text: UnsafeBufferPointer(start: start, count: count).span)
        default:
            let start = unsafe sqlite3_value_blob(value)?.assumingMemoryBound(to: UInt8.self)
            let count = unsafe Int(sqlite3_value_bytes(value))
            unsafe checksum.add(bytes: UnsafeBufferPointer(start: start, count: count).span)
        }
        isNull = false
    }
    return isNull ? nil : checksum.value
}

extension StorageError {
    /// `SQLITE_CORRUPT_VTAB`, which the SQL function `verified` returns for a row with a wrong
    /// checksum.
    static let damagedRowCode = SQLITE_CORRUPT | 1 << 8
}
