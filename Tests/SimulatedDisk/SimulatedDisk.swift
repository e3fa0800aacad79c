internal import SimperiumClock

/// A disk in memory. It keeps after a power cut only the data that was synced, and a random part of
/// the rest. Faults occur where a test or a seed plans them.
///
/// A file has a content, which programs read and write, and a medium, which survives. A write goes
/// to the content and stays pending; a sync brings the pending writes to the medium.
package struct SimulatedDisk: Sendable {
    /// The unit that a power cut leaves whole.
    package static let sector = 512

    /// A file by its number, which stays the same when the file is deleted while it is open.
    package typealias FileNumber = Int

    struct File: Sendable {
        var content: [UInt8] = []
        var medium: [UInt8] = []
        var pending: [PendingWrite] = []
    }

    enum PendingWrite: Sendable {
        case write(offset: Int, bytes: [UInt8])
        case truncate(size: Int)
    }

    package var faults = DiskFaults()
    /// True if files cannot be written, made or deleted.
    package var isReadOnly = false
    /// Bytes that all files together may have.
    package var capacity = Int.max
    /// The number of operations of each kind so far.
    package private(set) var counts: [DiskOperation: Int] = [:]
    private(set) var files: [FileNumber: File] = [:]
    /// The folder as programs see it, and as the medium has it.
    private var names: [String: FileNumber] = [:]
    private var syncedNames: [String: FileNumber] = [:]
    private var random: SeededRandom
    private var lastNumber = 0

    package init(seed: UInt64) {
        random = SeededRandom(seed: seed)
    }

    package func number(of name: String) -> FileNumber? { names[name] }
    package func content(of name: String) -> [UInt8]? { names[name].flatMap { files[$0]?.content } }
    package var fileNames: [String] { names.keys.sorted() }
    package var hasPower: Bool { !faults.isPowerCut }

    package mutating func create(_ name: String) throws(DiskFailure) -> FileNumber {
        try begin(.create)
        guard !isReadOnly else { throw .readOnly }
        lastNumber += 1
        names[name] = lastNumber
        files[lastNumber] = File()
        return lastNumber
    }

    package mutating func delete(_ name: String, syncsFolder: Bool) throws(DiskFailure) {
        try begin(.delete)
        guard !isReadOnly else { throw .readOnly }
        names[name] = nil
        if syncsFolder { syncFolder() }
    }

    package mutating func read(
        _ file: FileNumber, at offset: Int, count: Int
    ) throws(DiskFailure) -> [UInt8] {
        let fault = try begin(.read)
        let content = files[file]?.content ?? []
        var bytes = Array(content[min(offset, content.count)..<min(offset + count, content.count)])
        if fault == .flippedBit, !bytes.isEmpty {
            bytes[Self.usedByte(of: bytes, &random)] ^= 1 << UInt8(random.numberBelow(8))
        }
        return bytes
    }

    package mutating func write(
        _ bytes: [UInt8], to file: FileNumber, at offset: Int
    ) throws(DiskFailure) {
        let fault = try begin(.write)
        guard !isReadOnly else { throw .readOnly }
        let growth = offset + bytes.count - (files[file]?.content.count ?? 0)
        guard growth <= 0 || usedBytes + growth <= capacity else { throw .full }
        var written = bytes
        if fault == .torn {
            written.removeLast(bytes.count - random.numberBelow(bytes.count + 1))
        }
        files[file]?.change(.write(offset: offset, bytes: written))
        if fault == .torn { throw .error }
    }

    package mutating func truncate(_ file: FileNumber, to size: Int) throws(DiskFailure) {
        try begin(.truncate)
        guard !isReadOnly else { throw .readOnly }
        files[file]?.change(.truncate(size: size))
    }

    /// Brings the pending writes of a file to the medium, and the folder's changes if asked.
    ///
    /// After a failed sync a random part of the pending writes is on the medium. The rest will
    /// never be there: as with Linux, a later sync succeeds without it.
    package mutating func sync(
        _ file: FileNumber, andFolder syncsFolder: Bool
    ) throws(DiskFailure) {
        do {
            try begin(.sync)
        } catch {
            if hasPower { loseSomePendingWrites(of: file) }
            throw error
        }
        files[file]?.syncAll()
        if syncsFolder { syncFolder() }
    }

    /// Makes the folder's names survive a power cut.
    package mutating func syncFolder() { syncedNames = names }

    /// Changes one bit of a file on the medium and for readers, if the file has any byte.
    package mutating func flipSomeBit(of name: String) -> Bool {
        guard let bytes = content(of: name), !bytes.isEmpty else { return false }
        flipBit(Self.usedByte(of: bytes, &random) * 8 + random.numberBelow(8), of: name)
        return true
    }

    /// The place of a random byte, which is not zero if others are not: unused space is zero.
    private static func usedByte(of bytes: [UInt8], _ random: inout SeededRandom) -> Int {
        let start = random.numberBelow(bytes.count)
        return bytes[start...].firstIndex { $0 != 0 } ?? start
    }

    /// Changes one bit of a file on the medium and for readers.
    package mutating func flipBit(_ bit: Int, of name: String) {
        guard let number = names[name] else { return }
        files[number]?.flip(bit)
    }

    /// Makes a file with this content that survives, in place of any of that name. No file without
    /// a name may be open: its content is dropped.
    package mutating func place(_ bytes: [UInt8], as name: String) {
        lastNumber += 1
        names[name] = lastNumber
        syncedNames[name] = lastNumber
        let named = Set(names.values).union(syncedNames.values)
        files = files.filter { named.contains($0.key) }
        files[lastNumber] = File(content: bytes, medium: bytes)
    }

    package mutating func remove(_ name: String) {
        names[name] = nil
        syncedNames[name] = nil
    }

    private var usedBytes: Int { names.values.reduce(0) { $0 + (files[$1]?.content.count ?? 0) } }

    @discardableResult
    private mutating func begin(_ operation: DiskOperation) throws(DiskFailure) -> DiskFault? {
        counts[operation, default: 0] += 1
        return try faults.next(operation)
    }
}

