/// The order of a bucket's changes, joined from the streams of all clients.
///
/// Two changes that follow each other in one stream follow each other in all.
struct BucketOrder {
    /// A stream at one moment.
    private struct Position {
        /// The change that was received last, or that the stream starts after; nil if unknown.
        var last: String?
        /// The changes that this stream received.
        var received: Set<String> = []
        /// The change that the client asked to go back to.
        var restart: String?
        /// True if the client asked for changes from before this stream.
        var isUnclear = false
        var client = ""
    }

    /// Changes that two streams have in a different order.
    private(set) var forks: [String] = []
    /// Changes that a stream lacks or has twice.
    private(set) var gaps: [String] = []
    /// Clients of open streams that lack the last changes, and what they received last.
    private(set) var behindAtEnd: [(client: String, cv: String)] = []

    /// The changes that came directly after a change, by stream.
    private var next: [String: Set<String>] = [:]
    /// The place of each change in a part of the order. Places in two parts can't be compared.
    private var places: [String: (part: Int, index: Int)] = [:]
    private var streams: [Int: Position] = [:]

    init() {}

    init(_ facts: [Fact]) {
        for fact in facts {
            switch fact.kind {
            case .start(let stream, let cv): start(stream, after: cv, fact.client)
            case .received(let change, let stream): receive(change.cv, on: stream, fact.client)
            case .stop(let stream): streams[stream] = Position()
            case .end(let stream): streams[stream] = nil
            default: break
            }
        }
        findPlaces()
        guard facts.contains(where: \.isAtRest) else { return }
        for (_, stream) in streams.sorted(by: { $0.key < $1.key }) {
            guard let last = stream.last, next[last] != nil else { continue }
            behindAtEnd.append((stream.client, last))
        }
    }

    /// True if both places are known and the first is behind the second.
    func isBehind(_ first: String, _ second: String) -> Bool {
        guard let one = places[first], let other = places[second] else { return false }
        return one.part == other.part && one.index > other.index
    }

    private mutating func start(_ stream: Int, after cv: String?, _ client: String) {
        let cv = cv == "0" ? "" : cv
        guard let position = streams[stream], let last = position.last else {
            streams[stream] = Position(last: cv, client: client)
            return
        }
        guard let cv, cv != last else { return }
        // The answer repeats the changes after `cv`. Others come before it.
        streams[stream]?.restart = cv
        if !position.received.contains(cv) { streams[stream]?.isUnclear = true }
    }

    private mutating func receive(_ cv: String, on stream: Int, _ client: String) {
        var position = streams[stream] ?? Position(client: client)
        defer {
            position.last = cv
            streams[stream] = position
        }
        guard !position.isUnclear else { return }
        if let restart = position.restart, position.received.contains(cv),
            next[restart]?.contains(cv) == true
        {
            (position.restart, position.last) = (nil, restart)
        } else if !position.received.insert(cv).inserted,
            next[position.last ?? ""]?.contains(cv) != true
        {
            return gaps.append("\(client) received \(cv) twice")
        }
        if let last = position.last { next[last, default: []].insert(cv) }
    }

    /// Sorts all changes, each behind those that it followed in some stream.
    private mutating func findPlaces() {
        var waiting: [String: Int] = [:]
        for (cv, followers) in next {
            waiting[cv, default: 0] += 0
            for follower in followers { waiting[follower, default: 0] += 1 }
        }
        var ready = waiting.filter { $0.value == 0 }.keys.sorted()
        var (count, parts) = (0, 0)
        while count < ready.count {
            let cv = ready[count]
            let part = places[cv]?.part ?? parts
            if part == parts { parts += 1 }
            places[cv] = (part, count)
            count += 1
            let followers = (next[cv] ?? []).sorted()
            if followers.count > 1 {
                gaps.append("after \(cv) came \(followers.joined(separator: ", or ")) directly")
            }
            for follower in followers {
                places[follower] = (part, 0)
                waiting[follower, default: 0] -= 1
                if waiting[follower] == 0 { ready.append(follower) }
            }
        }
        // Each of the others follows another one of them.
        let circle = waiting.keys.filter { waiting[$0] != 0 }.sorted()
        if !circle.isEmpty {
            forks.append("streams have \(circle.joined(separator: ", ")) in different orders")
        }
    }
}
