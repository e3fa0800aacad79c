import Host
import SimperiumLoop
import SimperiumStore
import SimperiumWire
import SyncHub

/// What a server keeps: in memory, or in a file.
struct ServerStore: ~Copyable {
    /// Writes that are lost, and everything that came after them.
    struct Loss: Error {
        let buckets: [BucketID]
        let reason: String
    }

    private var memory = MemoryStore()
    private var accounts = MemoryAccounts()
    private var file: HubStore?
    private let path: String?
    /// What was found wrong with the file as it was opened; nil if nothing was, or it is too large
    /// to be looked through.
    let damage: String?
    private let checkpoint: WALCheckpoint
    /// What is looked through in a tenth of a second before a client comes; `doctor` takes more.
    private static let longestCheckedFile = 64 << 20

    init(_ kind: ServerSettings.Store, on loop: Loop) throws(ServerFailure) {
        checkpoint = WALCheckpoint(on: loop)
        guard case .file(let path) = kind else {
            self.path = nil
            damage = nil
            return
        }
        self.path = path
        do throws(StorageError) { file = try HubStore(.file(path)) } catch {
            throw .store(path, error)
        }
        do throws(StorageError) {
            damage = try HubStore.damage(in: path, atMost: Self.longestCheckedFile)
        } catch {
            damage = "\(error)"
        }
    }

    /// The epoch of a hub that begins now: the seconds since 1970, or more if they were set back.
    /// So none comes again, neither from an old copy of the file nor where there is no file.
    mutating func newEpoch() throws(ServerFailure) -> UInt32 {
        let least = UInt32(clamping: ThisProcess.calendarMilliseconds / 1_000)
        do throws(StorageError) {
            return try file?.beginEpoch(atLeast: least) ?? memory.beginEpoch(atLeast: least)
        } catch {
            throw .store(ServerWords.store, error)
        }
    }

    /// Lets go of what is only in memory to be read again sooner.
    mutating func spareMemory() { file?.spareMemory() }

    mutating func write(_ write: StoreWrite) throws(Loss) {
        guard file == nil else {
            do throws(WriteFailure) { return try file?.write(write) ?? () } catch {
                throw Loss(error)
            }
        }
        do throws(MemoryStore.StaleHead) { try memory.write(write) } catch {
            throw Loss(buckets: [error.bucket], reason: LogWords.otherWriter)
        }
    }

    mutating func write(_ write: AccountWrite) throws(Loss) {
        guard file == nil else {
            do throws(WriteFailure) { return try file?.write(write) ?? () } catch {
                throw Loss(error)
            }
        }
        accounts.write(write)
    }

    mutating func answer(_ query: StoreQuery) throws(StorageError) -> StoreAnswer {
        try file?.answer(query) ?? memory.answer(query)
    }

    mutating func answer(_ query: AccountQuery) throws(StorageError) -> AccountAnswer {
        try file?.answer(query) ?? accounts.answer(query)
    }

    /// Whether something was written that would not survive.
    var hasUncommitted: Bool { mutating get { file?.hasUncommitted ?? false } }

    mutating func commit() throws(Loss) {
        do throws(WriteFailure) { try file?.commit() } catch { throw Loss(error) }
    }
}

extension ServerStore {
    /// 16 MB, far below the length at which SQLite would hold up the loop for a checkpoint.
    private static let longLog = 4_000

    /// Begins a checkpoint when the write-ahead log is long, and ends it. To be called when nothing
    /// is uncommitted.
    mutating func proceedWithCheckpoint() throws(StorageError) {
        let isLong = file?.pagesLogged ?? 0 >= Self.longLog
        if checkpoint.proceed(with: isLong ? path : nil) { try file?.checkpoint() }
    }
}

extension ServerStore.Loss {
    fileprivate init(_ failure: WriteFailure) {
        self.init(buckets: failure.buckets, reason: "\(failure.reason)")
    }
}
