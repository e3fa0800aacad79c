internal import Game
internal import SimperiumClock

/// Tells people with the same name, or one that looks the same, apart by tags behind the names.
/// A person without a name is one of many called guest, and has a tag even when alone.
///
/// A tag comes from the person's id, so all programs show the same. While others come and go it
/// gains and loses digits, and no digit changes. No name can contain one.
struct NameTags: Hashable, Sendable {
    private static let leastDigits = 2

    /// The fingerprints of all people, in order, by what the name looks like. So even a crowd of
    /// namesakes is told apart by looking at two of them.
    private var lookAlikes: [NameSkeleton: [Fingerprint]] = [:]

    mutating func insert(_ name: PlayerName?, of id: PlayerID) {
        let (skeleton, fingerprint) = (Self.skeleton(of: name), Fingerprint(id))
        let index = index(of: fingerprint, in: lookAlikes[skeleton] ?? [])
        lookAlikes[skeleton, default: []].insert(fingerprint, at: index)
    }

    mutating func remove(_ name: PlayerName?, of id: PlayerID) {
        let (skeleton, fingerprint) = (Self.skeleton(of: name), Fingerprint(id))
        guard let crowd = lookAlikes[skeleton] else { return }
        let index = index(of: fingerprint, in: crowd)
        guard index < crowd.count, crowd[index] == fingerprint else { return }
        lookAlikes[skeleton]?.remove(at: index)
        if crowd.count == 1 { lookAlikes[skeleton] = nil }
    }

    /// Whether somebody is called so, or looks as if.
    func isKnown(_ skeleton: NameSkeleton) -> Bool { lookAlikes[skeleton] != nil }

    func shown(_ name: PlayerName?, of id: PlayerID) -> String {
        let crowd = lookAlikes[Self.skeleton(of: name)] ?? []
        if let name, crowd.count < 2 { return name.text }
        return "\(name?.text ?? "guest")#\(tag(of: id, Fingerprint(id), among: crowd))"
    }

    private static func skeleton(of name: PlayerName?) -> NameSkeleton {
        name.map(NameSkeleton.init) ?? .guest
    }

    /// As many digits of the fingerprint as it takes; the whole id if they are all the same.
    private func tag(
        of id: PlayerID, _ mine: Fingerprint, among crowd: [Fingerprint]
    ) -> String {
        // No other fingerprint shares more digits than a neighbour does.
        let index = index(of: mine, in: crowd)
        let neighbours = [index - 1, index + 1].filter(crowd.indices.contains)
        let shared = neighbours.map { mine.digitsShared(with: crowd[$0]) }.max() ?? 0
        guard shared < Fingerprint.count else { return id.rawValue }
        return String(mine.digits.prefix(max(shared + 1, Self.leastDigits)))
    }

    /// Where it is, the first if there are several, or would have to be.
    private func index(of fingerprint: Fingerprint, in crowd: [Fingerprint]) -> Int {
        crowd.partitionPoint { $0 < fingerprint }
    }
}

/// Sixteen digits that tell ids apart at a glance (FNV-1a).
private struct Fingerprint: Hashable, Comparable {
    static let count = 16

    private let hash: UInt64

    init(_ id: PlayerID) {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in id.rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        self.hash = hash
    }

    var digits: String {
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: Self.count - digits.count) + digits
    }

    func digitsShared(with other: Fingerprint) -> Int {
        (hash ^ other.hash).leadingZeroBitCount / 4
    }

    static func < (left: Fingerprint, right: Fingerprint) -> Bool { left.hash < right.hash }
}
