import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import SyncHub

/// Measures one long text: a client types and another one reads along, through a hub. The real
/// machines run in this process, with a simulated clock.
///
/// The edits have the shape of a trace that other libraries publish figures for, and come from a
/// seed.
func longText() -> Report {
    var report = Report("Text")
    let edits = [TextEdit].typed(259_778, seed: 56)
    var typing = TypedText(edits)
    typing.run()
    guard typing.isRead else {
        report.omit("one long text", "the reader has another text than the writer")
        return report
    }
    let cost = typing.cost
    report.count("edits, one a millisecond", edits.count)
    report.count("length of the text at its end", typing.text.utf8.count, .bytes)
    report.add("changes on the wire", Double(typing.changes), .none, target: .atLeast(20_000))
    report.add(
        "  length of one", Double(typing.bytes) / Double(typing.changes), .bytes)
    report.seconds("CPU of both clients", cost.writer + cost.reader, target: .atMost(3))
    report.seconds("  the one that types", cost.writer)
    report.seconds("  of that, its program's copy of the text", cost.program)
    report.seconds("  the one that reads", cost.reader)
    report.seconds("CPU of the hub", cost.hub)
    report.seconds("the edits in an array of bytes, and nothing else", bareCost(of: edits))
    return report
}

extension Report {
    fileprivate mutating func seconds(
        _ name: String, _ nanoseconds: Int64, target: Target? = nil
    ) {
        add(name, Double(nanoseconds) / 1_000_000_000, .seconds, target: target)
    }
}

/// An insertion of a character, or a deletion of the one before a position.
private struct TextEdit {
    let position: Int32
    /// Nil for a deletion.
    let character: UInt8?
}

extension String {
    fileprivate mutating func perform(_ edit: TextEdit) {
        let index = utf8.index(startIndex, offsetBy: Int(edit.position))
        if let character = edit.character {
            // Twice as fast as inserting a character: the library has a path for strings.
            insert(contentsOf: String(Unicode.Scalar(character)), at: index)
        } else {
            removeSubrange(utf8.index(before: index)..<index)
        }
    }
}

extension [UInt8] {
    fileprivate mutating func perform(_ edit: TextEdit) {
        if let character = edit.character {
            insert(character, at: Int(edit.position))
        } else {
            remove(at: Int(edit.position) - 1)
        }
    }
}

extension [TextEdit] {
    /// Runs of typing and of deleting backwards, most of them at the end of the text. 27 % of the
    /// edits are deletions.
    fileprivate static func typed(_ count: Int, seed: UInt64) -> [TextEdit] {
        var random = SeededRandom(seed: seed)
        var edits: [TextEdit] = []
        edits.reserveCapacity(count)
        var (length, cursor, deletions) = (0, 0, 0)
        while edits.count < count {
            if random.numberBelow(20) == 0 {
                cursor = random.numberBelow(length + 1)
            } else if random.numberBelow(4) == 0 {
                cursor = length
            }
            let isDeleting = deletions * 100 < edits.count * 27 && cursor > 12
            for _
                in 0..<Swift.min(1 + random.numberBelow(isDeleting ? 12 : 30), count - edits.count)
            {
                if isDeleting {
                    edits.append(TextEdit(position: Int32(cursor), character: nil))
                    (length, cursor, deletions) = (length - 1, cursor - 1, deletions + 1)
                } else {
                    let character = Self.characters[random.numberBelow(Self.characters.count)]
                    edits.append(TextEdit(position: Int32(cursor), character: character))
                    (length, cursor) = (length + 1, cursor + 1)
                }
            }
        }
        return edits
    }

    /// Letters as often as about in English, blanks, and what JSON escapes.
    private static let characters = [UInt8](
        "eeeeeeetttttaaaaooooiiinnnssshhhrrrdddllluuucccmmmwwffggyyppbbvvkk,.\"\n            ".utf8)
}

/// Returns the CPU nanoseconds of the least that any program does with the edits.
private func bareCost(of edits: [TextEdit]) -> Int64 {
    let before = Report.cpu()
    var text: [UInt8] = []
    for edit in edits { text.perform(edit) }
    keep(text)
    return Report.cpu() - before
}

/// A client with one object.
private struct TextClient {
    static let bucket: BucketName = .trappingIfInvalid("note")
    static let key: ObjectKey = .trappingIfInvalid("text")

    let connection: ConnectionID
    private var replica: Replica
    private var link = LinkID(rawValue: 1)
    /// The frames that the client has sent since they were taken.
    var sent: [[UInt8]] = []

    init(named name: String, seed: UInt64, on connection: ConnectionID) {
        self.connection = connection
        replica = Replica(
            ReplicaSettings(
                app: .trappingIfInvalid("tictactoe"), clientID: .trappingIfInvalid(name),
                run: RunID(rawValue: seed), seed: seed))
        handle(.open(Self.bucket, .durable, StoredReplicaBucket()), at: .start)
        handle(.signIn(.trappingIfInvalid("0123456789abcdef0123456789abcdef")), at: .start)
        handle(.goOnline, at: .start)
        handle(.link(.opened(link)), at: .start)
    }

