import SimperiumWire

/// The passwords that wait to be hashed, one after the other.
///
/// The addresses take turns, so an address with many passwords delays itself only.
struct PasswordQueue {
    struct Item {
        let call: CallID
        let password: [UInt8]
        let salt: [UInt8]
        let cost: PasswordHash.Cost
    }

    private let limits: PasswordLimits
    private var waiting: [[UInt8]: [Item]] = [:]
    /// The addresses with a password that waits, in the order of their turns.
    private var order: [[UInt8]] = []
    private var isBusy = false

    init(_ limits: PasswordLimits) {
        self.limits = limits
    }

    /// Adds a password. False if too many wait.
    mutating func add(_ item: Item, from address: [UInt8]) -> Bool {
        let count = waiting[address]?.count ?? 0
        guard count < limits.perAddress, count > 0 || order.count < limits.addresses else {
            return false
        }
        if count == 0 { order.append(address) }
        waiting[address, default: []].append(item)
        return true
    }

    /// Takes the next password, unless one is being hashed.
    mutating func next() -> Item? {
        guard !isBusy, !order.isEmpty else { return nil }
        let address = order.removeFirst()
        var items = waiting[address] ?? []
        let item = items.removeFirst()
        waiting[address] = items.isEmpty ? nil : items
        if !items.isEmpty { order.append(address) }
        isBusy = true
        return item
    }

    /// Records that the password is hashed.
    mutating func finish() { isBusy = false }

    /// Drops the passwords of a call that has ended.
    mutating func remove(_ call: CallID, from address: [UInt8]) {
        guard var items = waiting[address] else { return }
        items.removeAll { $0.call == call }
        waiting[address] = items.isEmpty ? nil : items
        if items.isEmpty { order.removeAll { $0 == address } }
    }
}
