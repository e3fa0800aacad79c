import SimperiumBytes
import Simplenote
import Testing

@Suite("A zip archive with an export")
struct ZipTests {
    /// An archive that is made field by field, so that each can be wrong.
    private struct Archive {
        var name = "source/notes.json"
        var data = ZipTests.packed
        var size = ZipTests.plain.utf8.count
        var checksum: UInt32 = 0x41C2_23A7
        var method = 8
        var flags = 0
        var disk = 0
        var isZip64 = false
        /// Other names in front, with no data.
        var others: [String] = ["a.txt"]
        var remark = "kept"

        var bytes: [UInt8] {
            let files =
                others.map { ($0, [UInt8](), 0, UInt32(0), 0) } + [
                    (name, data, size, checksum, method)
                ]
            var bytes: [UInt8] = []
            var directory: [UInt8] = []
            for (name, data, size, checksum, method) in files {
                let place = bytes.count
                let extra: [UInt8] =
                    isZip64
                    ? number(1, 2) + number(24, 2) + number(size, 8) + number(data.count, 8)
                        + number(place, 8) : []
                let sizes =
                    isZip64 ? [Int](repeating: 0xFFFF_FFFF, count: 3) : [size, data.count, place]
                bytes += number(0x0403_4B50, 4) + number(20, 2) + number(flags, 2)
                bytes += number(method, 2) + number(0, 4) + number(Int(checksum), 4)
                bytes += number(data.count, 4) + number(size, 4) + number(name.utf8.count, 2)
                bytes += number(3, 2) + name.utf8 + [1, 2, 3] + data
                directory += number(0x0201_4B50, 4) + number(20, 2) + number(20, 2)
                directory += number(flags, 2) + number(method, 2) + number(0, 4)
                directory += number(Int(checksum), 4) + number(sizes[1], 4) + number(sizes[0], 4)
                directory += number(name.utf8.count, 2) + number(extra.count, 2) + number(0, 2)
                directory += number(0, 2) + number(0, 2) + number(0, 4) + number(sizes[2], 4)
                directory += name.utf8 + extra
            }
            let start = bytes.count
            bytes += directory
            if isZip64 {
                let record = bytes.count
                bytes += number(0x0606_4B50, 4) + number(44, 8) + number(45, 2) + number(45, 2)
                bytes += number(disk, 4) + number(0, 4) + number(files.count, 8)
                bytes += number(files.count, 8) + number(directory.count, 8) + number(start, 8)
                bytes += number(0x0706_4B50, 4) + number(0, 4) + number(record, 8) + number(1, 4)
            }
            bytes += number(0x0605_4B50, 4) + number(isZip64 ? 0xFFFF : disk, 2) + number(0, 2)
            bytes += number(files.count, 2) + number(files.count, 2)
            bytes += number(isZip64 ? 0xFFFF_FFFF : directory.count, 4)
            bytes += number(isZip64 ? 0xFFFF_FFFF : start, 4) + number(remark.utf8.count, 2)
            return bytes + remark.utf8
        }

        private func number(_ value: Int, _ size: Int) -> [UInt8] {
            (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
    }

    private static let plain =
        #"{"activeNotes":[{"id":"a","content":"The quick brown fox jumps over the lazy dog"#
        + #", and the lazy dog sleeps on."},{"id":"b","content":"Pack my box with five dozen"#
        + #" jugs of liquor; how vexingly quick daft zebras jump."}],"trashedNotes":[{"id":""#
        + #"c","content":"Sphinx of black quartz, judge my vow."}]}"#

    /// The same text, as zlib deflates it.
    private static let packed = bytes(
        """
        5d8f4b8ec2300c86af62791d7100e60e2324d8211649e3369909314ddd27e2ee3823369da55fdffff989b691
        38d1370b0d78bc3e317a3ca245830d67a12c5a5d02413fc6e6175ce13943cb0bfc8cf7c7003c5101d171b2db
        0a9e3b0336fb5d0786445457f3015fe6c3773bfec92afabe8253ee1c2540ab467abb51d69c4e6f5b48b11fb9
        7c41e019265a62eed2fa91f2b615d8c8153bfc6969cecda06819c8ff7bacd9059f1f21e6a5e25daa0efd688b
        6c4629bea36a34f15c69af37
        """)

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.filter { !$0.isWhitespace }.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map {
            UInt8(digits[$0] << 4 | digits[$0 + 1])
        }
    }

