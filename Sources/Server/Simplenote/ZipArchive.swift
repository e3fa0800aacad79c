import SimperiumBytes

/// The end of a zip archive, which contains the offset and the length of the archive's directory.
package struct ZipEndRecord: Hashable, Sendable {
    /// The maximum size in bytes of the end of an archive, which consists of end records and a
    /// comment.
    package static let longest = 65_535 + 22 + 20 + 56
    /// The maximum size of a directory in bytes. A directory of this size has about a million
    /// files.
    private static let longestDirectory = 256 << 20

    /// The byte range of the directory in the archive.
    package let directory: Range<Int>

    /// Reads the end of an archive. `tail` contains the last bytes of the archive; `size` is the
    /// size of the whole archive in bytes.
    package init(tail: [UInt8], of size: Int) throws(ZipFault) {
        guard
            let end = stride(from: tail.count - 22, through: 0, by: -1).first(where: { index in
                tail.hasSignature(0x0605_4B50, at: index)
                    && index + 22 + tail.number(at: index + 20, bytes: 2) == tail.count
            })
        else { throw .cutOff }
        var disks = [4, 6].map { tail.number(at: end + $0, bytes: 2) }
        var length = tail.number(at: end + 12, bytes: 4)
        var start = tail.number(at: end + 16, bytes: 4)
        if tail.hasSignature(0x0706_4B50, at: end - 20) {
            let record = tail.number(at: end - 12, bytes: 8) &- (size - tail.count)
            guard tail.hasSignature(0x0606_4B50, at: record), record + 56 <= end else {
                throw .damaged
            }
            disks = [16, 20].map { tail.number(at: record + $0, bytes: 4) }
            length = tail.number(at: record + 40, bytes: 8)
            start = tail.number(at: record + 48, bytes: 8)
        }
        guard disks == [0, 0] else { throw .severalDisks }
        guard (0...size).contains(start), (0...size - start).contains(length),
            length <= Self.longestDirectory
        else { throw .damaged }
        directory = start..<start + length
    }
}

/// The location of the file with the notes in a zip archive.
package struct ZippedNotesLocation: Hashable, Sendable {
    /// The maximum size in bytes of the file with the notes: four times the largest export that is
    /// known to work.
    package static let longest = 4 << 30
    /// The size in bytes of the local header before the file's data, without its name and extra
    /// field.
    package static let headerLength = 30
    /// The paths that the file with the notes may have in an archive, the usual one first.
    private static let names = ["source/notes.json", "notes.json"]

    package let isDeflated: Bool
    /// The offset of the local header before the file's data.
    package let headerOffset: Int
    package let packedSize: Int
    package let size: Int
    fileprivate let checksum: UInt32

    /// Finds the file with the notes in the directory of an archive. Throws if there is none, or if
    /// the file can't be read.
    package init(in directory: [UInt8]) throws(ZipFault) {
        var found: [String: Int] = [:]
        var index = 0
        while index < directory.count {
            guard directory.hasSignature(0x0201_4B50, at: index) else { throw .damaged }
            let lengths = [28, 30, 32].map { directory.number(at: index + $0, bytes: 2) }
            let next = index + 46 + lengths.reduce(0, +)
            guard next <= directory.count else { throw .damaged }
            let name = directory[index + 46..<index + 46 + lengths[0]]
            if let name = Self.names.first(where: { name.elementsEqual($0.utf8) }) {
                guard found[name] == nil else { throw .damaged }
                found[name] = index
            }
            index = next
        }
        guard let place = Self.names.lazy.compactMap({ found[$0] }).first else { throw .noNotes }
        try self.init(directory, at: place)
    }

    private init(_ directory: [UInt8], at index: Int) throws(ZipFault) {
        let flags = directory.number(at: index + 8, bytes: 2)
        guard flags & 1 == 0 else { throw .password }
        let method = directory.number(at: index + 10, bytes: 2)
        guard method == 0 || method == 8 else { throw .method(method) }
        isDeflated = method == 8
        checksum = UInt32(directory.number(at: index + 16, bytes: 4))
        var numbers = [24, 20, 42].map { directory.number(at: index + $0, bytes: 4) }
        let nameLength = directory.number(at: index + 28, bytes: 2)
        let extraLength = directory.number(at: index + 30, bytes: 2)
        var extra = Array(
            directory[index + 46 + nameLength..<index + 46 + nameLength + extraLength])
        // The extra field of zip64 contains the sizes and the offset, but only the values that do
        // not fit into the usual fields.
        while extra.count >= 4 {
            let length = extra.number(at: 2, bytes: 2)
            guard extra.count >= 4 + length else { throw .damaged }
            if extra.number(at: 0, bytes: 2) == 1 {
                var place = 4
                for index in numbers.indices where numbers[index] == 0xFFFF_FFFF {
                    guard place + 8 <= 4 + length else { throw .damaged }
                    numbers[index] = extra.number(at: place, bytes: 8)
                    place += 8
                }
            }
            extra.removeFirst(4 + length)
        }
        (size, packedSize, headerOffset) = (numbers[0], numbers[1], numbers[2])
        guard size >= 0, packedSize >= 0, headerOffset >= 0 else { throw .damaged }
        guard size <= Self.longest, packedSize <= Self.longest else {
            throw .tooLarge(Self.longest)
        }
        guard isDeflated || size == packedSize else { throw .damaged }
    }

    /// Returns the offset of the file's data in the archive. `bytes` is the local header before the
    /// data.
    package func dataOffset(localHeader bytes: [UInt8]) throws(ZipFault) -> Int {
        guard bytes.count >= Self.headerLength, bytes.hasSignature(0x0403_4B50, at: 0) else {
            throw .damaged
        }
        return headerOffset + Self.headerLength + bytes.number(at: 26, bytes: 2)
            + bytes.number(at: 28, bytes: 2)
    }
}

