import Simperium

/// The channels that hear a bucket's changes, by their number: all of a number get the same bytes.
struct Audience {
    private(set) var groups: [(channel: ChannelNumber, connections: [ConnectionID])] = []

    mutating func insert(_ connection: ConnectionID, _ channel: ChannelNumber) {
        if let place = groups.firstIndex(where: { $0.channel == channel }) {
            groups[place].connections.append(connection)
        } else {
            groups.append((channel, [connection]))
        }
    }

    mutating func remove(_ connection: ConnectionID, _ channel: ChannelNumber) {
        guard let place = groups.firstIndex(where: { $0.channel == channel }),
            let seat = groups[place].connections.firstIndex(of: connection)
        else { return }
        groups[place].connections.remove(at: seat)
        if groups[place].connections.isEmpty { groups.remove(at: place) }
    }
}
