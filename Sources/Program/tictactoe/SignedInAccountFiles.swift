import Commands
import Records
import SimperiumClock
import SimperiumLoop
import SimperiumReplica
import SimperiumServer
import SimperiumStore
import SimperiumWire
internal import Visit
import Wording

/// The files of the account that is signed in on this machine: its sign-in, and the copy of its
/// data. Other threads access the disk, so neither the first picture nor a move waits for it.
final class SignedInAccountFiles {
    private let paths: AccountPaths
    private let server: String
    /// True if the account's token may be sent to the server.
    private let maySendSecrets: Bool
    private let connector: LobbyConnector
    private let loop: Loop
    private let sendsOthers: Bool
    private let queue: DiskQueue
    private let warn: (String) -> Void
    private let deliver: (ProgramEvent) -> Void
    private var copy: AccountCopyFile?
    private var writer: AccountCopyWriter?
    private var leftoverEditSender: LeftoverEditSender?
    private var copySocket: AccountCopySocketServer?
    /// The time when the server's last message arrived.
    private var lastServerContact: Instant?

    /// Prepares the files; returns nil for a user without a home directory. If `sendsOthers`, the
    /// edits that other programs left in their copies are sent, too, once an account is loaded.
    init?(
        of connector: LobbyConnector, by queue: DiskQueue, on loop: Loop, sendsOthers: Bool,
        warn: @escaping (String) -> Void, _ deliver: @escaping (ProgramEvent) -> Void
    ) {
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.accountsFolder else { return nil }
        (server, maySendSecrets) = (connector.origin, connector.maySendSecrets)
        paths = AccountPaths(in: folder, at: server)
        self.connector = connector
        self.queue = queue
        self.loop = loop
        self.sendsOthers = sendsOthers
        self.warn = warn
        self.deliver = deliver
    }

    /// Reads the signed-in account, and opens a copy. Calls `ready` before it reports the result,
    /// even if no account is signed in.
    func loadAccount(_ ready: @escaping () -> Void) {
        queue.run { [paths, server, maySendSecrets] in
            LoadedAccountFiles(in: paths, at: server, maySendSecrets: maySendSecrets)
        } then: { [weak self] finding in
            ready()
            self?.adoptLoadedFiles(finding)
        }
    }

    /// Stores `account` as the signed-in account, and opens a copy.
    func signIn(_ account: SavedAccount) {
        dropCopyReferences()
        queue.run { [paths] in
            LoadedAccountFiles(of: account, in: paths)
        } then: { [weak self] finding in
            self?.adoptLoadedFiles(finding)
        }
    }

    /// Removes the account's sign-in and its copies, except copies that other programs use. Those
    /// programs remove their copies when the server refuses the token. If another program has
    /// replaced the sign-in, the new sign-in is kept.
    func signOut(_ account: SavedAccount) {
        let own = copy
        dropCopyReferences()
        queue.run { [paths, server] in
            own?.remove()
            LoadedAccountFiles.removeSignIn(of: account, in: paths, at: server)
            AccountCopyDirectory(of: account.user, in: paths).removeFreeCopies()
        } then: { _ in
        }
    }

    /// Removes the account's token, which the server no longer accepts, from the stored sign-in,
    /// unless another program has replaced the sign-in. Keeps the copy for the user's next token,
    /// unless the user has signed out in another program.
    func markAccountLapsedKeepingCopy(_ account: SavedAccount) {
        let own = copy
        writer?.writeRestWithoutResult()
        dropCopyReferences()
        queue.run { [paths, server] in
            let present = LoadedAccountFiles.readSignInState(in: paths, at: server)
            guard present != .none else {
                own?.remove()
                return
            }
            own?.close()
            guard case .signedIn(account) = present else { return }
            let bytes = AccountFile(lapsed: account).bytes
            try? WholeFile.replace(paths.accountFile, with: bytes)
        } then: { _ in
        }
    }

    func storeInCopy(_ transaction: StoreTransaction) {
        writer?.write(
            transaction.parts.map { BucketStoreEdits($0.edits, of: $0.bucket) },
            numbered: transaction.number)
    }

    func stopSendingOtherProgramsEdits() {
        leftoverEditSender = nil
    }

    func recordServerContact() {
        lastServerContact = loop.now
    }

    /// Closes the copy, so that another program can open it. Call this only if no disk work is
    /// pending.
    func closeAccountCopy() {
        copy?.close()
        dropCopyReferences()
    }

    private func dropCopyReferences() {
        copySocket = nil
        (copy, writer, leftoverEditSender) = (nil, nil, nil)
    }

    private func adoptLoadedFiles(_ finding: LoadedAccountFiles) {
        finding.warnings.forEach(warn)
        guard let signedIn = finding.signedIn else { return }
        if let file = finding.file {
            copy = file
            writer = AccountCopyWriter(by: queue, on: loop) { edits throws(StorageError) in
                try file.commit(edits)
            } _: { [weak self] answer in
                self?.deliver(.stored(StoreTransactionResult(answer)))
            }
            let user = signedIn.account.user
            copySocket = AccountCopySocketServer(
                to: file, RecordBucket.allNames, by: queue, on: loop
            ) { [unowned self] in
                let heardAt = lastServerContact.map { ServerTime.now - (loop.now - $0) }
                return { CopyReplyToOtherProgram(of: user, heardAt: heardAt, $0).bytes }
            }
            if sendsOthers {
                leftoverEditSender = connector.makeOtherProcessEditSender(
                    from: AccountCopyDirectory(of: user, in: paths), as: signedIn.account.token,
                    by: queue)
                leftoverEditSender?.start()
            }
        }
        deliver(.signedIn(signedIn))
    }
}

