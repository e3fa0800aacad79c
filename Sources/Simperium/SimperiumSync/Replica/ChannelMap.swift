internal import SimperiumWire

/// The bucket of each channel. After a second sign-in on an open connection, the user's buckets
/// have new channel numbers, because frames on the old numbers are meant for the previous user.
struct ChannelMap: Sendable {
    /// The index of each channel's bucket, by channel number; nil for a closed channel.
    private var buckets: [Int?] = []

    /// Assigns the channels of a new connection. Each bucket's index is its channel number.
    mutating func assignInitialChannels(_ count: Int) {
        buckets = Array(0..<count)
    }

    func bucket(on channel: ChannelNumber) -> Int? {
        let number = Int(channel.rawValue)
        return number < buckets.count ? buckets[number] : nil
    }

    /// Returns the present channel of a bucket; nil if it has none.
    func number(of bucket: Int) -> ChannelNumber? {
        buckets.lastIndex(of: bucket).flatMap { UInt16(exactly: $0) }.map(ChannelNumber.init)
    }

    /// Gives a bucket an unused number, in place of its present one, and returns the new number.
    mutating func assignNewNumber(_ bucket: Int) -> ChannelNumber {
        unassignChannel(bucket)
        guard let number = UInt16(exactly: buckets.count) else {
            preconditionFailure("a connection has at most 65,536 channels")
        }
        buckets.append(bucket)
        return ChannelNumber(rawValue: number)
    }

    mutating func unassignChannel(_ bucket: Int) {
        for number in buckets.indices where buckets[number] == bucket { buckets[number] = nil }
    }
}
