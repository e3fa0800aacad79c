/// Why bytes are nothing that was deflated.
enum DeflateFault: Error, Hashable, Sendable {
    case cutShort
    case badBlock
    /// A code that no symbol has, or more codes than there are.
    case badCode
    /// A piece is to be repeated that never was.
    case badDistance
}
