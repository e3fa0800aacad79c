import SimperiumJSON
import SimperiumWire

/// The objects of a bucket as a client has heard of them, which takes nothing that does not follow
/// from what it has.
struct HeardObjects {
    private(set) var objects: [ObjectKey: (version: EntityVersion, object: JSONObject)] = [:]
    private(set) var cursor: ChangeVersion?
    private(set) var isPaging = false
    /// What was said that is not so.
    private(set) var faults: [String] = []
    /// The last that it heard on this connection.
    private var heard = Ordinal.zero

    subscript(key: ObjectKey) -> (version: EntityVersion, object: JSONObject)? { objects[key] }

    mutating func beginConnection() { (isPaging, heard) = (false, .zero) }

    /// What it asks for once it is let in.
    mutating func enter() -> [UInt8] {
        cursor.map { Array("0:cv:\($0.text)".utf8) } ?? startOver()
    }

    mutating func startOver() -> [UInt8] {
        (objects, cursor) = ([:], nil)
        isPaging = true
        return Array("0:i:1:::100".utf8)
    }

    mutating func take(_ page: IndexPage) {
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
    }

    mutating func apply(_ change: AcceptedChange) {
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

    mutating func fail(_ fault: String) { faults.append(fault) }
}
