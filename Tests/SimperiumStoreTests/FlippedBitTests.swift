import SimperiumStore
import SimperiumWire
import SimulatedDisk
import TestSupport
import Testing

@Suite("Flipped bits")
struct FlippedBitTests {
    @Test("With any bit of the file flipped, an answer is right, refused, or found by the doctor")
    func everyBit() throws {
        var flips = try BitFlips()
        // A prime number, so that each column of a row is reached.
        try flips.tryBits(every: Tier.current < .soak ? 211 : 5)
        #expect(flips.wrong == [])
        #expect(flips.harmless > 20 && flips.refused > 20 && flips.foundByDoctor > 5, "\(flips)")
    }
}

/// A file with rows in each table, and flips of one bit at a time.
struct BitFlips: CustomStringConvertible {
    private let vfs = SimulatedVFS(seed: 1)
    private let sound: [UInt8]
    private let answers: [WholeStore.Answer]
    private var place: Database.Location { .file("hub", vfs: vfs.name) }
    /// The numbers of flips with the right answers, with refusals, and with missing rows.
    private(set) var harmless = 0
    private(set) var refused = 0
    private(set) var foundByDoctor = 0
    /// The flips that changed an answer without notice.
    private(set) var wrong: [String] = []

    init() throws {
        let place = Database.Location.file("hub", vfs: vfs.name)
        try WholeStore.fill(place)
        answers = try WholeStore.answers(of: place)
        sound = vfs.withDisk { $0.content(of: "hub") } ?? []
    }

    var description: String {
        "\(harmless) harmless, \(refused) refused, \(foundByDoctor) found by the doctor"
    }

    /// Flips each bit, or one of so many, of all bytes but unused ones.
    mutating func tryBits(every distance: Int) throws {
        let used = sound.indices.filter(isUsed)
        for number in stride(from: 0, to: used.count * 8, by: distance) {
            let bit = used[number / 8] * 8 + number % 8
            vfs.withDisk { $0.flipBit(bit, of: "hub") }
            try judge(bit)
            vfs.withDisk { $0.place(sound, as: "hub") }
        }
    }

    /// True for a byte that is not zero, or is near one: a null column has a zero byte.
    private func isUsed(_ byte: Int) -> Bool {
        sound[max(0, byte - 12)..<min(sound.count, byte + 12)].contains { $0 != 0 }
    }

    private mutating func judge(_ bit: Int) throws {
        let found: [WholeStore.Answer]
        do throws(StorageError) { found = try WholeStore.answers(of: place) } catch {
            return refused += 1
        }
        let isRefused = found.contains { if case .refused = $0 { true } else { false } }
        if found == answers { return harmless += 1 }
        for (index, answer) in found.enumerated() where !answer.isPart(of: answers[index]) {
            wrong.append("bit \(bit), \(WholeStore.queries[index]): \(answer)")
        }
        let isWrong = zip(found, answers).contains { found, expected in
            if case .refused = found { false } else { found != expected }
        }
        if isRefused, !isWrong { return refused += 1 }
        do throws(StorageError) {
            if try HubStore.inspect(place).damages.isEmpty { wrong.append("bit \(bit): unnoticed") }
        } catch {
            // The doctor can't open the file, which is an answer, too.
        }
        foundByDoctor += 1
    }
}
