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
    private(set) var objects: [ObjectKey: (version: EntityVersion, object: JSONObject)] = [:]
    private(set) var cursor: ChangeVersion?
    private(set) var inFlight: Change?
    /// What was accepted, by ids, and how many were refused.
    private(set) var accepted: Set<ChangeID> = []
    private(set) var refusals = 0
    /// What a hub said that is not so.
    private(set) var faults: [String] = []
    /// Where it is, if anywhere; and whether it was let in, and is up to date.
    var line: (node: Int, connection: ConnectionID)?
    private(set) var isIn = false
    private var hasIndex = false
    private var isPaging = false
    /// The last that it heard on this connection.
    private var heard = Ordinal.zero
    private var count = 0

    init(_ name: String, of user: UserID, in bucket: BucketName) {
        self.name = name
        self.user = user
        self.bucket = bucket
    }

    var isQuiet: Bool { isIn && inFlight == nil }

    mutating func begin(at node: Int, _ connection: ConnectionID) -> String {
        line = (node, connection)
        (isIn, isPaging, heard) = (false, false, .zero)
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
        } else if let known = objects[key] {
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
            fail("said \(String(decoding: frame, as: UTF8.self))")
            return []
        }
        switch command {
        case .authorized: return enter()
        case .changes(let entries):
            for entry in entries { take(entry) }
            return []
        case .unknownCursor: return startOver()
        case .index(let page): return take(page)
        default:
            fail("said \(String(decoding: frame, as: UTF8.self))")
            return []
        }
    }

    private mutating func enter() -> [[UInt8]] {
        isIn = true
        let again = inFlight.map { [frame(of: $0)] } ?? []
        guard let cursor else { return startOver() + again }
        return [Array("0:cv:\(cursor.text)".utf8)] + again
    }

    private mutating func startOver() -> [[UInt8]] {
        (objects, cursor) = ([:], nil)
        isPaging = true
        return [Array("0:i:1:::100".utf8)]
    }

    private mutating func take(_ page: IndexPage) -> [[UInt8]] {
        isPaging = false
        cursor = page.current
        heard = page.current.flatMap(Ordinal.init) ?? .zero
        for entry in page.entries {
            guard let object = entry.object else {
                fail("page without \(entry.key)")
                continue
            }
            objects[entry.key] = (entry.version, object)
        }
        return []
    }

    private mutating func take(_ entry: ChangeEntry) {
        switch entry {
        case .accepted(let change): apply(change)
        case .refused(let refused):
            guard let mine = inFlight, refused.changeIDs.contains(mine.id) else { return }
            if refused.error == .alreadyApplied { accepted.insert(mine.id) } else { refusals += 1 }
            inFlight = nil
        case .unreadable: fail("unreadable")
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
        guard change.effect != .emptied else { return }
        guard let place = Ordinal(change.changeVersion) else { return fail("no place") }
        // What comes before the index is for who was here already.
        guard !isPaging else { return }
        guard place > heard else { return fail("\(place) behind \(heard)") }
        heard = place
        cursor = change.changeVersion
        switch change.effect {
        case .modified(let diff, let from, let to):
            guard objects[change.key]?.version == from else {
                return fail("\(change.key): \(String(describing: from)) to \(to) at \(place)")
            }
            do throws(DiffError) {
                let before = objects[change.key]?.object ?? [:]
                objects[change.key] = (to, try diff.applied(to: before))
            } catch {
                fail("\(change.key): \(error)")
            }
        case .removed:
            if objects.removeValue(forKey: change.key) == nil {
                fail("\(change.key) removed at \(place), which is not there")
            }
        case .emptied, .unreadable, .other: fail("\(change.effect)")
        }
    }

    private mutating func fail(_ fault: String) { faults.append("\(name) heard: \(fault)") }
}
