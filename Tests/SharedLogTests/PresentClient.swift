import SimperiumClock
import SimperiumJSON
import SimperiumWire
import SyncHub

/// A program that owns one object as long as it is there, and comes back with its secret wherever
/// it can when its line breaks. At times it leaves for good, and another one comes in its place.
struct PresentClient {
    let name: String
    let user: UserID
    let bucket: BucketName
    /// Whether it has one secret for all its channels.
    let hasSeat: Bool
    private var generation = 0
    private var secret: ResumeSecret?
    private var seat = 0
    /// Whether its object may go: it came back to its seat too late, or has it removed.
    private(set) var isLate = false
    var line: (node: Int, connection: ConnectionID)?
    private(set) var isIn = false
    /// Whether it has heard that its object is there and its own: by an insertion on this line, or
    /// on one that it has resumed.
    private(set) var isThere = false
    /// The object's, as it has heard of it; and whether its owner is said to be away: then it is of
    /// a line that it has given up, whatever it has written there since.
    private var version: EntityVersion?
    private var isForsaken = false
    private var count = 0
    /// Since when its line is broken; nil as long as it is not.
    private(set) var away: Instant?
    /// Whether it came back in time to nothing.
    private(set) var faults: [String] = []
    private(set) var returns = 0

    init(_ name: String, of user: UserID, in bucket: BucketName, hasSeat: Bool) {
        self.name = name
        self.user = user
        self.bucket = bucket
        self.hasSeat = hasSeat
    }

    /// Under which its object is.
    var key: ObjectKey {
        guard let key = ObjectKey("\(name).\(generation)") else { preconditionFailure("no key") }
        return key
    }

    var isQuiet: Bool { isIn && isThere }

    mutating func begin(at node: Int, _ connection: ConnectionID) -> String {
        line = (node, connection)
        (isIn, isForsaken) = (false, false)
        let resume = secret.map { ",\"resume\":\"\($0.text)\",\"seat\":\(seat)" } ?? ""
        let extensions = #""away","resume""# + (hasSeat ? #","rules""# : "")
        return """
            0:init:{"clientid":"\(name)-\(generation)","api":"1.1","token":"\(user.text)",\
            "app_id":"app-1","name":"\(bucket)","extensions":[\(extensions)]\(resume)}
            """
    }

    /// Its line breaks.
    mutating func end(at now: Instant) {
        line = nil
        if isIn, away == nil { away = now }
        isIn = false
    }

    /// Its node was taken for dead: from here on its time runs.
    mutating func isGivenUp(at now: Instant) { away = away ?? now }

    /// It says goodbye, and another one comes.
    mutating func leave() {
        line = nil
        generation += 1
        (isIn, isThere, secret, away) = (false, false, nil, nil)
    }

    /// With `isOver` it need not have come back in time.
    mutating func hear(
        _ frame: [UInt8], grace: Duration, isOver: Bool, at now: Instant
    ) -> [[UInt8]] {
        guard let message = try? HubMessage(frame: frame.span),
            case .command(let command, _) = message
        else { return [] }
        switch command {
        case .resume(let told, let seat):
            self.seat = seat
            let hasResumed = told == secret
            isLate = hasSeat && away.map { now - $0 >= grace } ?? false
            if hasResumed { returns += 1 }
            if isThere, !hasResumed, !isOver, let away, now - away < grace {
                faults.append("\(name) came back in time, to nothing")
            }
            if !hasResumed { isThere = false }
            secret = told
            (isIn, away) = (true, nil)
            return [Array("0:i:1:::100".utf8)]
        case .index(let page):
            // One that it lost by coming back too late goes before it can insert another.
            let found = page.entries.first { $0.key == key }
            isThere = !isForsaken && found?.object?["by"]?.string == secret?.text
            version = found?.version
            guard let found else { return [insertion()] }
            return isThere ? [] : [removal(of: found.version)]
        case .changes(let entries):
            return entries.flatMap { take($0) }
        case .away(let keys, _) where keys.contains(key):
            isForsaken = true
            guard isIn, exchange(&isThere, with: false), let version else { return [] }
            return [removal(of: version)]
        case .back(let keys) where keys.contains(key):
            isForsaken = false
            return []
        default: return []
        }
    }

    /// What another run of it has left.
    private mutating func removal(of version: EntityVersion) -> [UInt8] {
        count += 1
        guard let id = ChangeID("\(name)-\(generation)-\(count)") else { return [] }
        var frame = Array("0:c:".utf8)
        isLate = true
        Change(.remove, key: key, version: version, id: id).write(into: &frame)
        return frame
    }

    private mutating func insertion() -> [UInt8] {
        count += 1
        guard let id = ChangeID("\(name)-\(generation)-\(count)") else { return [] }
        var frame = Array("0:c:".utf8)
        let object: JSONObject = ["by": JSON(secret?.text ?? "")]
        Change(.modify(Diff(from: [:], to: object)), key: key, id: id).write(into: &frame)
        return frame
    }

    private mutating func take(_ entry: ChangeEntry) -> [[UInt8]] {
        guard case .accepted(let change) = entry, change.key == key else { return [] }
        switch change.effect {
        case .modified(let diff, from: nil, let created):
            (version, isForsaken) = (created, false)
            let object = try? diff.applied(to: [:])
            isThere = isIn && object?["by"]?.string == secret?.text
            if isThere { isLate = false }
            return []
        case .modified(_, from: _?, to: let version) where isIn:
            // It met what its earlier line had still brought in, which goes as that line did.
            return isThere ? [] : [removal(of: version)]
        case .removed:
            isThere = false
            return isIn ? [insertion()] : []
        default: return []
        }
    }
}
