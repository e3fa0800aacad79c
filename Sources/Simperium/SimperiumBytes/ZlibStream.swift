internal import CSimperiumZlib

package struct InvalidDeflateData: Error, Hashable, Sendable {}

/// A compressor of one message.
@safe struct ZlibDeflater: ~Copyable {
    /// A level that compresses nearly as well as zlib's usual level 6, in half the time.
    private static let level = 4 as CInt
    /// The level for a hash table of 4,096 entries, which is small because most messages are short.
    private static let memory = 5 as CInt
    /// The difference in bytes between zlib's window and the largest distance of a match.
    private static let lookahead = 262

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)

    /// Creates a compressor of a message with `count` bytes. The window is no larger than the
    /// message needs, because zlib allocates four times the window's size.
    init(forBytes count: Int) {
        unsafe stream.initialize(to: z_stream())
        let bits = Int.bitWidth - (count + Self.lookahead - 1).leadingZeroBitCount
        let code = unsafe ttt_deflate_init(
            stream, Self.level, CInt(min(15, max(9, bits))), Self.memory)
        precondition(code == Z_OK, "no memory to compress")
    }

    deinit {
        unsafe deflateEnd(stream)
        unsafe stream.deallocate()
    }

    /// Returns the compressed bytes up to the end of an empty block; nil if there are more than
    /// `most`.
    mutating func compress(_ bytes: [UInt8], atMost most: Int) -> [UInt8]? {
        let output = unsafe stream.produceOutput(bytes[...], atMost: most + 1) { stream in
            let code = unsafe deflate(stream, Z_SYNC_FLUSH)
            precondition(code == Z_OK, "deflate returned \(code)")
        }
        return output.count <= most ? output : nil
    }
}

/// A decompressor of raw deflate data, which may arrive in pieces.
@safe struct ZlibInflater: ~Copyable {
    /// The largest distance of a back-reference.
    private static let window = 32 << 10
    /// The flag in zlib's `data_type` for a stop directly after a block. The lowest bits are the
    /// number of unused bits of the last byte.
    private static let betweenBlocks = 128 as CInt

    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var input: ArraySlice<UInt8> = []
    /// True if zlib may hold output that did not fit.
    private var hasOutput = false
    private var hasEndedBlock = false
    /// True after the last block.
    private(set) var isAtEnd = false

    init() {
        unsafe stream.initialize(to: z_stream())
        let code = unsafe ttt_inflate_init(stream)
        precondition(code == Z_OK, "no memory to decompress")
    }

    deinit {
        unsafe inflateEnd(stream)
        unsafe stream.deallocate()
    }

    var hasReadAll: Bool { input.isEmpty && !hasOutput }

    /// True at the end of the stream, or after a complete block if no bits of the next block were
    /// read.
    var isBetweenBlocks: Bool { isAtEnd || hasEndedBlock }

    mutating func addInput(_ bytes: [UInt8]) {
        input = input.isEmpty ? bytes[...] : input + bytes
    }

    /// Starts another stream after the last block. The new stream's back-references may point into
    /// `output`.
    mutating func restartStream(after output: [UInt8]) {
        (isAtEnd, hasEndedBlock) = (false, false)
        unsafe inflateReset(stream)
        let known = Array(output.suffix(Self.window))
        unsafe inflateSetDictionary(stream, known, UInt32(known.count))
    }

    /// Returns up to `most` bytes; none if more input is needed, or at the end of the stream.
    mutating func next(atMost most: Int) throws(InvalidDeflateData) -> [UInt8] {
        var code = Z_OK
        let output = unsafe stream.produceOutput(input, atMost: most) { stream in
            code = unsafe inflate(stream, Z_SYNC_FLUSH)
        }
        input = unsafe input.suffix(Int(stream.pointee.avail_in))
        hasOutput = code == Z_OK && output.count == most
        isAtEnd = code == Z_STREAM_END
        // After a call without progress, `data_type` does not show that a block has ended.
        if code == Z_OK {
            hasEndedBlock = unsafe stream.pointee.data_type & ~64 == Self.betweenBlocks
        }
        // zlib reports a lack of room if it has nothing to do.
        guard isAtEnd || code == Z_OK || code == Z_BUF_ERROR else { throw InvalidDeflateData() }
        return output
    }
}

extension UnsafeMutablePointer<z_stream> {
    /// Sets the input and an output buffer of `room` bytes, calls `work`, and returns the output.
    fileprivate func produceOutput(
        _ input: ArraySlice<UInt8>, atMost room: Int, _ work: (Self) -> Void
    ) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: room) { output, count in
            unsafe input.withUnsafeBufferPointer { input in
                unsafe pointee.next_in = UnsafeMutablePointer<UInt8>(
                    mutating: input.baseAddress)
                unsafe pointee.avail_in = UInt32(input.count)
                unsafe pointee.next_out = output.baseAddress
                unsafe pointee.avail_out = UInt32(room)
                unsafe work(self)
                count = unsafe room - Int(pointee.avail_out)
                unsafe (pointee.next_in, pointee.next_out) = (nil, nil)
            }
        }
    }
}
