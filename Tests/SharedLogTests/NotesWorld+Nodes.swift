import RedisWire
import SharedLog
import SimperiumClock
import SimperiumWire
import Simulation
import SyncHub

/// The nodes, and what they and the devices say to each other.
extension NotesWorld {
    /// Another life begins where one has ended, which others notice a while later.
    mutating func replace(_ index: Int) throws {
        doomed[index] = nil
        for device in devices.indices where devices[device].line?.node == index {
            devices[device].end()
        }
        requests = requests.filter { $0.value != index }
        counts.merge(places[index].node.counts, uniquingKeysWith: +)
        let dead = places[index].node.incarnation
        unburied.append((dead, at: now + .milliseconds(Int64(random.below(1_500)))))
        unburied.sort { $0.at < $1.at }
        places[index] = newPlace()
    }

    /// Whoever buries looks after what is left.
    mutating func declareDead(_ dead: Incarnation) throws {
        self.dead.insert(dead)
        for log in Self.logs {
            guard case .buried(let count) = try perform(.lease(.bury(dead, grace: .zero), log)),
                count > 0
            else { continue }
            counts["inherited", default: 0] += 1
            let index = random.below(places.count)
            let bucket = BucketID(app: log.app, user: log.user, name: Self.bucket)
            places[index].node.handle(.abandoned([bucket]), at: now)
            try attend(index)
        }
    }

    /// Does what a node wants by now.
    mutating func attend(_ index: Int) throws {
        while true {
            takeWishes(of: index)
            deliverMail(of: index)
            for (request, outcome) in places[index].node.takeAnswers() {
                guard requests.removeValue(forKey: request) != nil else {
                    throw HubWorld.Failure(description: "\(request) is answered twice: \(outcome)")
                }
                counts["answered", default: 0] += 1
            }
            for (connection, _) in places[index].node.takeClosed() {
                if let device = device(on: connection) { devices[device].end() }
            }
            if places[index].node.isQuiet { break }
        }
        if let fault = places[index].node.faults.first ?? devices.flatMap(\.faults).first {
            throw HubWorld.Failure(description: fault)
        }
        if places[index].node.isDead { try replace(index) }
    }

    private mutating func deliverMail(of index: Int) {
        for (connection, frame) in places[index].node.takeMail() {
            guard let device = device(on: connection) else { continue }
            for answer in devices[device].hear(frame) {
                places[index].node.handle(.received(answer, from: connection), at: now)
            }
        }
    }

    private func device(on connection: ConnectionID) -> Int? {
        devices.firstIndex { $0.line?.connection == connection }
    }
}
