import Commands
import GameHost
import SimperiumLoop
import SimperiumServer
import Wording

/// `tictactoe copy`: copies a server's data to another store. No server may use either store
/// meanwhile.
struct StoreCopyCommand {
    let options: StoreCopyOptions

    func run() throws -> ExitStatus {
        ThisProcess.keepFilesPrivate()
        let (original, copy) = (options.original.name, options.copy.name)
        do {
            let copying = try StoreCopyRunner(
                from: try storeLocation(options.original), to: try storeLocation(options.copy),
                in: ShardMap(GamePlugin()), on: try Loop())
            let tally = try copying.run()
            printWithProgramName(
                StoreCopyCommandWords.copied(
                    original, to: copy, users: tally.users, buckets: tally.buckets,
                    objects: tally.objects))
            if case .file = options.copy.store, tally.bans > 0 {
                complain(StoreCopyCommandWords.bansLeft)
            }
            return .done
        } catch let failure as StoreCopyFailure {
            throw CommandFailure(
                StoreCopyCommandWords.failed(original, to: copy, reason: failure.sentence))
        }
    }

    private func storeLocation(
        _ place: StoreCopyOptions.StoreWithTypedName
    ) throws(CommandFailure) -> StoreCopyRunner.StoreLocation {
        switch place.store {
        case .redis(let redis): return .redis(try RedisDeployment(redis), place.name)
        case .memory: throw CommandFailure(StoreCopyCommandWords.memory)
        case .file: return .file(place.name)
        }
    }
}

private enum StoreCopyCommandWords {
    static func copied(
        _ original: String, to copy: String, users: Int, buckets: Int, objects: Int
    ) -> String {
        let figures = [
            CountWords.accounts(users), CountWords.buckets(buckets), CountWords.objects(objects),
        ]
        return "copied \(original) to \(copy): \(figures.joined(separator: ", "))"
    }

    static let bansLeft =
        "the list of bans is not copied: a server with a file has it in the file of --bans"

    static func failed(_ original: String, to copy: String, reason: String) -> String {
        "can't copy \(original) to \(copy): \(reason)"
    }

    static let memory = "data in a server's memory can't be copied"
}
