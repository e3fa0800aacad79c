import SimperiumJSON
import SimperiumWire
import SyncHub
import TestKit
import TestSupport
import Testing

@Suite("Users who share notes while connections break and the server restarts")
struct SharingSimulation {
    @Test("S160, S163: Copies of a note are equal, each word is there once, and authors are right")
    func simulation() {
        for seed in Seeds.first(60) {
            var world = SharingWorld(seed: seed)
            world.live(steps: 250)
            world.finish()
            for fault in world.faults { Issue.record("seed \(seed): \(fault)") }
        }
    }

    @Test("The simulation covers shares, refusals and departures", .tier(.soak))
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

    /// The number of times that a user's copy of a note ended.
    var departures: Int {
        server.logs.values.joined().count { entry in
            String(decoding: entry.entry, as: UTF8.self).firstRange(of: #""o":"-""#) != nil
        }
    }

    /// The faults after everything has settled.
    var faults: [String] {
        mismatches + doubles + lostWords + lies + deviceFaults + failures
    }

    /// Buckets that the store was reported to have failed.
    private var failures: [String] {
        server.notes.compactMap { note in
            if case .storeFailed(let bucket) = note { "\(bucket) failed" } else { nil }
        }
    }

    /// Copies that differ from their owner's note, or whose note isn't shared.
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

    /// Changes that were applied twice, or are different in another log.
    private var doubles: [String] {
        var found = server.appliedTwice.map { "\($0) was applied twice" }
        for (key, bucket) in Self.owners {
            let owned = server.logs[bucket]?.filter { $0.key.text == key } ?? []
            let effects = Dictionary(owned.map { ($0.version, $0.effect) }) { first, _ in first }
            for other in BucketID.ofPeople where other != bucket {
                for change in server.logs[other] ?? [] where change.key.text == key {
                    // The copy begins or ends.
                    guard change.previous != nil, !change.isRemoval else { continue }
                    if effects[change.version] != change.effect {
                        found.append("\(change.version) of \(key) is another for \(other.user)")
                    }
                }
            }
        }
        return found
    }

    /// Acknowledged words that are missing, or are there twice.
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

    /// Changes with the wrong author.
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
    /// The letter of the word that the change inserts.
    fileprivate var letter: Character? {
        id.text.split(separator: "-").last.flatMap { Int($0) }
            .flatMap { Unicode.Scalar(0x4E00 + $0) }.map { Character($0) }
    }
}

extension StoredChange {
    fileprivate var json: JSON { (try? JSON(parsing: entry)) ?? .null }
    fileprivate var isRemoval: Bool { json["o"] == "-" }
    /// The members of an entry that are the same in every log.
    fileprivate var effect: [JSON?] {
        [json["v"], json["sv"], json["ev"], json["ccids"], json["clientid"]]
    }
}
