/// Which of its places a key gets that comes to the door by another line.
package struct KeySeat: Hashable, Sendable {
    /// What another guest with the same key has.
    package struct Rival: Hashable, Sendable {
        package let slot: Int
        /// Whether they play, and their line has answered just now.
        package let isLively: Bool

        package init(slot: Int, isLively: Bool) {
            self.slot = slot
            self.isLively = isLively
        }
    }

    /// The first place that nobody has. Each has a secret of its own.
    package let slot: Int
    /// Whether the guest is asked first what is wanted.
    package let isRivalled: Bool

    package init(besides rivals: [Rival]) {
        slot = (0...).first { slot in rivals.allSatisfy { $0.slot != slot } } ?? 0
        isRivalled = rivals.contains(where: \.isLively)
    }

    /// What the secret of the place is made of, and the name that its owner has in the lobby.
    package static func seedOfSecret(_ fingerprint: String, slot: Int) -> String {
        "seat:\(fingerprint):\(slot)"
    }

    package static func seedOfName(_ fingerprint: String, slot: Int) -> String {
        "name:\(fingerprint):\(slot)"
    }
}
