internal import CSimperiumOpenSSL

/// The password hash of RFC 7914, which takes so much memory that guessing is expensive.
package enum Scrypt {
    private static let resultSize = 32

    /// Returns the hash of a password; nil if the cost is invalid or needs more than 1 GiB of
    /// memory. Don't call this on the loop's thread: at the usual cost, it takes a tenth of a
    /// second.
    package static func hash(
        _ password: [UInt8], salt: [UInt8], rounds: Int, blockSize: Int, lanes: Int
    ) -> [UInt8]? {
        guard let rounds = UInt64(exactly: rounds), let blockSize = UInt64(exactly: blockSize),
            let lanes = UInt64(exactly: lanes)
        else { return nil }
        var result = [UInt8](repeating: 0, count: resultSize)
        let status = unsafe password.withUnsafeBufferPointer { password in
            unsafe password.withMemoryRebound(to: CChar.self) { password in
                unsafe EVP_PBE_scrypt(
                    password.baseAddress, password.count, salt, salt.count, rounds, blockSize,
                    lanes, 1 << 30, &result, result.count)
            }
        }
        return status == 1 ? result : nil
    }
}
