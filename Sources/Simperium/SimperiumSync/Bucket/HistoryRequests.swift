internal import SimperiumWire

/// The versions of objects that the program has requested and not received.
struct HistoryRequests: Sendable {
    private static let most = 1_000

    private(set) var references: [EntityReference] = []

    var isFull: Bool { references.count >= Self.most }

    func contains(_ reference: EntityReference) -> Bool { references.contains(reference) }

    mutating func append(_ reference: EntityReference) {
        references.append(reference)
    }

    /// Returns false if the version was not requested.
    mutating func remove(_ reference: EntityReference) -> Bool {
        guard let index = references.firstIndex(of: reference) else { return false }
        references.remove(at: index)
        return true
    }
}
