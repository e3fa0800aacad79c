/// How often something has changed, which makes no difference to what it is now.
struct ChangeCount: Hashable, Sendable {
    private(set) var count = 0

    mutating func step() {
        count += 1
    }

    static func == (one: ChangeCount, other: ChangeCount) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
