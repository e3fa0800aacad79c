import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire

/// A name that a test wrote. It must be valid.
func name<Name>(_ name: Name?) -> Name {
    guard let name else { preconditionFailure("a name in a test is valid") }
    return name
}

func key(_ text: String) -> ObjectKey { name(ObjectKey(text)) }

func version(_ number: Int) -> EntityVersion { name(EntityVersion(number)) }

/// The id of the `number`th change that a run makes in its first bucket.
func ccid(_ number: Int, run: Int = 0xA) -> String {
    let digits = String(number, radix: 16)
    let first = String(run, radix: 16)
    return String(repeating: "0", count: 16 - first.count) + first + "0000"
        + String(repeating: "0", count: 12 - digits.count) + digits
}

func tells(_ event: BucketEvent) -> Replica.Effect { .tell(event, in: Device.bucket) }

func stores(_ edits: ReplicaStoreEdit...) -> Replica.Effect { .store(edits, in: Device.bucket) }

func movesTo(_ changeVersion: String) -> ReplicaStoreEdit {
    .move(to: name(ChangeVersion(changeVersion)))
}

extension JSONObject {
    /// Parses JSON that a test wrote. It must be an object.
    init(json text: String) {
        guard let object = (try? JSON(parsing: [UInt8](text.utf8)))?.object else {
            preconditionFailure("JSON in a test is valid")
        }
        self = object
    }
}

extension SignInID {
    static let account = SignInID(rawValue: 1)
}

extension Ghost {
    init(_ number: Int, json text: String) {
        self.init(version: SimperiumSyncTests.version(number), object: JSONObject(json: text))
    }
}
