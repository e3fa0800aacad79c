/// How much may wait in memory for others to take it, and who has to go when more does.
///
/// One that does not take what it was sent has the least right to have more kept, and the largest
/// of those goes first. Whoever has hardly taken anything so far counts with them: a kernel takes
/// the first of it from anybody.
package struct MemoryBudget: Hashable, Sendable {
    /// One for whom something waits, or of whom something waits to be worked on.
    package struct Holder: Hashable, Sendable {
        package let bytes: Int
        /// With whom it shares; nil for one who only counts with all.
        package let address: UInt?
        /// How much it has taken so far, and when it did last.
        package let taken: Int
        package let lastTaken: Instant

        package init(bytes: Int, address: UInt?, taken: Int, lastTaken: Instant) {
            self.bytes = bytes
            self.address = address
            self.taken = taken
            self.lastTaken = lastTaken
        }
    }

    /// More than kernels take where no program reads.
    package static let proof = 1 << 20
    /// Who has taken nothing for so long does not read.
    package static let patience = Duration.seconds(2)
    /// What all of one address may hold together who do not read.
    package static let shareOfIdle = 16 << 20
    /// The least that makes sense, and what a server has of its machine if nothing else is said.
    package static let smallest = 64 << 20
    package static let partOfMachine = 8

    package static let boundless = MemoryBudget(.max)

    /// What all may hold together.
    package let limit: Int

    package init(_ limit: Int) {
        self.limit = limit
    }

    /// A fair part of a machine.
    package init(ofMachineWith bytes: Int) {
        limit = max(Self.smallest, bytes / Self.partOfMachine)
    }

    /// What those of one address may hold together.
    package var share: Int { limit / 4 }
    /// With less than that held in all, it can't be too much for anybody.
    package var least: Int { min(limit, share, limit == .max ? .max : Self.shareOfIdle) }

    /// Which holders have to go, so that the others stay within what they may hold.
    package func excess(of holders: [Holder], at now: Instant) -> [Int] {
        var all = Account(limit)
        var addresses: [UInt: (all: Account, idle: Account)] = [:]
        for holder in holders {
            all.add(holder.bytes)
            guard let address = holder.address else { continue }
            addresses[address, default: (Account(share), Account(Self.shareOfIdle))].all.add(
                holder.bytes)
            if holder.isIdle(at: now) { addresses[address]?.idle.add(holder.bytes) }
        }
        var excess: [Int] = []
        for index in order(of: holders, at: now) {
            let (holder, isIdle) = (holders[index], holders[index].isIdle(at: now))
            let own = holder.address.flatMap { addresses[$0] }
            let isTooMuch =
                all.isOver || own?.all.isOver == true
                || isIdle && own?.idle.isOver == true
            guard isTooMuch else { continue }
            excess.append(index)
            all.remove(holder.bytes)
            guard let address = holder.address else { continue }
            addresses[address]?.all.remove(holder.bytes)
            if isIdle { addresses[address]?.idle.remove(holder.bytes) }
        }
        return excess
    }

    /// Those who do not read first, and of them the largest.
    private func order(of holders: [Holder], at now: Instant) -> [Int] {
        let indices = holders.indices.filter { holders[$0].bytes > 0 }
        return indices.sorted { left, right in
            let (first, second) = (holders[left], holders[right])
            let (isFirst, isSecond) = (first.isIdle(at: now), second.isIdle(at: now))
            guard isFirst == isSecond else { return isFirst }
            return (first.bytes, right) > (second.bytes, left)
        }
    }
}

extension MemoryBudget.Holder {
    package func isIdle(at now: Instant) -> Bool {
        taken < MemoryBudget.proof || now - lastTaken >= MemoryBudget.patience
    }
}

extension MemoryBudget {
    /// What some hold together. Once it was too much, an eighth is made free.
    private struct Account {
        private let limit: Int
        private var held = 0
        private var goal: Int { limit - limit / 8 }
        private var wasOver = false

        init(_ limit: Int) {
            self.limit = limit
        }

        var isOver: Bool { wasOver && held > goal }

        mutating func add(_ bytes: Int) {
            held += bytes
            if held > limit { wasOver = true }
        }

        mutating func remove(_ bytes: Int) {
            held -= bytes
        }
    }
}