/// An incremental reader of one file in a zip archive. It checks the length and the checksum.
package struct ZippedFileUnpacker: ~Copyable {
    private let entry: ZippedNotesLocation
    private var inflater: StreamInflater
    private var stored: [UInt8] = []
    private var checksum: UInt32 = 0
    private var count = 0

    package init(_ entry: ZippedNotesLocation) {
        self.entry = entry
        inflater = StreamInflater()
    }

    /// Adds bytes of the file's packed data. The caller must first fetch all earlier bytes with
    /// `nextUnpackedBytes`.
    package mutating func addPacked(_ bytes: [UInt8], isLast: Bool) {
        if entry.isDeflated { inflater.addInput(bytes, isLast: isLast) } else { stored = bytes }
    }

    /// Returns the next unpacked bytes of the file; nil if more packed bytes are needed. Throws if
    /// the data is damaged or longer than expected.
    package mutating func nextUnpackedBytes() throws(ZipFault) -> [UInt8]? {
        var bytes: [UInt8]?
        if entry.isDeflated {
            guard let found = try? inflater.next() else { throw .damaged }
            bytes = found.isEmpty ? nil : found
        } else {
            bytes = stored.isEmpty ? nil : stored
            stored = []
        }
        guard let bytes else { return nil }
        count += bytes.count
        guard count <= entry.size else { throw .damaged }
        checksum = crc32(checksum, adding: bytes)
        return bytes
    }

    /// Throws unless the file is complete and has the expected checksum.
    package func throwUnlessComplete() throws(ZipFault) {
        guard count == entry.size, checksum == entry.checksum else { throw .damaged }
    }
}

extension [UInt8] {
    fileprivate func hasSignature(_ signature: Int, at index: Int) -> Bool {
        index >= 0 && index <= count - 4 && number(at: index, bytes: 4) == signature
    }

    /// Returns the little-endian number at an index; 0 if the number does not lie within the bytes.
    /// A number of eight bytes is signed.
    fileprivate func number(at index: Int, bytes: Int) -> Int {
        guard index >= 0, index <= count - bytes else { return 0 }
        return self[index..<index + bytes].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
