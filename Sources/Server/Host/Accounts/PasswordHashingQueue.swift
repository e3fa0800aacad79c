import SimperiumWire

/// A queue of passwords, which are hashed one at a time.
///
/// The addresses take turns, so an address with many passwords delays mostly itself. Requests from
/// known addresses, where the user has signed in before, have a separate queue. Guessers at other
/// addresses can't fill that queue.
struct PasswordHashingQueue {
    struct HashingRequest {
        let call: CallID
        let password: [UInt8]
        let salt: [UInt8]
        let cost: ScryptParameters
    }

    /// The addresses with waiting passwords, in the order of their turns.
    private struct RequestQueuesByAddress {
        private var waiting: [[UInt8]: [HashingRequest]] = [:]
        private var order: [[UInt8]] = []

        mutating func add(_ item: HashingRequest, from address: [UInt8], _ limits: HashingLimits)
            -> Bool
        {
            let count = waiting[address]?.count ?? 0
            guard count < limits.perAddress, count > 0 || order.count < limits.addresses else {
                return false
            }
            if count == 0 { order.append(address) }
            waiting[address, default: []].append(item)
            return true
        }

        mutating func popNext() -> HashingRequest? {
            guard !order.isEmpty else { return nil }
            let address = order.removeFirst()
            var items = waiting[address] ?? []
            let item = items.removeFirst()
            waiting[address] = items.isEmpty ? nil : items
            if !items.isEmpty { order.append(address) }
            return item
        }

        mutating func remove(_ call: CallID, from address: [UInt8]) {
            guard var items = waiting[address] else { return }
            items.removeAll { $0.call == call }
            waiting[address] = items.isEmpty ? nil : items
            if items.isEmpty { order.removeAll { $0 == address } }
        }
    }

    private let limits: HashingLimits
    private var known = RequestQueuesByAddress()
    private var others = RequestQueuesByAddress()
    private var isBusy = false
    /// True if it is the turn of the known addresses.
    private var isTurnOfKnown = true

    init(_ limits: HashingLimits) {
        self.limits = limits
    }

    /// Adds a password. Returns false and adds nothing if too many passwords of the address, or too
    /// many addresses, wait.
    mutating func add(_ item: HashingRequest, from address: [UInt8], isKnown: Bool) -> Bool {
        isKnown
            ? known.add(item, from: address, limits) : others.add(item, from: address, limits)
    }

    /// Removes and returns the next password; nil if a password is being hashed, or if none waits.
    mutating func startNextHashing() -> HashingRequest? {
        guard !isBusy else { return nil }
        let item =
            isTurnOfKnown
            ? known.popNext() ?? others.popNext() : others.popNext() ?? known.popNext()
        guard item != nil else { return nil }
        isTurnOfKnown.toggle()
        isBusy = true
        return item
    }

    mutating func finishHashing() { isBusy = false }

    mutating func remove(_ call: CallID, from address: [UInt8]) {
        known.remove(call, from: address)
        others.remove(call, from: address)
    }
}
