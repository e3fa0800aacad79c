import SimperiumJSON
import SimperiumWire
import SyncHub

/// A program with one user who types into one note. It has the habits of node-simperium: after
/// `init` it first sends its change in flight again, before it requests the missed changes. It
/// applies every change that it receives, without checking its version, or whether it is a
/// repetition.
struct Typist {
    let clientID: String
    /// The note as client and hub last agreed on it, and as the user sees it.
    private(set) var ghost: JSONObject = [:]
    private(set) var note: JSONObject = [:]
    private var version = 0
    private(set) var cursor: ChangeVersion?
    private(set) var inFlight: Change?
    /// The note as it was sent, with the changes received since.
    private var sent: JSONObject = [:]
    private(set) var faults: [String] = []
    /// The words that the user has typed.
    private(set) var words: [String] = []
    var connection: ConnectionID?

    init(clientID: String) {
        self.clientID = clientID
    }

    var isDone: Bool { inFlight == nil && note == ghost }

    /// The words of a text; each has four letters.
    static func words(of note: JSONObject) -> [String] {
        let letters = Array(note["t"]?.string ?? "")
        return stride(from: 0, to: letters.count, by: 4).map { String(letters[$0...].prefix(4)) }
    }

    /// Types a word before or after another one: one letter that is used nowhere else, four times,
    /// so that no part of a word looks like a part of another.
    mutating func type(_ place: (Int) -> Int) {
        let first = clientID == "a" ? 0x4E00 : 0x6E00
        guard let letter = Unicode.Scalar(first + words.count) else { return }
        let word = String(repeating: Character(letter), count: 4)
        words.append(word)
        var all = Self.words(of: note)
        all.insert(word, at: place(all.count + 1))
        note["t"] = JSON(all.joined())
    }

    /// Returns the next change to be sent; nil while one is in flight.
    mutating func nextChange() -> Change? {
        guard inFlight == nil, note != ghost, cursor != nil else { return nil }
        let id: ChangeID = named("\(clientID)-\(words.count)-\(version)")
        let change = Change(
            .modify(Diff(from: ghost, to: note)), key: named("note"),
            version: EntityVersion(version), id: id)
        inFlight = change
        sent = note
        return change
    }

    mutating func receive(_ frame: String) {
        switch Said(frame)?.command {
        case .index(let page):
            for entry in page.entries { begin(entry.object ?? [:], entry.version.number) }
            cursor = page.current
        case .changes(let entries): for entry in entries { apply(entry) }
        case .authorized: break
        default: faults.append(frame)
        }
    }

    private mutating func begin(_ object: JSONObject, _ version: Int) {
        (ghost, note, self.version) = (object, object, version)
    }

    private mutating func apply(_ entry: HubChangeListEntry) {
        switch entry {
        case .accepted(let change): apply(change)
        // The change was applied before. Its acknowledgement is among the missed changes.
        case .refused(let refused) where refused.error.code == 409: break
        case .refused, .unreadable: faults.append("\(entry)")
        }
    }

    private mutating func apply(_ change: AcceptedChange) {
        cursor = change.changeVersion
        guard case .modified(let diff, _, let to) = change.effect else {
            return faults.append("\(change)")
        }
        do throws(DiffError) {
            let before = ghost
            ghost = try diff.applied(to: before)
            version = to.number
            guard let inFlight, change.changeIDs.contains(inFlight.id) else {
                note = try Self.merged(note, from: before, over: diff, to: ghost)
                sent = try Self.merged(sent, from: before, over: diff, to: ghost)
                return
            }
            // Later edits are sent next.
            self.inFlight = nil
            note = try Self.merged(
                note, from: sent, over: Diff(from: sent, to: ghost), to: ghost)
        } catch {
            faults.append("\(diff) does not fit \(ghost)")
        }
    }

    /// Returns an object that was made from `base`, rebased on others' changes of `base`.
    private static func merged(
        _ object: JSONObject, from base: JSONObject, over theirs: Diff, to present: JSONObject
    ) throws(DiffError) -> JSONObject {
        try Diff(from: base, to: object).rebased(over: theirs, base: base).applied(to: present)
    }
}
