extension Sequence<UInt8> {
    /// Two hexadecimal digits for each byte.
    package var hexText: String {
        map { byte in
            let digits = String(byte, radix: 16)
            return byte < 16 ? "0" + digits : digits
        }.joined()
    }
}
