import Commands
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumReplica
import SimperiumWire
import Visit
import Wording

/// The loop, the connector to the server, and the paths of the account's files, for a command about
/// an account.
struct AccountCommandContext {
    let loop: Loop
    let connector: LobbyConnector
    /// The paths of the account's files; nil for a user without a home directory.
    let paths: AccountPaths?

    init(_ lobby: LobbyOptions, startsServer: Bool = false) throws {
        loop = try Loop()
        connector = try LobbyConnector(lobby, on: loop, startsServer: startsServer)
        let folder = FileLocations(environment: ThisProcess.environment).accountsFolder
        paths = folder.map { [connector] in AccountPaths(in: $0, at: connector.origin) }
    }

    /// Sends a request to the server, and waits for the reply. At the deadline, returns a refusal
    /// with `offline`.
    func sendAndWait(_ request: AccountRequest, until deadline: Instant? = nil) -> AccountReply {
        let reply: AccountReply? = loop.waitForResult(until: deadline) { complete in
            connector.accountClient.call(request, complete)
        }
        return reply ?? .refused(.offline(reason: nil))
    }

    /// Sends a request to the server, and waits for the reply. Throws if the server refuses the
    /// request, or can't be reached.
    func requireReply(to request: AccountRequest) throws(CommandFailure) -> AccountReply {
        let reply = sendAndWait(request)
        if case .refused(let refusal) = reply { throw failure(refusal) }
        return reply
    }

    /// Runs the loop for `duration`.
    func pause(_ duration: Duration) {
        let timer = Timer(on: loop) { loop.stop() }
        timer.arm(after: duration)
        loop.run()
    }

    func failure(_ refusal: AccountRefusal) -> CommandFailure {
        CommandFailure(sentence(refusal), refusal.exitStatus)
    }

    /// Returns the sentence about a refusal. If the server is unreachable, the sentence names the
    /// server.
    func sentence(_ refusal: AccountRefusal) -> String {
        guard case .offline(let reason) = refusal else { return refusal.sentence }
        return AccountWords.serverNotReached(
            connector.origin, because: reason, isOwn: connector.isOwn)
    }

    /// Returns the account that is signed in on this machine. Throws if there is none, if the
    /// stored sign-in has lost its token, or if the account's file is unusable. If
    /// `printsWarnings`, prints the reason why the file is unusable. Only the status in a shell
    /// prompt omits the reason.
    func signedInAccount(printsWarnings: Bool = true) throws(CommandFailure) -> SavedAccount {
        if let paths {
            switch LoadedAccountFiles.readSignInState(in: paths, at: connector.origin) {
            case .signedIn(let account): return account
            case .unusable(let warning): if printsWarnings { complain(warning) }
            case .none, .lapsed: break
            }
        }
        throw CommandFailure(AccountWords.notSignedInError(at: connector.origin), .notFound)
    }

    /// The time limit for reading an account's objects from the server.
    private static let readTimeLimit = Duration.seconds(2)
    /// The maximum number of pages to read from a bucket. No account has as many.
    private static let mostPages = 64

    /// Returns the objects in these buckets, from the server or from the copies on this machine.
    /// `refusal` is the reason why the server did not send the objects; nil if it did.
    func fetchRecordsOrUseCopies(
        of account: SavedAccount, in buckets: [RecordBucket]
    ) -> (known: RecordsWithAge, refusal: AccountRefusal?) {
        let copies = localCopies(of: account)
        do throws(AccountRefusal) {
            let answer = try fetchObjects(in: buckets, account.token)
            return (RecordsWithAge(answer, or: copies, of: buckets), nil)
        } catch {
            return (RecordsWithAge(nil, or: copies, of: buckets), error)
        }
    }

    /// Returns the copies of the account's data on this machine. Creates no copy.
    func localCopies(of account: SavedAccount) -> [AccountDataWithAge] {
        guard let paths else { return [] }
        return AccountCopyDirectory(of: account.user, in: paths).readCopiesOfAllPrograms()
            .compactMap {
                copy in
                switch copy {
                case .closed(let stored, let time):
                    AccountDataWithAge(stored, writtenAt: ServerTime(milliseconds: time))
                case .open(let answer, let time):
                    AccountDataWithAge(
                        answer, of: account.user, writtenAt: ServerTime(milliseconds: time))
                }
            }
    }

    private func fetchObjects(
        in buckets: [RecordBucket], _ token: Token
    ) throws(AccountRefusal) -> [RecordBucket: [String: JSONObject]] {
        let deadline = loop.now + Self.readTimeLimit
        var answer: [RecordBucket: [String: JSONObject]] = [:]
        for bucket in buckets {
            var mark: String?
            var pages = 0
            repeat {
                pages += 1
                switch sendAndWait(.showRecords(bucket, after: mark, token), until: deadline) {
                case .records(let page, let next) where pages <= Self.mostPages:
                    answer[bucket, default: [:]].merge(page) { first, _ in first }
                    mark = next
                case .refused(let refusal): throw refusal
                default: throw .unknownServer
                }
            } while mark != nil
        }
        return answer
    }

    /// Warns on standard error if the data is not current, unless `isSilent`. Throws if no data is
    /// known, because an empty list would then be wrong.
    func warnOfOldOrMissingData(
        _ known: RecordsWithAge, _ refusal: AccountRefusal?, isEmpty: Bool, isSilent: Bool = false
    ) throws(CommandFailure) {
        guard let refusal else { return }
        let warning: String
        switch known.age {
        case .current: return
        case .past(let time):
            warning = LocalAccountCopyWords.outdatedDataWarning(
                time, now: .now,
                secondsAheadOfUTC: ThisProcess.secondsAheadOfUTC(at: time.milliseconds),
                because: refusal)
        case .unknown:
            warning = LocalAccountCopyWords.missingOrIncompleteCopy(
                isMissing: isEmpty, because: refusal)
            let isRefused = [.tokenEnded, .locked].contains(refusal)
            if isEmpty { throw CommandFailure(warning, isRefused ? .refused : .serverUnreachable) }
        }
        if !isSilent { complain(warning) }
    }
}

extension ServerTime {
    /// The wall-clock time of this machine.
    static var now: ServerTime { ServerTime(milliseconds: ThisProcess.calendarMilliseconds) }
}

extension RecordsWithAge {
    /// The time of old data; nil for data that is current or of unknown age.
    var asOf: ServerTime? {
        if case .past(let time) = age { time } else { nil }
    }
}

extension AccountRefusal {
    var exitStatus: ExitStatus {
        switch self {
        case .offline: .serverUnreachable
        case .nobodyCalledSo: .notFound
        default: .refused
        }
    }
}
