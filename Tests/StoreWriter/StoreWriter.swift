import Glibc
import SimperiumStore
import SimperiumWire
import StorageSamples

/// Writes to a store, tick after tick, and prints each number when the tick is committed. The
/// process is meant to be killed, or to run out of space. `StoreWriter hub|client FILE`
@main
struct StoreWriter {
    static func main() {
        let words = CommandLine.arguments
        do {
            switch words[1] {
            case "hub": try writeHub(.file(words[2]))
            default: try writeClient(.file(words[2]))
            }
        } catch let refusal as WriteRefusal {
            say("lost \(refusal)")
        } catch {
            say("failed \(error)")
        }
    }

    /// Each turn changes the same object of three buckets.
    private static func writeHub(_ place: Database.Location) throws {
        var store = try HubStore(place, limits: MinimumStoredHistory(logLength: 50, removals: 10))
        let epoch = try store.beginEpoch()
        say("epoch \(epoch)")
        var turn = try StorageScene.turn(&store)
        var count: UInt64 = 0
        while true {
            turn += 1
            do {
                for bucket in StorageScene.buckets {
                    count += 1
                    let place = SequenceNumber(epoch: epoch, count: count)
                    try store.write(try StorageScene.write(turn, place, to: bucket, &store))
                }
                try store.commitAndMoveRecent()
            } catch {
                // The present data must be the data before the tick.
                say("back to \(try StorageScene.turn(&store))")
                throw error
            }
            say("turn \(turn)")
        }
    }

    /// Each turn changes one object of two buckets, and where these are.
    private static func writeClient(_ place: Database.Location) throws {
        var store = try ClientStore(place)
        var turn = try store.load(StorageScene.replicas[0]).objects.count
        while true {
            turn += 1
            for id in StorageScene.replicas { try store.write(StorageScene.edits(turn), to: id) }
            try store.commit()
            say("turn \(turn)")
        }
    }

    private static func say(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        guard unsafe write(1, bytes, bytes.count) == bytes.count else { exit(1) }
    }
}
