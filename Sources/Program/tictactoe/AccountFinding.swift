import SimperiumLoop
import SimperiumReplica
import SimperiumStore
import SimperiumWire
internal import Visit
import Wording

/// What a disk has of an account, as another thread found it.
struct AccountFinding: Sendable {
    enum Entry: Hashable, Sendable {
        case none
        case signedIn(Account)
        case lapsed
        case unusable(String)
    }

    private(set) var signedIn: AccountCopy?
    private(set) var file: CopyFile?
    /// What the person should know.
    private(set) var warnings: [String] = []

    /// Looks who is signed in.
    init(in places: AccountPlaces, at server: String, isSafe: Bool) {
        switch Self.entry(in: places, at: server) {
        case .none, .lapsed: break
        case .signedIn where !isSafe: warnings.append(CopyWords.notEncrypted)
        case .signedIn(let account): takeCopy(of: account, in: places)
        case .unusable(let warning): warnings.append(warning)
        }
    }

    /// Keeps that somebody is signed in.
    init(of account: Account, in places: AccountPlaces) {
        do throws(LibraryError) {
            try Folder.make(places.accountFolder)
            try WholeFile.replace(
                places.accountFile, with: AccountFile(account).bytes)
        } catch {
            warnings.append(CopyWords.notKept(because: error.reason))
        }
        takeCopy(of: account, in: places)
    }

    static func entry(in places: AccountPlaces, at server: String) -> Entry {
        let path = places.accountFile
        guard let secret = try? WholeFile.readSecret(path, limit: AccountFile.longest) else {
            return setAside(path)
        }
        switch secret {
        case .nothing: return .none
        case .unsafe: return .unusable(CopyWords.unsafe(path))
        case .bytes(let bytes):
            do throws(AccountFile.Flaw) {
                switch try AccountFile.Entry(bytes, at: server) {
                case .signedIn(let account): return .signedIn(account)
                case .lapsed: return .lapsed
                }
            } catch {
                switch error {
                case .damaged: return setAside(path)
                case .otherServer: return .unusable(CopyWords.otherServer(path))
                case .otherVersion: return .unusable(CopyWords.otherVersion(path))
                }
            }
        }
    }

    private static func setAside(_ path: String) -> Entry {
        try? WholeFile.rename(path, to: path + ".bad")
        return .unusable(CopyWords.damaged(path))
    }

    private mutating func takeCopy(of account: Account, in places: AccountPlaces) {
        switch CopyFolder(of: account.user, in: places).takeFirst() {
        case .copy(let file, let stored, let damaged):
            warnings += damaged.map { CopyWords.damagedCopy($0) }
            self.file = file
            signedIn = AccountCopy(account, by: file.clientID, keeping: .file, stored)
        case .allTaken: lookOnly(account, because: CopyWords.allTaken)
        case .lockless: lookOnly(account, because: CopyWords.noLocks)
        case .unusable(let error): lookOnly(account, because: "\(error)")
        }
    }

    private mutating func lookOnly(_ account: Account, because reason: String) {
        warnings.append(CopyWords.noCopy(because: reason))
        signedIn = AccountCopy(account, by: .random(), keeping: .nothing)
    }
}
