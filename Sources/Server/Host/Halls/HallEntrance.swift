import Lobby
import SharedLog
import SyncHub

/// A connection that has asked the list of halls for a place.
struct HallEntrance: Sendable {
    /// A channel that begins when the place is known.
    struct Channel: Sendable {
        let question: QuestionID
        let request: AuthorizationRequest
    }

    let wish: HallWish
    var isAsked = false
    var channels: [Channel] = []
}

/// Where connections are to be that have asked, until they are there.
struct HallEntrances: Sendable {
    private enum Place: Sendable {
        case hall(HallNumber)
        case full
    }

    private var entrances: [ConnectionID: HallEntrance] = [:]
    private var places: [ConnectionID: Place] = [:]

    /// Whether every place that was asked for is known.
    var isEmpty: Bool { entrances.isEmpty }

    /// Whether a connection has asked already.
    func knows(_ id: ConnectionID) -> Bool { entrances[id] != nil || places[id] != nil }

    /// Those that are to be asked for, in an order of their own.
    mutating func takeUnasked() -> [(ConnectionID, HallWish)] {
        let unasked = entrances.filter { !$0.value.isAsked }.keys.sorted()
        for id in unasked { entrances[id]?.isAsked = true }
        return unasked.compactMap { id in entrances[id].map { (id, $0.wish) } }
    }

    /// Where a connection is to be; nil for nowhere. Throws if that is not known yet.
    mutating func place(
        of id: ConnectionID, wishing wish: HallWish
    ) throws(Unknown) -> HallNumber? {
        switch places[id] {
        case .hall(let hall): return hall
        case .full: return nil
        case nil:
            if entrances[id] == nil { entrances[id] = HallEntrance(wish: wish) }
            throw Unknown()
        }
    }

    struct Unknown: Error {}

    mutating func wait(_ channel: HallEntrance.Channel) {
        entrances[channel.request.connection]?.channels.append(channel)
    }

    /// Takes in where a connection is to be, and names the channels that waited for it. What was
    /// not answered is asked again.
    mutating func settle(
        _ id: ConnectionID, _ answer: DirectoryAnswer?
    ) -> [HallEntrance.Channel] {
        let place: Place? =
            switch answer {
            case .hall(let number): HallNumber(rawValue: number).map { .hall($0) } ?? .full
            case .full: .full
            default: nil
            }
        guard let entrance = entrances[id] else { return [] }
        guard let place else {
            entrances[id]?.isAsked = false
            return []
        }
        entrances[id] = nil
        places[id] = place
        return entrance.channels
    }

    /// The connection is there, or has heard that it can't be.
    mutating func forget(_ id: ConnectionID) { places[id] = nil }

    /// The connection has ended. Channels that waited come back.
    mutating func drop(_ id: ConnectionID) -> [HallEntrance.Channel] {
        places[id] = nil
        return entrances.removeValue(forKey: id)?.channels ?? []
    }
}
