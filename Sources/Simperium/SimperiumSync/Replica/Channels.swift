internal import SimperiumWire

/// Which bucket each channel of the present connection is for.
///
/// Whoever signs in anew on a connection that stands gets channels that nobody had: what the hub
/// still says on the old ones was meant for the user before.
struct Channels: Sendable {
    /// The bucket of each number; nil for one that is not spoken on any more.
    private var buckets: [Int?] = []

    /// Begins a connection, on which each bucket has the channel of its own place.
    mutating func begin(_ count: Int) {
        buckets = Array(0..<count)
    }

    func bucket(on channel: ChannelNumber) -> Int? {
        let number = Int(channel.rawValue)
        return number < buckets.count ? buckets[number] : nil
    }

    /// The number that a bucket has now.
    func number(of bucket: Int) -> ChannelNumber? {
        buckets.lastIndex(of: bucket).flatMap { UInt16(exactly: $0) }.map(ChannelNumber.init)
    }

    /// A number for a bucket that had another one, or none.
    mutating func renew(_ bucket: Int) -> ChannelNumber {
        drop(bucket)
        guard let number = UInt16(exactly: buckets.count) else {
            preconditionFailure("nobody signs in so often")
        }
        buckets.append(bucket)
        return ChannelNumber(rawValue: number)
    }

    mutating func drop(_ bucket: Int) {
        for number in buckets.indices where buckets[number] == bucket { buckets[number] = nil }
    }
}
