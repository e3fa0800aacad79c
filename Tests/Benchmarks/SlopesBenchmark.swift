import Glibc

/// Measures the CPU time of a server for a change, while one size is ten times the other.
func slopes() -> Report {
    var report = Report("CPU for a change; the reference has a tenth as much")
    do {
        for keeping in [Keeping.memory, .process] {
            for people in [100, 1_000] {
                try report.addSlope("\(people) people", keeping) {
                    try Editors(on: $0, people: people / $1)
                }
            }
            for objects in [10_000, 100_000] {
                try report.addSlope("\(objects) objects", keeping) {
                    try Editors(on: $0, people: 1, objects: objects / $1)
                }
            }
            try report.addSlope("10000 changes before", keeping) {
                let editors = try Editors(on: $0, people: 1, objects: 1)
                editors.edit(10_000 / $1)
                return editors
            }
            for length in [10_000, 100_000] {
                try report.addSlope("\(length) B of text", keeping) {
                    try Editors(on: $0, people: 1, length: length / $1)
                }
            }
        }
    } catch {
        report.omit("the rest", error)
    }
    return report
}

extension Report {
    /// Adds the cost of a change for editors with ten times as much as others, whose cost is the
    /// reference: the run of three with the median ratio.
    fileprivate mutating func addSlope(
        _ name: String, _ keeping: Keeping,
        _ editors: (ServerProcess, _ divisor: Int) throws -> Editors
    ) throws {
        let name = "\(name), \(keeping.words)"
        /// Returns the CPU time of a change in microseconds.
        func cost(_ divisor: Int) throws -> Double {
            let home = try ServerHome()
            let server = try home.server(keeping)
            let editors = try editors(server, divisor)
            editors.edit(1_000)
            let before = server.cpu
            editors.edit(4_000)
            return Double(server.cpu - before) / 4_000 / 1_000
        }
        let costs = try (0..<3).map { _ in (small: try cost(10), large: try cost(1)) }
        let median = costs.sorted { $0.large / $0.small < $1.large / $1.small }[1]
        add(
            name, median.large, .microseconds, target: .atMostReferences(1.2),
            reference: median.small)
    }
}

/// Clients that edit the objects of one bucket each.
private final class Editors {
    /// An object's version, and the length of its text.
    private struct Edited {
        var version = 1
        var length: Int
    }

    private let crowd: SyncCrowd
    /// The objects of each client.
    private var objects: [[Edited]]
    private var sent = 0

    /// Opens the clients, and creates their objects.
    init(
        on server: ServerProcess, people: Int = 10, objects count: Int = 10, length: Int = 20
    ) throws {
        crowd = try SyncCrowd(of: people, at: server.address) { [.init(bucket: "b\($0)")] }
        objects = Array(
            repeating: Array(repeating: Edited(length: length), count: count), count: people)
        let text = String(repeating: "x", count: length)
        flood(people * count) { [unowned self] number, person in
            crowd.say(
                """
                0:c:{"id":"k\(number / people)","o":"M","v":{"text":{"o":"+","v":"\(text)"}},\
                "ccid":"n\(number)"}
                """, by: person)
        }
    }

    /// Makes edits of one character, until all are acknowledged.
    func edit(_ count: Int) {
        flood(count) { [unowned self] number, person in
            let key = (number / objects.count) * 7_919 % objects[person].count
            let object = objects[person][key]
            let grows = object.version % 2 == 1
            let half = object.length / 2
            let rest = object.length - half - (grows ? 0 : 1)
            sent += 1
            crowd.say(
                """
                0:c:{"id":"k\(key)","o":"M","sv":\(object.version),"v":{"text":{"o":"d",\
                "v":"=\(half)\\t\(grows ? "+y" : "-1")\\t=\(rest)"}},"ccid":"e\(sent)"}
                """, by: person)
            objects[person][key].version += 1
            objects[person][key].length += grows ? 1 : -1
        }
    }

    /// Sends `count` changes, each after an answer to the same client. A single client has 32 in
    /// flight. Several clients have one each, so that each answer is sent by itself, for any number
    /// of clients.
    private func flood(_ count: Int, _ say: @escaping (_ number: Int, _ person: Int) -> Void) {
        let people = objects.count
        let window = people == 1 ? 32 : 1
        // The number of the next change of each client, which are those that leave its remainder.
        var next = Array(0..<people)
        func sayNext(by person: Int) {
            guard next[person] < count else { return }
            say(next[person], person)
            next[person] += people
        }
        var missing = count
        crowd.onMessage = { [unowned self] person, _ in
            missing -= 1
            if missing == 0 { crowd.stop() } else { sayNext(by: person) }
        }
        for person in 0..<people { for _ in 0..<window { sayNext(by: person) } }
        crowd.run()
    }
}
