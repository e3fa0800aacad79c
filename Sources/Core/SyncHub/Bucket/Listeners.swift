import SimperiumClock
import SimperiumWire

/// The channels that hear a bucket's changes, by their number: all of a number get the same bytes.
///
/// All is sorted, so that a channel that leaves is found among thousands.
struct Listeners {
    private(set) var groups: [(channel: ChannelNumber, connections: [ConnectionID])] = []

    /// False if it is among them already.
    @discardableResult
    mutating func insert(_ connection: ConnectionID, _ channel: ChannelNumber) -> Bool {
        let index = index(of: channel)
        if index == groups.count || groups[index].channel != channel {
            groups.insert((channel, []), at: index)
        }
        let position = groups[index].connections.partitionPoint { $0 < connection }
        let isKnown =
            position < groups[index].connections.count
            && groups[index].connections[position] == connection
        if !isKnown { groups[index].connections.insert(connection, at: position) }
        return !isKnown
    }

    mutating func remove(_ connection: ConnectionID, _ channel: ChannelNumber) {
        let index = index(of: channel)
        guard index < groups.count, groups[index].channel == channel else { return }
        let position = groups[index].connections.partitionPoint { $0 < connection }
        guard position < groups[index].connections.count,
            groups[index].connections[position] == connection
        else { return }
        groups[index].connections.remove(at: position)
        if groups[index].connections.isEmpty { groups.remove(at: index) }
    }

    private func index(of channel: ChannelNumber) -> Int {
        groups.partitionPoint { $0.channel.rawValue < channel.rawValue }
    }
}
