internal import CSimperiumSQLite
internal import SimperiumWire

extension Database {
    /// Has steps of a format know `digest(TEXT)`, which is what is kept of a secret.
    borrowing func addDigest() throws(StorageError) {
        let code = unsafe sqlite3_create_function_v2(
            handle, "digest", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, values in
                guard let text = unsafe sqlite3_value_text(values?.pointee) else { return }
                let digest = SecretDigest(ofText: unsafe String(cString: text)).bytes
                unsafe sqlite3_result_blob(
                    context, digest, Int32(digest.count), ttt_sqlite_transient())
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw unsafe StorageError(code: code, handle, "function") }
    }
}
