extension [UInt8] {
    /// The bytes themselves, for who wants to keep what was lent. All at once, for one after the
    /// other would take ten times as long.
    package init(copying bytes: Span<UInt8>) {
        self = unsafe bytes.withUnsafeBufferPointer { unsafe Array($0) }
    }
}
