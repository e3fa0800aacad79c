/// The reason that bytes are not valid deflated data.
enum DeflateFault: Error, Hashable, Sendable {
    case cutShort
    case badBlock
    /// A code without a symbol, or an overfull set of codes.
    case badCode
    /// A repetition that starts before the beginning of the data.
    case badDistance
}
