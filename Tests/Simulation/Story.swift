internal import SimperiumClock
internal import SimperiumSync

/// The last events of a world's clients.
struct Story {
    struct Scene {
        let at: Instant
        let client: Int
        let event: Replica.Event
        let effects: [Replica.Effect]
    }

    /// The number of scenes that are remembered.
    let longest: Int
    /// A hash of every frame that was sent, with its time.
    private(set) var digest: UInt64 = 0xCBF2_9CE4_8422_2325
    private var scenes: [Scene] = []
    private var oldest = 0

    init(longest: Int) {
        self.longest = longest
    }

    mutating func add(_ scene: Scene) {
        for case .link(.send(let frame, _)) in scene.effects {
            mix(UInt64(bitPattern: (scene.at - .start).nanoseconds))
            for byte in frame { mix(UInt64(byte)) }
        }
        if scenes.count < longest {
            scenes.append(scene)
        } else {
            scenes[oldest] = scene
            oldest = (oldest + 1) % longest
        }
    }

    private mutating func mix(_ number: UInt64) {
        digest = (digest ^ number) &* 0x100_0000_01B3
    }

    var text: String {
        (scenes[oldest...] + scenes[..<oldest]).map(\.text).joined(separator: "\n")
    }
}

extension Story.Scene {
    fileprivate var text: String {
        let effects = effects.map { "\n      \($0.text)" }.joined()
        return "  \(at) client \(client): \(event.text)\(effects)"
    }
}

extension Replica.Event {
    fileprivate var text: String {
        switch self {
        case .link(.received(let frame, let id)): "received \(id.rawValue) \(frame.text)"
        case .open(let name, _, _, _): "open \(name)"
        default: "\(self)"
        }
    }
}

extension Replica.Effect {
    fileprivate var text: String {
        switch self {
        case .link(.send(let frame, let id)): "send \(id.rawValue) \(frame.text)"
        case .store(let edits, let bucket): "store \(edits.count) edits in \(bucket)"
        default: "\(self)"
        }
    }
}

extension [UInt8] {
    fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

/// A broken promise, and the last events that led to it.
package struct Violation: Error, CustomStringConvertible {
    package let promise: String
    package var story = ""

    init(_ promise: String) {
        self.promise = promise
    }

    package var description: String { promise + "\n" + story }
}
