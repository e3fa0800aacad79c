import Lobby
import SimperiumJSON
import SimperiumWebWire
import SimperiumWire
import SyncHub

extension Host {
    /// Sends the due notices about halls, to clients and to other servers.
    mutating func wakeHalls() {
        for notice in desks.halls.wake(in: hub, at: now) {
            journal.metrics.countSent(notice.connections.count)
            effects.append(.broadcast(notice.frame, to: notice.connections))
        }
        let reports = desks.halls.takeReports(in: hub, at: now)
        if !reports.isEmpty { effects.append(.report(reports)) }
    }

    private mutating func tell(_ members: JSONObject, to inquirer: HallInquirer) {
        switch inquirer {
        case .client(let connection, let channel):
            journal.metrics.countSent(1)
            let notice = HallNotice(
                connections: [connection], channel: channel, members: members)
            effects.append(.send(notice.frame, to: connection))
        case .caller(let id): answer(id, .json(members.utf8))
        }
    }

    /// Frees the hall's place of a closed connection.
    mutating func releaseHall(of connection: ConnectionID) {
        desks.halls.release(connection, at: now)
    }

    mutating func answer(
        _ question: JSONObject, from connection: ConnectionID, on channel: ChannelNumber
    ) {
        ask(question, by: .client(connection, on: channel))
    }

    private mutating func ask(_ question: JSONObject, by inquirer: HallInquirer) {
        let members = desks.halls.answer(question, by: inquirer, in: hub)
        if let members { tell(members, to: inquirer) }
    }

    /// Answers a question about halls over HTTP: the matches of all halls, or the hall of a player
    /// or a match.
    mutating func showHalls(to id: CallID) {
        guard let query = calls.open[id]?.query else { return }
        for member in ["name", "user", "match"] {
            guard let wanted = query[member] else { continue }
            let question: JSONObject = ["find": [JSONString(member): JSON(wanted)]]
            return ask(question, by: .caller(id))
        }
        var page: JSONObject = [:]
        if let after = query["after"] { page["after"] = JSON(after) }
        ask(["halls": .object(page)], by: .caller(id))
    }
}
