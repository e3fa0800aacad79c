import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Tells those of halls who are due to hear of them.
    mutating func wakeHalls() {
        for notice in desks.halls.wake(in: hub, at: now) {
            journal.metrics.countSent(notice.connections.count)
            effects.append(.broadcast(notice.frame, to: notice.connections))
        }
    }

    mutating func answer(
        _ question: JSONObject, from connection: ConnectionID, on channel: ChannelNumber
    ) {
        guard let members = desks.halls.answer(question, from: connection, in: hub) else { return }
        journal.metrics.countSent(1)
        let notice = HallNotice(connections: [connection], channel: channel, members: members)
        effects.append(.send(notice.frame, to: connection))
    }

    /// Answers over HTTP what a client may ask on its channel: which matches there are in which
    /// hall, or where somebody is.
    mutating func showHalls(to id: CallID) {
        guard let query = calls.open[id]?.request.target.query else { return }
        for member in ["name", "user", "match"] {
            guard let wanted = query[member] else { continue }
            let question: JSONObject = ["find": [JSONString(member): JSON(wanted)]]
            return show(question, to: id)
        }
        var page: JSONObject = [:]
        if let after = query["after"] { page["after"] = JSON(after) }
        show(["halls": .object(page)], to: id)
    }

    private mutating func show(_ question: JSONObject, to id: CallID) {
        let members = desks.halls.answer(question, from: nil as HallNumber?, in: hub) ?? [:]
        answer(id, .json(members.utf8))
    }
}
