import SimperiumClock
import SimperiumWire

/// The channels that receive a bucket's changes, grouped by channel number and by support for
/// authors' names. The hub sends the same bytes to all channels of a group.
///
/// Groups and connections are sorted, so that a channel is found by binary search.
struct ListeningChannels {
    struct SameNumberGroup {
        let channel: ChannelNumber
        /// True if the group's messages name the author of each change by another user.
        let namesAuthors: Bool
        var connections: [ConnectionID]
    }

    private(set) var groups: [SameNumberGroup] = []

    /// Adds a channel. Returns false if the channel is already a listener.
    @discardableResult
    mutating func insert(
        _ connection: ConnectionID, _ channel: ChannelNumber, namesAuthors: Bool = false
    ) -> Bool {
        let (index, isKnown) = index(of: channel, namesAuthors)
        if !isKnown {
            let group = SameNumberGroup(
                channel: channel, namesAuthors: namesAuthors, connections: [])
            groups.insert(group, at: index)
        }
        return groups[index].insert(connection)
    }

    mutating func remove(_ connection: ConnectionID, _ channel: ChannelNumber) {
        for namesAuthors in [false, true] {
            let (index, isKnown) = index(of: channel, namesAuthors)
            guard isKnown else { continue }
            groups[index].remove(connection)
            if groups[index].connections.isEmpty { groups.remove(at: index) }
        }
    }

    private func index(
        of channel: ChannelNumber, _ namesAuthors: Bool
    ) -> (index: Int, isKnown: Bool) {
        let index = groups.partitionPoint { group in
            group.channel.rawValue < channel.rawValue
                || group.channel == channel && !group.namesAuthors && namesAuthors
        }
        let isKnown =
            index < groups.count && groups[index].channel == channel
            && groups[index].namesAuthors == namesAuthors
        return (index, isKnown)
    }
}

extension ListeningChannels.SameNumberGroup {
    fileprivate mutating func insert(_ connection: ConnectionID) -> Bool {
        let position = connections.partitionPoint { $0 < connection }
        let isKnown = position < connections.count && connections[position] == connection
        if !isKnown { connections.insert(connection, at: position) }
        return !isKnown
    }

    fileprivate mutating func remove(_ connection: ConnectionID) {
        let position = connections.partitionPoint { $0 < connection }
        guard position < connections.count, connections[position] == connection else { return }
        connections.remove(at: position)
    }
}
