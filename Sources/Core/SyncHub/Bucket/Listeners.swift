import SimperiumWire

/// The channels that hear a bucket's changes, by their number: all of a number get the same bytes.
///
/// All is sorted, so that whoever leaves is found among thousands.
struct Listeners {
    private(set) var groups: [(channel: ChannelNumber, connections: [ConnectionID])] = []

    mutating func insert(_ connection: ConnectionID, _ channel: ChannelNumber) {
        let place = place(of: channel)
        if place == groups.count || groups[place].channel != channel {
            groups.insert((channel, []), at: place)
        }
        let seat = groups[place].connections.bisect { $0 < connection }
        groups[place].connections.insert(connection, at: seat)
    }

    mutating func remove(_ connection: ConnectionID, _ channel: ChannelNumber) {
        let place = place(of: channel)
        guard place < groups.count, groups[place].channel == channel else { return }
        let seat = groups[place].connections.bisect { $0 < connection }
        guard seat < groups[place].connections.count,
            groups[place].connections[seat] == connection
        else { return }
        groups[place].connections.remove(at: seat)
        if groups[place].connections.isEmpty { groups.remove(at: place) }
    }

    private func place(of channel: ChannelNumber) -> Int {
        groups.bisect { $0.channel.rawValue < channel.rawValue }
    }
}