    /// Returns the text of the notes, read in pieces.
    private func read(_ archive: [UInt8], inPiecesOf size: Int = 7) throws -> String {
        let tail = Array(archive.suffix(ZipEndRecord.longest))
        let end = try ZipEndRecord(tail: tail, of: archive.count)
        let entry = try ZippedNotesLocation(in: Array(archive[end.directory]))
        let start = try entry.dataOffset(
            localHeader: Array(
                archive.dropFirst(entry.headerOffset).prefix(ZippedNotesLocation.headerLength)))
        guard start + entry.packedSize <= archive.count else { throw ZipFault.damaged }
        var rest = archive[start..<start + entry.packedSize]
        var reader = ZippedFileUnpacker(entry)
        var text: [UInt8] = []
        repeat {
            reader.addPacked(Array(rest.prefix(size)), isLast: rest.count <= size)
            rest = rest.dropFirst(size)
            while let bytes = try reader.nextUnpackedBytes() { text += bytes }
        } while !rest.isEmpty
        try reader.throwUnlessComplete()
        return String(decoding: text, as: UTF8.self)
    }

    @Test("The notes are read, deflated or stored, also from a zip64 archive, at both names")
    func good() throws {
        let stored = Archive(data: Array(Self.plain.utf8), method: 0)
        for archive in [Archive(), stored] {
            for isZip64 in [false, true] {
                for name in ["source/notes.json", "notes.json"] {
                    var archive = archive
                    (archive.isZip64, archive.name) = (isZip64, name)
                    for size in [1, 50, 1_000] {
                        #expect(try read(archive.bytes, inPiecesOf: size) == Self.plain)
                    }
                }
            }
        }
    }

    @Test("An archive that can't be read is refused with the reason")
    func refused() {
        let archives: [(ZipFault, (inout Archive) -> Void)] = [
            (.password, { $0.flags = 1 }), (.method(14), { $0.method = 14 }),
            (.severalDisks, { $0.disk = 1 }),
            (.severalDisks, { ($0.isZip64, $0.disk) = (true, 1) }),
            (.noNotes, { $0.name = "notes.txt" }), (.noNotes, { $0.name = "../notes.json" }),
            (.noNotes, { $0.name = "../../source/notes.json" }),
            (.damaged, { $0.others = ["source/notes.json"] }),
            (.damaged, { $0.checksum = 1 }), (.damaged, { $0.size -= 1 }),
            (.damaged, { $0.size += 1 }), (.damaged, { $0.data.removeLast(9) }),
            (.damaged, { $0.data[60] ^= 0xFF }), (.damaged, { $0.method = 0 }),
            (.tooLarge(4 << 30), { ($0.isZip64, $0.size) = (true, 5 << 30) }),
            (.damaged, { ($0.isZip64, $0.size) = (true, .min) }),
        ]
        for (number, (fault, change)) in archives.enumerated() {
            var archive = Archive()
            change(&archive)
            #expect(throws: fault, "row \(number)") { try read(archive.bytes) }
        }
    }

    @Test("An archive that is cut off anywhere, or has any byte changed, never traps")
    func anyDamage() {
        for isZip64 in [false, true] {
            let bytes = Archive(isZip64: isZip64).bytes
            for length in 0..<bytes.count {
                #expect(throws: ZipFault.self) { try read(Array(bytes.prefix(length))) }
            }
            for index in bytes.indices {
                for flip in [0xFF, 0x80, 0x01] as [UInt8] {
                    var bytes = bytes
                    bytes[index] ^= flip
                    let text = try? read(bytes, inPiecesOf: 1_000)
                    #expect(text == nil || text == Self.plain)
                }
            }
        }
    }

    @Test("A file that unpacks to a thousand times its size has no more than a run in memory")
    func bomb() throws {
        var stream = StreamInflater()
        let packed =
            Self.bytes("edc6490100200800b04a7820dabf9841d85e8b31d7ce53f785")
            + [UInt8](repeating: 0x99, count: 1_937) + Self.bytes("35db07")
        stream.addInput(packed, isLast: true)
        var count = 0
        while case let bytes = try stream.next(), !bytes.isEmpty {
            #expect(bytes.count <= 64 << 10 + 258)
            for byte in bytes {
                if byte != UInt8(ascii: "0") + UInt8(count % 10) {
                    Issue.record("\(count)"); return
                }
                count += 1
            }
        }
        #expect(count == 1_000_000)
        // The length in the directory is the limit.
        let archive = Archive(data: packed, size: 1_000, checksum: 0)
        #expect(throws: ZipFault.damaged) { try read(archive.bytes) }
    }
}