// MARK: - Power

extension SimulatedDisk {
    /// Removes everything that is not on the medium, as a power cut does, and restores the power.
    ///
    /// Each sector of each pending write survives or not. A change to the folder survives or not.
    package mutating func cutPower() {
        let share = random.pick([0, 1, 5, 9, 10]) ?? 0
        for name in Set(names.keys).union(syncedNames.keys).sorted()
        where names[name] != syncedNames[name] && random.chance(UInt64(share), in: 10) {
            syncedNames[name] = names[name]
        }
        names = syncedNames
        let survivors = Set(names.values)
        for number in files.keys.sorted() {
            guard survivors.contains(number) else {
                files[number] = nil
                continue
            }
            files[number]?.loseRandomly(share: UInt64(share), &random)
        }
        faults = DiskFaults()
    }

    private mutating func loseSomePendingWrites(of file: FileNumber) {
        guard var lost = files[file] else { return }
        lost.loseRandomly(share: 5, &random)
        files[file]?.medium = lost.medium
        files[file]?.pending = []
        // Some systems show a failed page as it is on the medium, others as it was written.
        if random.chance(1, in: 2) { files[file]?.content = lost.medium }
    }
}

extension SimulatedDisk.File {
    mutating func change(_ write: SimulatedDisk.PendingWrite) {
        write.apply(to: &content)
        pending.append(write)
    }

    mutating func syncAll() {
        for write in pending { write.apply(to: &medium) }
        pending = []
    }

    mutating func flip(_ bit: Int) {
        let (byte, mask) = (bit / 8, UInt8(1) << UInt8(bit % 8))
        if byte < content.count { content[byte] ^= mask }
        if byte < medium.count { medium[byte] ^= mask }
    }

    /// Brings a random part of the pending writes to the medium: of each write, some sectors.
    mutating func loseRandomly(share: UInt64, _ random: inout SeededRandom) {
        for write in pending {
            for part in write.sectors where random.chance(share, in: 10) {
                part.apply(to: &medium)
            }
        }
        pending = []
        content = medium
    }
}

extension SimulatedDisk.PendingWrite {
    func apply(to bytes: inout [UInt8]) {
        switch self {
        case .write(let offset, let written):
            if offset > bytes.count {
                bytes.append(contentsOf: repeatElement(0, count: offset - bytes.count))
            }
            let end = min(bytes.count, offset + written.count)
            bytes.replaceSubrange(offset..<end, with: written)
        case .truncate(let size):
            if size < bytes.count { bytes.removeLast(bytes.count - size) }
        }
    }

    /// The parts that survive a power cut each by itself.
    var sectors: [Self] {
        guard case .write(let offset, let bytes) = self else { return [self] }
        var parts: [Self] = []
        var start = 0
        while start < bytes.count {
            let room = SimulatedDisk.sector - (offset + start) % SimulatedDisk.sector
            let end = min(start + room, bytes.count)
            parts.append(.write(offset: offset + start, bytes: Array(bytes[start..<end])))
            start = end
        }
        return parts
    }
}
