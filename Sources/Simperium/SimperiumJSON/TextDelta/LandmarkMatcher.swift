/// A search for common stretches of two sequences by landmarks: runs of `width` elements that occur
/// exactly once in each sequence.
///
/// Used for sequences that differ too much to search for the shortest edit. It takes little more
/// than linear time for any input.
struct LandmarkMatcher {
    /// The maximum number of slots searched for one digest, so that no attacker can make a search
    /// take linear time.
    private static let mostProbes = 8
    /// The base of the rolling hash.
    private static let base: UInt64 = 0x9E37_79B9_7F4A_7C15
    private static let nowhere: Int32 = -1
    private static let repeated: Int32 = -2

    private let width: Int
    /// The digest in each slot; zero for a free slot.
    private var digests: [UInt64]
    /// The only position of each slot's digest in the old sequence, or `nowhere` or `repeated`.
    private var oldStarts: [Int32]
    /// The only position of each slot's digest in the new sequence, or `nowhere` or `repeated`.
    private var newStarts: [Int32]

    /// Returns the common stretches around landmarks, in order.
    static func matches(
        from old: [UInt32], to new: [UInt32], width: Int
    ) -> [CommonStretch] {
        guard old.count >= width, new.count >= width else { return [] }
        var landmarks = LandmarkMatcher(of: old, width: width)
        landmarks.recordSharedStarts(in: new)
        return orderedExtendedStretches(
            along: landmarks.landmarkPairsInOldOrder(among: old.count), from: old, to: new)
    }

    private init(of old: [UInt32], width: Int) {
        self.width = width
        let size = 1 << (Int.bitWidth - (old.count * 2).leadingZeroBitCount)
        digests = Array(repeating: 0, count: size)
        oldStarts = Array(repeating: Self.nowhere, count: size)
        newStarts = oldStarts
        for (start, digest) in Self.rollingDigests(of: old, width: width).enumerated() {
            guard let slot = slot(of: digest) else { continue }
            oldStarts[slot] = digests[slot] == 0 ? Int32(start) : Self.repeated
            digests[slot] = digest
        }
    }

    private mutating func recordSharedStarts(in new: [UInt32]) {
        for (start, digest) in Self.rollingDigests(of: new, width: width).enumerated() {
            guard let slot = slot(of: digest), oldStarts[slot] >= 0 else { continue }
            newStarts[slot] = newStarts[slot] == Self.nowhere ? Int32(start) : Self.repeated
        }
    }

    /// Returns the rolling hash of each run of `width` elements. No hash is zero.
    private static func rollingDigests(of elements: [UInt32], width: Int) -> [UInt64] {
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

    /// Returns the slot of a digest, or a free slot for it; nil after `mostProbes` slots.
    private func slot(of digest: UInt64) -> Int? {
        let mixed = (digest ^ digest >> 29) &* Self.base
        let first = Int(mixed >> 32)
        for step in 0..<Self.mostProbes {
            let slot = (first + step) & (digests.count - 1)
            if digests[slot] == digest || digests[slot] == 0 { return slot }
        }
        return nil
    }

    private func landmarkPairsInOldOrder(among count: Int) -> [(old: Int, new: Int)] {
        var found = Array(repeating: Self.nowhere, count: count)
        for slot in digests.indices where oldStarts[slot] >= 0 && newStarts[slot] >= 0 {
            found[Int(oldStarts[slot])] = newStarts[slot]
        }
        return found.enumerated().compactMap { old, new in
            new >= 0 ? (old: old, new: Int(new)) : nil
        }
    }
}

extension LandmarkMatcher {
    /// Extends landmarks to the equal stretches around them, and drops landmarks that are out of
    /// order.
    private static func orderedExtendedStretches(
        along landmarks: [(old: Int, new: Int)], from old: [UInt32], to new: [UInt32]
    ) -> [CommonStretch] {
        var stretches: [CommonStretch] = []
        var end = CommonStretch(old: 0, new: 0, count: 0)
        for landmark in longestIncreasingSubsequence(of: landmarks) {
            var (oldStart, newStart) = landmark
            guard oldStart >= end.old, newStart >= end.new, old[oldStart] == new[newStart] else {
                continue
            }
            var count = old.span.extracting(oldStart...)
                .commonPrefixLength(new.span.extracting(newStart...))
            while oldStart > end.old, newStart > end.new, old[oldStart - 1] == new[newStart - 1] {
                (oldStart, newStart, count) = (oldStart - 1, newStart - 1, count + 1)
            }
            stretches.append(CommonStretch(old: oldStart, new: newStart, count: count))
            end = CommonStretch(old: oldStart + count, new: newStart + count, count: 0)
        }
        return stretches
    }

    private static func longestIncreasingSubsequence(
        of landmarks: [(old: Int, new: Int)]
    ) -> [(old: Int, new: Int)] {
        // `lasts` has the last landmark of the best subsequence of each length, `before` the
        // predecessor of each landmark.
        var lasts: [Int] = []
        var before = Array(repeating: -1, count: landmarks.count)
        for (index, landmark) in landmarks.enumerated() {
            let length = lasts.firstIndexAtOrAfter(landmark.new, among: landmarks)
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
    /// Returns the first index in this list whose landmark is at or after `newStart` in the new
    /// sequence; the count if there is none. The list's landmarks must be sorted by their new
    /// positions.
    fileprivate func firstIndexAtOrAfter(
        _ newStart: Int, among landmarks: [(old: Int, new: Int)]
    ) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if landmarks[self[middle]].new < newStart { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
