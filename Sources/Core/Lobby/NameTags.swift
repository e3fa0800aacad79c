internal import Game

/// Tells people with the same name, or one that looks the same, apart by tags behind the names.
///
/// A tag comes from the person's id, so it is the same for everybody and does not change while
/// others come and go. No name can contain one.
struct NameTags: Hashable, Sendable {
    private static let digits = 2...16

    /// Everybody with a name, by what it looks like.
    private var lookAlikes: [NameSkeleton: [PlayerID]] = [:]

    mutating func insert(_ name: PlayerName?, of id: PlayerID) {
        guard let name else { return }
        lookAlikes[NameSkeleton(name), default: []].append(id)
    }

    mutating func remove(_ name: PlayerName?, of id: PlayerID) {
        guard let name else { return }
        let skeleton = NameSkeleton(name)
        lookAlikes[skeleton]?.removeAll { $0 == id }
        if lookAlikes[skeleton]?.isEmpty == true { lookAlikes[skeleton] = nil }
    }

    func shown(_ name: PlayerName?, of id: PlayerID) -> String {
        guard let name else { return "guest#\(id.fingerprint.prefix(Self.digits.lowerBound))" }
        let others = (lookAlikes[NameSkeleton(name)] ?? []).filter { $0 != id }
        guard !others.isEmpty else { return name.text }
        return "\(name)#\(tag(of: id, among: others))"
    }

    /// As many digits of the fingerprint as it takes; the whole id if they are all the same.
    private func tag(of id: PlayerID, among others: [PlayerID]) -> String {
        let mine = id.fingerprint
        let theirs = others.map(\.fingerprint)
        for count in Self.digits where !theirs.contains(where: { $0.hasPrefix(mine.prefix(count)) })
        {
            return String(mine.prefix(count))
        }
        return id.rawValue
    }
}

extension PlayerID {
    /// Sixteen digits that tell ids apart at a glance (FNV-1a).
    fileprivate var fingerprint: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in rawValue.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
