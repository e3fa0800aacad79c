import SimperiumJSON
import SimperiumSync
import SimperiumWire
import Testing

/// An object that no hub accepts is refused at once, while its author can still react.
@Suite("Limits of objects")
struct FittingTests {
    struct Giant: Sendable, CustomTestStringConvertible {
        let flaw: UnsendableObjectReason
        let object: JSONObject

        var testDescription: String { "\(flaw)" }
    }

    static let giants = [
        Giant(flaw: .tooLarge, object: .large(Limits.object + 1)),
        Giant(flaw: .tooDeep, object: .deep(Limits.depth + 1)),
        Giant(flaw: .tooDeep, object: .deep(2_000)),
    ]

    @Test(
        "An object beyond the limits has no effect, and the program is given the reason at once",
        arguments: giants)
    func refused(giant: Giant) {
        var device = Device(.durable)
        device.start(with: #"{"id":"a","v":1,"d":{"n":1}}"#)
        let object = giant.object
        var updated: JSONObject = ["n": 1]
        for member in object { updated[member.name] = member.value }
        let refusal = [tells(.error(.invalid(key("a"), giant.flaw, object)))]

        #expect(device.edit(.put(key("a"), object)) == refusal)
        #expect(device.edit(.merge(key("a"), from: ["n": 1], to: object)) == refusal)
        device.edit(
            .update(key("a"), setting: object),
            causes: [tells(.error(.invalid(key("a"), giant.flaw, updated)))])
        #expect(device.edit(.put(key("b"), object)).count == 1)
        #expect(device.object("a") == ["n": 1])
        #expect(device.object("b") == nil)
        #expect(device.replica.unsyncedKeys(in: Device.bucket) == [])
    }

    @Test("Of two edits that only fit separately, the second is refused")
    func mergedTooLarge() {
        var device = Device()
        device.start()
        device.edit(.put(key("a"), ["a": JSON(String(repeating: "x", count: Limits.object / 2))]))
        let to: JSONObject = ["b": JSON(String(repeating: "y", count: Limits.object / 2))]
        let effects = device.edit(.merge(key("a"), from: [:], to: to))
        guard case .tell(.error(.invalid(_, .tooLarge, let object)), in: _)? = effects.first else {
            return #expect(Bool(false), "it was taken")
        }
        #expect(object.count == 2)
        #expect(device.object("a")?.object?.count == 1)
    }

    @Test(
        "The largest and the deepest allowed objects are sent, and every hub can read them",
        arguments: [JSONObject.large(Limits.object), .deep(Limits.depth)])
    func fits(object: JSONObject) throws {
        var device = Device()
        device.start()
        let change = try sent(device.edit(.put(key("a"), object)))
        #expect(try change.result(on: [:]) == object)
    }

    @Test("A diff that is too deep for a hub is sent as the whole object")
    func deepEdit() throws {
        var device = Device()
        let old = JSONObject.deep(Limits.depth)
        device.start(with: #"{"id":"a","v":1,"d":\#(JSON.object(old))}"#)
        let new = JSONObject.deep(Limits.depth, innermost: ["n": 2])
        let change = try sent(device.edit(.put(key("a"), new)))
        #expect(change.operation == .replace(with: new))
        #expect(change.version == version(1))

        let shallow = JSONObject.deep(Limits.depth / 2 - 1)
        device.edit(.put(key("b"), shallow))
        device.receive(
            HubFrames.change("b", to: 1, "\(Diff(from: [:], to: shallow))", ccids: ccid(2)))
        let edited = JSONObject.deep(Limits.depth / 2 - 1, innermost: ["n": 2])
        let diff = Diff(from: shallow, to: edited)
        #expect(try sent(device.edit(.put(key("b"), edited))).operation == .modify(diff))
    }

    /// The only change among the frames that are sent, as a hub reads it.
    private func sent(_ effects: [Replica.Effect]) throws -> Change {
        let frame = try #require(effects.frames.first)
        let message = try ClientMessage(frame: frame.span)
        guard case .command(.changes(let readings), _) = message else {
            preconditionFailure("it sent something else")
        }
        return try #require(readings.first).get()
    }
}

extension Change {
    fileprivate func result(on object: JSONObject) throws -> JSONObject {
        switch operation {
        case .modify(let diff): try diff.applied(to: object)
        case .replace(let object, _), .restore(let object): object
        case .remove, .empty, .drop: [:]
        }
    }
}

extension JSONObject {
    /// An object with this size as JSON.
    fileprivate static func large(_ bytes: Int) -> JSONObject {
        ["t": JSON(String(repeating: "x", count: bytes - #"{"t":""}"#.utf8.count))]
    }

    /// Objects nested this deep.
    fileprivate static func deep(_ depth: Int, innermost: JSONObject = [:]) -> JSONObject {
        (1..<depth).reduce(innermost) { inner, _ in ["o": .object(inner)] }
    }
}
