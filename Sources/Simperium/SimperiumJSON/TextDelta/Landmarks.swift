/// Finds what two sequences have in common by their landmarks: so many elements in a row that are
/// found just once in either of them. It serves where the shortest edit is too long to be looked
/// for, and takes a few walks through both, whatever is in them.
struct Landmarks {
    /// Whoever finds no place among so many is no landmark. Or somebody who knows how places are
    /// given out could have all of them looked through for each.
    private static let mostProbes = 8
    /// Powers of it tell the places in a row apart.
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let nowhere: Int32 = -1
    private static let repeated: Int32 = -2

    private let width: Int
    /// Of each place; zero where it is free.
    private var digests: [UInt64]
    /// Where that begins in the old sequence, and where in the new one.
    private var oldStarts: [Int32]
    private var newStarts: [Int32]

    /// The stretches that stay, in order.
    static func matches(
        from old: [UInt32], to new: [UInt32], width: Int
    ) -> [CommonStretch] {
        guard old.count >= width, new.count >= width else { return [] }
        var landmarks = Landmarks(of: old, width: width)
        landmarks.find(in: new)
        return stretches(along: landmarks.inCommon(among: old.count), from: old, to: new)
    }

    private init(of old: [UInt32], width: Int) {
        self.width = width
        let size = 1 << (Int.bitWidth - (old.count * 2).leadingZeroBitCount)
        digests = Array(repeating: 0, count: size)
        oldStarts = Array(repeating: Self.nowhere, count: size)
        newStarts = oldStarts
        for (start, digest) in Self.digests(of: old, width).enumerated() {
            guard let place = place(of: digest) else { continue }
            oldStarts[place] = digests[place] == 0 ? Int32(start) : Self.repeated
            digests[place] = digest
        }
    }

    private mutating func find(in new: [UInt32]) {
        for (start, digest) in Self.digests(of: new, width).enumerated() {
            guard let place = place(of: digest), oldStarts[place] >= 0 else { continue }
            newStarts[place] = newStarts[place] == Self.nowhere ? Int32(start) : Self.repeated
        }
    }

    /// What tells the row that begins at each element from others; never zero.
    private static func digests(of elements: [UInt32], _ width: Int) -> [UInt64] {
        let highest = (0..<width).reduce(1) { power, _ in power &* base }
        var digests: [UInt64] = []
        digests.reserveCapacity(elements.count)
        var digest: UInt64 = 0
        for index in elements.indices {
            digest = digest &* base &+ UInt64(elements[index])
            if index >= width { digest &-= UInt64(elements[index - width]) &* highest }
            if index >= width - 1 { digests.append(digest | 1 << 63) }
        }
        return digests
    }

    /// Where a digest is, or may be put.
    private func place(of digest: UInt64) -> Int? {
        let mixed = (digest ^ digest >> 29) &* Self.base
        let first = Int(mixed >> 32)
        for step in 0..<Self.mostProbes {
            let place = (first + step) & (digests.count - 1)
            if digests[place] == digest || digests[place] == 0 { return place }
        }
        return nil
    }

    /// Where each landmark begins, in the order of the old sequence.
    private func inCommon(among count: Int) -> [(old: Int, new: Int)] {
        var found = Array(repeating: Self.nowhere, count: count)
        for place in digests.indices where oldStarts[place] >= 0 && newStarts[place] >= 0 {
            found[Int(oldStarts[place])] = newStarts[place]
        }
        return found.enumerated().compactMap { old, new in
            new >= 0 ? (old: old, new: Int(new)) : nil
        }
    }
}

extension Landmarks {
    /// The equal stretches that the landmarks lie in, as far as these are in one order.
    private static func stretches(
        along landmarks: [(old: Int, new: Int)], from old: [UInt32], to new: [UInt32]
    ) -> [CommonStretch] {
        var stretches: [CommonStretch] = []
        var end = CommonStretch(old: 0, new: 0, count: 0)
        for landmark in longestRise(of: landmarks) {
            var (oldStart, newStart) = landmark
            guard oldStart >= end.old, newStart >= end.new, old[oldStart] == new[newStart] else {
                continue
            }
            var count = old.span.extracting(oldStart...)
                .countOfEqual(new.span.extracting(newStart...))
            while oldStart > end.old, newStart > end.new, old[oldStart - 1] == new[newStart - 1] {
                (oldStart, newStart, count) = (oldStart - 1, newStart - 1, count + 1)
            }
            stretches.append(CommonStretch(old: oldStart, new: newStart, count: count))
            end = CommonStretch(old: oldStart + count, new: newStart + count, count: 0)
        }
        return stretches
    }

    /// As many as follow on one another in the new sequence, too.
    private static func longestRise(
        of landmarks: [(old: Int, new: Int)]
    ) -> [(old: Int, new: Int)] {
        // The last of the rise of each length that ends lowest, and what comes before each.
        var lasts: [Int] = []
        var before = Array(repeating: -1, count: landmarks.count)
        for (index, landmark) in landmarks.enumerated() {
            let length = lasts.firstIndex(endingFrom: landmark.new, among: landmarks)
            if length > 0 { before[index] = lasts[length - 1] }
            if length < lasts.count { lasts[length] = index } else { lasts.append(index) }
        }
        var rise: [(old: Int, new: Int)] = []
        var index = lasts.last ?? -1
        while index >= 0 {
            rise.append(landmarks[index])
            index = before[index]
        }
        return rise.reversed()
    }
}

extension [Int] {
    /// Where the first of these indices is whose landmark does not begin before `start` in the new
    /// sequence; they are in that order.
    fileprivate func firstIndex(
        endingFrom start: Int, among landmarks: [(old: Int, new: Int)]
    ) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if landmarks[self[middle]].new < start { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