    mutating func handle(_ event: Replica.Event, at now: Instant) {
        for effect in replica.handle(event, at: now) {
            switch effect {
            case .link(.dial(let id, _)): link = id
            case .link(.send(let frame, _)): sent.append(frame)
            default: break
            }
        }
    }

    mutating func receive(_ frame: [UInt8], at now: Instant) {
        handle(.link(.received(frame, on: link)), at: now)
    }

    mutating func wake(at now: Instant) {
        while let deadline = replica.nextDeadline, deadline <= now { handle(.wake, at: now) }
    }

    var text: JSONString? { replica.object(Self.key, in: Self.bucket)?["content"]?.text }
}

/// The frames of one direction, each with the time of its arrival.
private struct DelayedFrames {
    private var frames: [(at: Instant, frame: [UInt8])] = []
    private var first = 0

    var isEmpty: Bool { first == frames.count }

    mutating func append(_ frame: [UInt8], at arrival: Instant) {
        frames.append((arrival, frame))
    }

    mutating func popFirst(until now: Instant) -> [UInt8]? {
        guard first < frames.count, frames[first].at <= now else { return nil }
        defer { first += 1 }
        let frame = frames[first].frame
        frames[first].frame = []
        return frame
    }
}

/// Two clients, the hub, and the time between them.
private struct TypedText {
    private static let latency = Duration.milliseconds(5)
    private static let measuredShare: Int64 = 17

    private let edits: [TextEdit]
    private var hub = LocalHub(keepsFrames: true)
    private var clients: [TextClient]
    private var toHub: [DelayedFrames]
    private var toClients: [DelayedFrames]
    private var now = Instant.start
    private var (steps, isMeasured) = (Int64(0), false)
    private(set) var text = ""
    /// The changes that the writer has sent, and their bytes.
    private(set) var (changes, bytes) = (0, 0)
    /// CPU nanoseconds. The program's are part of the writer's.
    private(set) var cost: (writer: Int64, program: Int64, reader: Int64, hub: Int64) = (0, 0, 0, 0)

    init(_ edits: [TextEdit]) {
        self.edits = edits
        clients = []
        for (number, name) in ["writer", "reader"].enumerated() {
            clients.append(TextClient(named: name, seed: UInt64(number + 1), on: hub.open()))
        }
        toHub = [DelayedFrames(), DelayedFrames()]
        toClients = toHub
    }

    mutating func run() {
        // The clients sign in.
        for _ in 0..<100 { step() }
        clients[0].handle(
            .edit(.put(TextClient.key, ["content": ""]), in: TextClient.bucket), at: now)
        for _ in 0..<100 { step() }
        (changes, bytes, cost) = (0, 0, (0, 0, 0, 0))
        for edit in edits { step(edit) }
        for _ in 0..<1_000 where !isRead { step() }
    }

    /// True if the reader has the writer's text, and all of it.
    var isRead: Bool {
        let text = JSONString(text)
        return clients[1].text == text && clients[0].text == text
    }

    /// A millisecond. Reading the clock takes as long as some steps, so only some are measured.
    /// The share has no common factor with the ten milliseconds of a round trip.
    private mutating func step(_ edit: TextEdit? = nil) {
        now = now + .milliseconds(1)
        steps += 1
        isMeasured = steps.isMultiple(of: Self.measuredShare)
        hub.now = now
        let start = clock()
        for (number, client) in clients.enumerated() {
            while let frame = toHub[number].popFirst(until: now) {
                hub.receive(frame, from: client.connection)
            }
        }
        hub.finish()
        let passed = clock()
        cost.hub += passed - start
        for (id, frame) in hub.takeFrames() {
            toClients[id == clients[0].connection ? 0 : 1].append(frame, at: now + Self.latency)
        }
        let begun = clock()
        if let edit { type(edit) }
        advance(0)
        let written = clock()
        advance(1)
        cost.writer += written - begun
        cost.reader += clock() - written
        for number in clients.indices {
            for frame in clients[number].sent {
                toHub[number].append(frame, at: now + Self.latency)
                guard number == 0, frame.starts(with: "0:c:".utf8) else { continue }
                changes += 1
                bytes += frame.count
            }
            clients[number].sent.removeAll(keepingCapacity: true)
        }
    }

    private func clock() -> Int64 { isMeasured ? Report.cpu() * Self.measuredShare : 0 }

    private mutating func type(_ edit: TextEdit) {
        let before = clock()
        text.perform(edit)
        let content = JSONString(text)
        cost.program += clock() - before
        let object: JSONObject = ["content": .string(content)]
        clients[0].handle(
            .edit(.update(TextClient.key, setting: object), in: TextClient.bucket), at: now)
    }

    private mutating func advance(_ number: Int) {
        while let frame = toClients[number].popFirst(until: now) {
            clients[number].receive(frame, at: now)
        }
        clients[number].wake(at: now)
    }
}
