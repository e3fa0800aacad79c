import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A program that writes into one bucket by way of whichever node it finds, one change at a time,
/// and says a change again until it hears what became of it.
struct ScriptedClient {
    let name: String
    let user: UserID
    let bucket: BucketName
    /// The objects as it has heard of them.
    private(set) var heard = HeardObjects()
    private(set) var inFlight: Change?
    /// What was accepted, by ids, and how many were refused.
    private(set) var accepted: Set<ChangeID> = []
    private(set) var refusals = 0
    /// Where it is, if anywhere; and whether it was let in, and is up to date.
    var line: (node: Int, connection: ConnectionID)?
    private(set) var isIn = false
    private var count = 0

    init(_ name: String, of user: UserID, in bucket: BucketName) {
        self.name = name
        self.user = user
        self.bucket = bucket
    }

    var isQuiet: Bool { isIn && inFlight == nil }
    /// What a hub said that is not so.
    var faults: [String] { heard.faults.map { "\(name) heard: \($0)" } }

    mutating func begin(at node: Int, _ connection: ConnectionID) -> String {
        line = (node, connection)
        isIn = false
        heard.beginConnection()
        return """
            0:init:{"clientid":"\(name)","api":"1.1","token":"\(user.text)","app_id":"app-1",\
            "name":"\(bucket)"}
            """
    }

    mutating func end() {
        line = nil
        isIn = false
    }

    /// What it says next; nil if it has something on its way.
    mutating func write(_ random: inout SeededRandom, keys: [ObjectKey]) -> [UInt8]? {
        guard isIn, inFlight == nil else { return nil }
        count += 1
        let key = keys[random.below(keys.count)]
        guard let id = ChangeID("\(name)-\(count)") else { return nil }
        let change: Change
        if random.chance(1, in: 40), let whole = ObjectKey(bucket.text) {
            change = Change(.empty, key: whole, id: id)
        } else if let known = heard[key] {
            if random.chance(1, in: 4) {
                change = Change(.remove, key: key, version: known.version, id: id)
            } else {
                var object = known.object
                object["\(name)"] = JSON(count)
                change = Change(
                    .modify(Diff(from: known.object, to: object)), key: key,
                    version: known.version, id: id)
            }
        } else {
            change = Change(.modify(Diff(from: [:], to: ["by": JSON(name)])), key: key, id: id)
        }
        inFlight = change
        return frame(of: change)
    }

    private func frame(of change: Change) -> [UInt8] {
        var frame = Array("0:c:".utf8)
        change.write(into: &frame)
        return frame
    }

    /// What it says to what it hears.
    mutating func hear(_ frame: [UInt8]) -> [[UInt8]] {
        guard let message = try? HubMessage(frame: frame.span),
            case .command(let command, _) = message
        else {
            heard.fail("said \(String(decoding: frame, as: UTF8.self))")
            return []
        }
        switch command {
        case .authorized: return enter()
        case .changes(let entries):
            for entry in entries { take(entry) }
            return []
        case .unknownCursor: return [heard.startOver()]
        case .index(let page):
            heard.take(page)
            return []
        default:
            heard.fail("said \(String(decoding: frame, as: UTF8.self))")
            return []
        }
    }

    private mutating func enter() -> [[UInt8]] {
        isIn = true
        return [heard.enter()] + (inFlight.map { [frame(of: $0)] } ?? [])
    }

    private mutating func take(_ entry: ChangeEntry) {
        switch entry {
        case .accepted(let change): apply(change)
        case .refused(let refused):
            guard let mine = inFlight, refused.changeIDs.contains(mine.id) else { return }
            if refused.error == .alreadyApplied { accepted.insert(mine.id) } else { refusals += 1 }
            inFlight = nil
        case .unreadable: heard.fail("unreadable")
        }
    }

    private mutating func apply(_ change: AcceptedChange) {
        if let mine = inFlight, change.changeIDs.contains(mine.id) {
            // Each removal of an EMPTY has its id, and only the last word is the end of it.
            if mine.operation != .empty || change.effect == .emptied {
                accepted.insert(mine.id)
                inFlight = nil
            }
        }
        heard.apply(change)
    }
}
