/// A decompressor of a stream by RFC 1951 that comes in pieces and is of any length.
///
/// It has at most a mebibyte of input and 128 KiB of output.
package struct DeflatedStream: ~Copyable {
    /// More input than a run of the inflater takes: a block's head, and the longest codes for the
    /// output of one run.
    private static let margin = 512 << 10
    /// The output of a run, which may be exceeded by one repetition.
    private static let run = 64 << 10

    private var inflater = Inflater(stream: ())
    private var hasAllInput = false

    package init() {}

    /// Adds bytes of the stream.
    package mutating func add(_ bytes: [UInt8], isLast: Bool) {
        inflater.add(bytes)
        hasAllInput = isLast
    }

    /// Returns the next bytes; an empty array if more input is needed, or at the stream's end.
    package mutating func next() throws -> [UInt8] {
        try inflater.run(upTo: Self.run, leaving: hasAllInput ? nil : Self.margin)
    }
}
