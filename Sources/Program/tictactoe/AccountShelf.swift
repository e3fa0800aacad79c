import Commands
import Records
import SimperiumLoop
import SimperiumReplica
import SimperiumServer
import SimperiumStore
import SimperiumWire
internal import Visit
import Wording

/// Where this program keeps who is signed in, and a copy of what their account keeps. All of it is
/// done on other threads: neither the first picture nor a move waits for a disk.
final class AccountShelf {
    enum News {
        case signedIn(AccountCopy)
        case stored(CopyAnswer)
        /// Something that the person should know.
        case warned(String)
    }

    /// How long the end of the program waits for a disk.
    private static let patience = Duration.seconds(2)

    private let places: AccountPlaces
    private let server: String
    /// Whether the account's token may be sent there.
    private let isSafe: Bool
    private let loop: Loop
    private let sendsOthers: Bool
    private let queue: DiskQueue
    private let makeSender: (CopyFolder, Token) -> CopySender
    private let hear: (News) -> Void
    private var copy: CopyFile?
    private var writer: CopyWriter?
    private var sender: CopySender?
    private var lastCall: Timer?

    /// Nil for a person without a home.
    /// `sendsOthers` has what other programs left in their copies sent from here.
    init?(
        of route: LobbyRoute, on loop: Loop, sendsOthers: Bool = true,
        _ hear: @escaping (News) -> Void
    ) {
        let locations = FileLocations(environment: ThisProcess.environment)
        guard let folder = locations.dataFolder else { return nil }
        (server, isSafe) = (route.origin, route.isSafe)
        places = AccountPlaces(in: folder + "/accounts", at: server)
        queue = DiskQueue(on: loop)
        let queue = queue
        makeSender = { folder, token in route.sender(from: folder, as: token, by: queue) }
        self.loop = loop
        self.sendsOthers = sendsOthers
        self.hear = hear
    }

    /// Looks who is signed in, and takes up a copy.
    func begin() {
        queue.run { [places, server, isSafe] in
            AccountFinding(in: places, at: server, isSafe: isSafe)
        } then: { [weak self] finding in
            self?.take(finding)
        }
    }

    /// Keeps that somebody is signed in, and takes up a copy.
    func signIn(_ account: Account) {
        letGo()
        queue.run { [places] in
            AccountFinding(of: account, in: places)
        } then: { [weak self] finding in
            self?.take(finding)
        }
    }

    /// Leaves nothing of the account but what other programs have hold of, who are told by the end
    /// of its token.
    func signOut(_ account: Account) {
        let own = copy
        letGo()
        queue.run { [places] in
            own?.remove()
            try? WholeFile.remove(places.accountFile)
            CopyFolder(of: account.user, in: places).removeFree()
        } then: { _ in
        }
    }

    /// Keeps the copy for the next token of the same person; unless they have signed out, here or
    /// in another program.
    func forgetToken(_ account: Account) {
        let own = copy
        letGo()
        queue.run { [places, server] in
            let present = AccountFinding.entry(in: places, at: server)
            guard case .signedIn(account) = present else {
                if present == .none { own?.remove() } else { own?.close() }
                return
            }
            own?.close()
            let bytes = AccountFile(lapsed: account).bytes
            try? WholeFile.replace(places.accountFile, with: bytes)
        } then: { _ in
        }
    }

    func store(_ work: StoreWork) {
        writer?.write(
            work.parts.map { BucketEdits($0.edits, of: $0.bucket) }, as: work.number)
    }

    /// Has `done` called when all is on the disk; or soon, if that does not answer.
    func finish(_ done: @escaping () -> Void) {
        sender = nil
        var rest: (() -> Void)? = done
        lastCall = Timer(on: loop) { rest.take()?() }
        lastCall?.arm(after: Self.patience)
        queue.whenIdle { rest.take()?() }
    }

    private func letGo() {
        (copy, writer, sender) = (nil, nil, nil)
    }

    private func take(_ finding: AccountFinding) {
        for warning in finding.warnings { hear(.warned(warning)) }
        guard let signedIn = finding.signedIn else { return }
        if let file = finding.file {
            copy = file
            writer = CopyWriter(by: queue, on: loop) { edits throws(StorageError) in
                try file.commit(edits)
            } _: { [weak self] answer in
                self?.hear(.stored(CopyAnswer(answer)))
            }
            if sendsOthers { send(as: signedIn) }
        }
        hear(.signedIn(signedIn))
    }

    private func send(as signedIn: AccountCopy) {
        let folder = CopyFolder(of: signedIn.account.user, in: places)
        sender = makeSender(folder, signedIn.account.token)
        sender?.begin()
    }
}

extension CopyFolder {
    init(of user: String, in places: AccountPlaces) {
        self.init(
            places.copyFolder(of: user), names: AccountPlaces.copies, of: RecordBucket.allNames)
    }
}

extension CopyAnswer {
    fileprivate init(_ answer: CopyWriter.Answer) {
        switch answer {
        case .stored(let number): self = .stored(number)
        case .failed(let error): self = .failed(because: "\(error)")
        }
    }
}
