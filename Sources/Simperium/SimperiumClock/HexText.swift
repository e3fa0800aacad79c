extension Sequence<UInt8> {
    /// The bytes in lower-case hexadecimal, two digits for each.
    package var hexText: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