extension AccountCopyDirectory {
    init(of user: String, in paths: AccountPaths) {
        self.init(
            paths.copyFolderPath(of: user), names: AccountPaths.copies, of: RecordBucket.allNames)
    }
}

extension StoreTransactionResult {
    fileprivate init(_ answer: AccountCopyWriter.StoreResult) {
        switch answer {
        case .stored(let number): self = .stored(number)
        case .failed(let error): self = .failed(because: "\(error)")
        }
    }
}

/// The contents of an account's files, read by another thread.
struct LoadedAccountFiles: Sendable {
    enum SignInState: Hashable, Sendable {
        case none
        case signedIn(SavedAccount)
        case lapsed(user: String)
        case unusable(String)
    }

    private(set) var signedIn: LocalAccountData?
    private(set) var file: AccountCopyFile?
    private(set) var warnings: [String] = []

    /// Removes the sign-in of an account. Does nothing if another program has replaced the sign-in,
    /// or if the account file is unusable.
    static func removeSignIn(
        of account: SavedAccount, in paths: AccountPaths, at server: String
    ) {
        switch readSignInState(in: paths, at: server) {
        case .signedIn(account), .lapsed(user: account.user):
            try? WholeFile.remove(paths.accountFile)
        case .none, .signedIn, .lapsed, .unusable: break
        }
    }

    /// Reads the signed-in account and opens a copy. If the account is unusable, or if its token
    /// must not be sent, only adds a warning. Does nothing if no account is signed in, or if the
    /// stored sign-in has lost its token.
    init(in paths: AccountPaths, at server: String, maySendSecrets: Bool) {
        switch Self.readSignInState(in: paths, at: server) {
        case .none, .lapsed: break
        case .signedIn where !maySendSecrets:
            warnings.append(LocalAccountCopyWords.signInNotSentUnencrypted)
        case .signedIn(let account): openCopy(of: account, in: paths)
        case .unusable(let warning): warnings.append(warning)
        }
    }

    /// Stores `account` as the signed-in account, and opens a copy. If the sign-in can't be stored,
    /// adds a warning.
    init(of account: SavedAccount, in paths: AccountPaths) {
        do throws(LibraryError) {
            try Self.storeSignIn(of: account, in: paths)
        } catch {
            warnings.append(LocalAccountCopyWords.signInNotSaved(because: error.reason))
        }
        openCopy(of: account, in: paths)
    }

    static func storeSignIn(
        of account: SavedAccount, in paths: AccountPaths
    ) throws(LibraryError) {
        try FileSystem.makePrivateDirectories(paths.accountFolder)
        try WholeFile.replace(paths.accountFile, with: AccountFile(account).bytes)
    }

    static func readSignInState(in paths: AccountPaths, at server: String) -> SignInState {
        let path = paths.accountFile
        let secret: WholeFile.SecretReadResult
        do throws(LibraryError) {
            secret = try WholeFile.readSecret(path, limit: AccountFile.longest)
        } catch {
            // Other errors may be temporary, so the file keeps its name.
            guard error.isOfLongFile else {
                return .unusable(
                    LocalAccountCopyWords.unreadableSignIn(path, because: error.reason))
            }
            return renameDamaged(path)
        }
        switch secret {
        case .nothing: return .none
        case .unsafe: return .unusable(LocalAccountCopyWords.unsafeSignIn(path))
        case .bytes(let bytes):
            do throws(AccountFileFlaw) {
                switch try AccountFile.StoredSignIn(bytes, at: server) {
                case .signedIn(let account): return .signedIn(account)
                case .lapsed(let user): return .lapsed(user: user)
                }
            } catch {
                switch error {
                case .damaged: return renameDamaged(path)
                case .otherServer: return .unusable(LocalAccountCopyWords.signInOfOtherServer(path))
                case .otherVersion:
                    return .unusable(LocalAccountCopyWords.signInOfOtherVersion(path))
                }
            }
        }
    }

    private static func renameDamaged(_ path: String) -> SignInState {
        try? WholeFile.renameIfPresent(path, to: path + ".bad")
        return .unusable(LocalAccountCopyWords.damagedSignIn(path))
    }

    private mutating func openCopy(of account: SavedAccount, in paths: AccountPaths) {
        switch AccountCopyDirectory(of: account.user, in: paths).openFirstFreeCopy() {
        case .copy(let file, let stored, let damaged):
            warnings += damaged.map { LocalAccountCopyWords.damagedAccountCopy($0) }
            self.file = file
            signedIn = LocalAccountData(account, by: file.clientID, keeping: .file, stored)
        case .allTaken: useWithoutCopy(account, because: LocalAccountCopyWords.tooManyRunning)
        case .lockless: useWithoutCopy(account, because: LocalAccountCopyWords.noLocks)
        case .unusable(let error): useWithoutCopy(account, because: "\(error)")
        }
    }

    private mutating func useWithoutCopy(_ account: SavedAccount, because reason: String) {
        warnings.append(LocalAccountCopyWords.viewOnlyAccount(because: reason))
        signedIn = LocalAccountData(account, by: .random(), keeping: .nothing)
    }
}
