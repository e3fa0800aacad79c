import EngineSamples
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// Those who write, and what they and the nodes say to each other.
extension HubWorld {
    mutating func talk() throws {
        let client = random.below(clients.count)
        guard let line = clients[client].line else { return try dial(client) }
        if !isCalm, random.chance(1, in: 60) {
            clients[client].end()
            places[line.node].node.handle(.closed(line.connection, .broken), at: now)
            return try attend(line.node)
        }
        guard !isCalm, let frame = clients[client].write(&random, keys: Names.keys) else { return }
        places[line.node].node.handle(.received(frame, from: line.connection), at: now)
        try attend(line.node)
    }

    private mutating func dial(_ client: Int) throws {
        let node = random.below(places.count)
        connections += 1
        let connection = ConnectionID(rawValue: connections)
        let frame = clients[client].begin(at: node, connection)
        places[node].node.handle(.opened(connection, app: nil), at: now)
        places[node].node.handle(.received(Array(frame.utf8), from: connection), at: now)
        try attend(node)
    }

    /// Does what a node wants by now.
    mutating func attend(_ index: Int) throws {
        while true {
            takeWishes(of: index)
            deliverMail(of: index)
            for (connection, _) in places[index].node.takeClosed() {
                if let client = client(on: connection) { clients[client].end() }
                if let owner = owner(on: connection) { owners[owner].end(at: now) }
            }
            if places[index].node.isQuiet { break }
        }
        let faults = clients.flatMap(\.faults) + owners.flatMap(\.faults)
        if let fault = places[index].node.faults.first ?? faults.first {
            throw Failure(description: fault)
        }
        if places[index].node.isDead { try replace(index) }
    }

    private mutating func deliverMail(of index: Int) {
        for (connection, frame) in places[index].node.takeMail() {
            var answers: [[UInt8]] = []
            if let owner = owner(on: connection) {
                let isOver = isOver(owners[owner])
                answers = owners[owner].hear(frame, grace: Self.grace, isOver: isOver, at: now)
            } else if let client = client(on: connection) {
                answers = clients[client].hear(frame)
            }
            for answer in answers {
                places[index].node.handle(.received(answer, from: connection), at: now)
            }
        }
    }

    private func client(on connection: ConnectionID) -> Int? {
        clients.firstIndex { $0.line?.connection == connection }
    }
}
