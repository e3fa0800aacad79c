import SimperiumClock
import SimperiumJSON
import SimperiumSync
import SimperiumWire
import SyncHub

/// A user of the shipped client, who connects only now and then.
struct Traveller {
    private static let bucket: BucketName = named("todo")
    private var replica: SimperiumSync.Replica
    private var line: SimperiumSync.LinkID?

    /// Travellers at one server need different numbers, so that their changes have different ids.
    init(_ number: UInt64 = 1) {
        replica = SimperiumSync.Replica(
            ReplicaSettings(
                app: .demo, clientID: named("traveller-\(number)"),
                run: RunID(rawValue: number), seed: number))
        _ = replica.handle(.open(Self.bucket, .memory, StoredReplicaBucket()), at: .start)
        _ = replica.handle(.signIn(.trappingIfInvalid(.kim)), at: .start)
    }

    func object(_ key: String) -> JSONObject? {
        replica.object(named(key), in: Self.bucket)
    }

    var keys: [String] { replica.keys(in: Self.bucket).map(\.text).sorted() }

    /// Edits without a connection.
    mutating func edit(_ edit: BucketEdit) {
        _ = replica.handle(.edit(edit, in: Self.bucket), at: .start)
    }

    /// Connects, receives everything, and disconnects. If there are more than `most` frames, the
    /// connection breaks before the next one.
    mutating func visit(_ server: inout TestHub, receiving most: Int = .max) {
        let place = server.connect()
        var left = most
        say(.goOnline, to: &server, at: place)
        if let line { say(.link(.opened(line)), to: &server, at: place) }
        while let line, case let frames = server.heard(by: place), !frames.isEmpty, left > 0 {
            for frame in frames.prefix(left) {
                say(.link(.received([UInt8](frame.utf8), on: line)), to: &server, at: place)
            }
            left -= frames.count
        }
        say(.goOffline, to: &server, at: place)
        if let line { say(.link(.closed(line, .lost)), to: &server, at: place) }
        line = nil
        server.close(place, .goodbye)
    }

    private mutating func say(
        _ event: SimperiumSync.Replica.Event, to server: inout TestHub,
        at place: SyncHub.ConnectionID
    ) {
        for effect in replica.handle(event, at: server.now) {
            switch effect {
            case .link(.dial(let id, _)): line = id
            case .link(.send(let frame, _)): server.send(text(frame), from: place)
            case .store, .link, .tell, .status, .signedOut, .ignored, .seat, .noticed: break
            }
        }
        server.finishWork()
    }
}
