import SimperiumJSON
import SimperiumWire
import SyncHub
import TestKit
import TestSupport
import Testing

@Suite("People who share notes while lines and server come and go")
struct SharingSimulation {
    @Test("S160, S163: Notes are equal everywhere, each word is there once, and authors are true")
    func simulation() {
        for seed in Seeds.first(60) {
            var world = SharingWorld(seed: seed)
            world.live(steps: 250)
            world.settle()
            for fault in world.faults { Issue.record("seed \(seed): \(fault)") }
        }
    }

    @Test("Much of what is to be tried happens", .tier(.soak))
    func coverage() {
        var (mirrored, refused, left) = (0, 0, 0)
        let seeds = Seeds.first(200, most: 200)
        for seed in seeds {
            var world = SharingWorld(seed: seed)
            world.live(steps: 250)
            mirrored += world.server.logs[.todoOfLee]?.filter { $0.key.text == "k" }.count ?? 0
            refused += world.refusals
            left += world.departures
        }
        #expect(mirrored > 4 * seeds.count)
        #expect(refused > 2 * seeds.count)
        #expect(left > seeds.count / 2)
    }
}

extension SharingWorld {
    var refusals: Int {
        server.notes.count { if case .refused = $0 { true } else { false } }
    }

    /// How often somebody's part of a note ended.
    var departures: Int {
        server.logs.values.joined().count { entry in
            String(decoding: entry.entry, as: UTF8.self).firstRange(of: #""o":"-""#) != nil
        }
    }

    /// What is not as it should be, now that all is quiet.
    var faults: [String] {
        mismatches + doubles + lostWords + lies + deviceFaults + failures
    }

    /// Buckets of which the store was said to have failed them.
    private var failures: [String] {
        server.notes.compactMap { note in
            if case .storeFailed(let bucket) = note { "\(bucket) failed" } else { nil }
        }
    }

    /// A note that somebody has otherwise than its owner, or has though it is not shared.
    private var mismatches: [String] {
        Self.owners.flatMap { key, bucket in
            let sharers = server.sharers(of: key, in: bucket)
            return BucketID.ofPeople.filter { $0 != bucket }.compactMap { other -> String? in
                let wanted = sharers.contains(other.user) ? server.object(key, in: bucket) : nil
                return server.object(key, in: other) == wanted
                    ? nil : "\(key) of \(other.user) is not its owner's"
            }
        }
    }

    /// A change that was made twice, or told otherwise in another's log.
    private var doubles: [String] {
        var found = server.appliedTwice.map { "\($0) was applied twice" }
        for (key, bucket) in Self.owners {
            let owned = server.logs[bucket]?.filter { $0.key.text == key } ?? []
            let effects = Dictionary(owned.map { ($0.version, $0.effect) }) { first, _ in first }
            for other in BucketID.ofPeople where other != bucket {
                for change in server.logs[other] ?? [] where change.key.text == key {
                    // It comes, or goes.
                    guard change.previous != nil, !change.isRemoval else { continue }
                    if effects[change.version] != change.effect {
                        found.append("\(change.version) of \(key) is another for \(other.user)")
                    }
                }
            }
        }
        return found
    }

    /// A word that was acknowledged and is not there, or that is there twice.
    private var lostWords: [String] {
        Self.owners.flatMap { key, bucket in
            let text = Array(server.object(key, in: bucket)?.object["t"]?.string ?? "")
            let acknowledged = devices.flatMap(\.acknowledged).filter { $0.key.text == key }
            let missing = acknowledged.filter { change in
                text.count { $0 == change.letter } != 1
            }
            let twice = Set(text).filter { letter in text.count { $0 == letter } > 1 }
            return missing.map { "\($0.id) is lost" } + twice.map { "\($0) is there twice" }
        }
    }

    /// Changes that are said to be another's than whose they are.
    private var lies: [String] {
        devices.flatMap { device in
            device.authors.compactMap { id, author -> String? in
                guard let maker = id.text.split(separator: "-").first.map(String.init),
                    ["kim", "lee", "ann"].contains(maker), maker != author
                else { return nil }
                return "\(id) is said to be of \(author)"
            }
        }
    }

    private var deviceFaults: [String] {
        devices.flatMap { device in
            var faults = device.replica.faults
            if !device.unanswered.isEmpty { faults.append("\(device.unanswered) not answered") }
            for (key, _) in Self.owners
            where device.replica.ghosts[key] != server.object(key, in: device.bucket) {
                faults.append("\(device.replica.clientID) has another \(key)")
            }
            return faults
        }
    }
}

extension Change {
    /// The word that it brings.
    fileprivate var letter: Character? {
        id.text.split(separator: "-").last.flatMap { Int($0) }
            .flatMap { Unicode.Scalar(0x4E00 + $0) }.map { Character($0) }
    }
}

extension StoredChange {
    fileprivate var json: JSON { (try? JSON(parsing: entry)) ?? .null }
    fileprivate var isRemoval: Bool { json["o"] == "-" }
    /// What every log says alike.
    fileprivate var effect: [JSON?] {
        [json["v"], json["sv"], json["ev"], json["ccids"], json["clientid"]]
    }
}
