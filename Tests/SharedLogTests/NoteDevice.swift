import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A program of somebody who shares notes: it types words into what it has, also without a line,
/// and says each change again until it hears what became of it.
struct NoteDevice {
    let name: String
    let user: UserID
    let asksForAuthors: Bool
    let asksForOpen: Bool
    private(set) var notes = HeardObjects()
    private(set) var unanswered: [Change] = []
    private(set) var accepted: [Change] = []
    private(set) var refusals = 0
    /// Who is said to have made a change, by its id.
    private(set) var authors: [ChangeID: String] = [:]
    /// What its user has open, and the others who are said to.
    private(set) var open: Set<ObjectKey> = []
    private(set) var others: [ObjectKey: [UserID]] = [:]
    /// How often it was told of others.
    private(set) var sights = 0
    var line: (node: Int, connection: ConnectionID)?
    private(set) var isIn = false

    init(_ name: String, of user: UserID, asksForAuthors: Bool, asksForOpen: Bool) {
        self.name = name
        self.user = user
        self.asksForAuthors = asksForAuthors
        self.asksForOpen = asksForOpen
    }

    var isQuiet: Bool { isIn && !notes.isPaging && unanswered.isEmpty }
    var faults: [String] { notes.faults.map { "\(name) heard: \($0)" } }

    mutating func begin(at node: Int, _ connection: ConnectionID) -> String {
        line = (node, connection)
        isIn = false
        notes.beginConnection()
        (open, others) = ([], [:])
        let extensions = (asksForAuthors ? ["authors"] : []) + (asksForOpen ? ["open"] : [])
        let list = extensions.map { #""\#($0)""# }.joined(separator: ",")
        let more = extensions.isEmpty ? "" : #","extensions":[\#(list)]"#
        return """
            0:init:{"clientid":"\(name)","api":"1.1","token":"\(user.text)","app_id":"app-1",\
            "name":"\(NotesWorld.bucket)"\(more)}
            """
    }

    mutating func end() {
        line = nil
        isIn = false
    }

    /// Has some of what it knows open, and nothing else.
    mutating func look(_ random: inout SeededRandom) -> [UInt8]? {
        guard asksForOpen, isIn, !notes.isPaging else { return nil }
        open = Set(NotesWorld.keys.filter { notes[$0] != nil && random.chance(2, in: 3) })
        return sayOpen()
    }

    /// Knows nothing that it could have open.
    private mutating func lookAway() -> [UInt8] {
        open = []
        return sayOpen()
    }

    private mutating func sayOpen() -> [UInt8] {
        others = others.filter { open.contains($0.key) }
        let list = NotesWorld.keys.filter(open.contains).map { #""\#($0)""# }
        return Array(#"0:o:{"open":[\#(list.joined(separator: ","))]}"#.utf8)
    }

    /// Types a word into a note, somewhere.
    mutating func type(
        _ word: Character, as id: ChangeID, into key: ObjectKey, _ random: inout SeededRandom
    ) -> [UInt8]? {
        guard let note = notes[key], note.object["mine"] == nil else { return nil }
        let text = Array(note.object["t"]?.string ?? "")
        let place = random.below(text.count + 1)
        var object = note.object
        object["t"] = JSON(String(text[..<place]) + String(word) + String(text[place...]))
        return say(
            Change(
                .modify(Diff(from: note.object, to: object)), key: key, version: note.version,
                id: id))
    }

    /// Begins a note of its own.
    mutating func insert(_ key: ObjectKey, as id: ChangeID) -> [UInt8]? {
        say(Change(.modify(Diff(from: [:], to: ["mine": JSON(name)])), key: key, id: id))
    }

    /// Removes a note, or all of them.
    mutating func remove(_ key: ObjectKey, as id: ChangeID, all: Bool = false) -> [UInt8]? {
        say(Change(all ? .empty : .remove, key: key, id: id))
    }

    private mutating func say(_ change: Change) -> [UInt8]? {
        unanswered.append(change)
        return isIn ? frame(of: change) : nil
    }

    private func frame(of change: Change) -> [UInt8] {
        var frame = Array("0:c:".utf8)
        change.write(into: &frame)
        return frame
    }
}

/// What it hears.
extension NoteDevice {
    /// What it says to what it hears.
    mutating func hear(_ frame: [UInt8]) -> [[UInt8]] {
        guard let message = try? HubMessage(frame: frame.span),
            case .command(let command, _) = message
        else {
            notes.fail("said \(String(decoding: frame, as: UTF8.self))")
            return []
        }
        switch command {
        case .authorized: return enter()
        // The bucket is out of order for a while.
        case .unauthorized:
            end()
            return []
        case .changes(let entries):
            noteAuthors(frame)
            let before = open
            for entry in entries { take(entry) }
            // The hub may have been told of what was gone by then, and know one that came since.
            return open == before ? [] : [sayOpen()]
        case .unknownCursor:
            let page = notes.startOver()
            return asksForOpen ? [page, lookAway()] : [page]
        case .index(let page):
            notes.take(page)
            return []
        case .open(let key, let users):
            if open.contains(key) { (others[key], sights) = (users, sights + 1) }
            return []
        default:
            notes.fail("said \(String(decoding: frame, as: UTF8.self))")
            return []
        }
    }

    private mutating func enter() -> [[UInt8]] {
        isIn = true
        return [notes.enter()] + unanswered.map { frame(of: $0) }
    }

    private mutating func noteAuthors(_ frame: [UInt8]) {
        let text = String(decoding: frame, as: UTF8.self)
        guard asksForAuthors, let start = text.firstRange(of: ":c:")?.upperBound,
            let entries = (try? JSON(parsing: Array(text[start...].utf8)))?.array
        else { return }
        for entry in entries where entry["error"] == nil {
            for id in entry["ccids"]?.array?.compactMap({ $0.string.flatMap(ChangeID.init) }) ?? []
            {
                authors[id] = entry["author"]?.string ?? user.text
            }
        }
    }

    private mutating func take(_ entry: ChangeEntry) {
        switch entry {
        case .accepted(let change): apply(change)
        case .refused(let refused):
            for id in refused.changeIDs {
                if refused.error != .alreadyApplied { refusals += 1 }
                answer(id, isAccepted: refused.error == .alreadyApplied)
            }
        case .unreadable: notes.fail("unreadable")
        }
    }

    private mutating func answer(_ id: ChangeID, isAccepted: Bool, isEnd: Bool = true) {
        guard let index = unanswered.firstIndex(where: { $0.id == id }) else { return }
        guard unanswered[index].operation != .empty || isEnd else { return }
        let change = unanswered.remove(at: index)
        if isAccepted { accepted.append(change) }
    }

    private mutating func apply(_ change: AcceptedChange) {
        for id in change.changeIDs {
            answer(id, isAccepted: true, isEnd: change.effect == .emptied)
        }
        notes.apply(change)
        if case .removed = change.effect {
            open.remove(change.key)
            others[change.key] = nil
        }
    }
}
