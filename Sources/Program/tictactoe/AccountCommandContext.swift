import Commands
import Records
import SimperiumClock
import SimperiumJSON
import SimperiumLoop
import SimperiumReplica
import SimperiumWire
import Visit
import Wording

/// The parts of a command about an account: a loop, the route to the server, and the account's
/// files on this machine.
struct AccountCommandContext {
    let loop: Loop
    let route: LobbyRoute
    /// The paths of the account's files; nil for a user without a home directory.
    let places: AccountPaths?

    init(_ lobby: LobbyOptions, startsServer: Bool = false) throws {
        loop = try Loop()
        route = try LobbyRoute(lobby, on: loop, startsServer: startsServer)
        let folder = FileLocations(environment: ThisProcess.environment).dataFolder
        places = folder.map { [route] in AccountPaths(in: $0 + "/accounts", at: route.origin) }
    }

    /// Sends a request to the server, and waits for the reply, at most until the deadline.
    func sendAndWait(_ request: AccountRequest, until deadline: Instant? = nil) -> AccountReply {
        let reply: AccountReply? = loop.waitForResult(until: deadline) { complete in
            route.call(request, complete)
        }
        return reply ?? .refused(.offline(reason: nil))
    }

    /// Waits for `duration` while the loop runs.
    func pause(_ duration: Duration) {
        let bell = Timer(on: loop) { loop.stop() }
        bell.arm(after: duration)
        loop.run()
    }

    /// Returns the sentence about a refusal, with the name of an unreachable server.
    func sentence(_ refusal: AccountRefusal) -> String {
        guard case .offline(let reason) = refusal else { return refusal.sentence }
        return AccountWords.serverNotReached(route.origin, because: reason, isOwn: route.isOwn)
    }

    /// Returns the account that is signed in on this machine; nil if there is none, or if its file
    /// is unusable.
    func signedInAccount(printsWarnings: Bool = true) -> SavedAccount? {
        guard let places else { return nil }
        switch LoadedAccount.readSignInState(in: places, at: route.origin) {
        case .signedIn(let account): return account
        case .unusable(let warning):
            if printsWarnings { complain(warning) }
            return nil
        case .none, .lapsed: return nil
        }
    }
}

/// The data of an account, for commands that show it.
extension AccountCommandContext {
    /// The time limit for reading an account's objects from the server.
    private static let patience = Duration.seconds(2)
    /// The maximum number of pages to read from a bucket. No account reaches it.
    private static let mostPages = 64

    /// Returns the objects in these buckets; also the reason, if they are not the server's current
    /// ones.
    func records(
        of account: SavedAccount, in buckets: [RecordBucket]
    ) -> (known: AvailableRecords, refusal: AccountRefusal?) {
        let copies = copies(of: account)
        do throws(AccountRefusal) {
            let answer = try fetchObjects(about: buckets, account.token)
            return (AvailableRecords(answer, or: copies, of: buckets), nil)
        } catch {
            return (AvailableRecords(nil, or: copies, of: buckets), error)
        }
    }

    /// Returns the copies on this machine, without creating one.
    func copies(of account: SavedAccount) -> [DatedAccountCopy] {
        guard let places else { return [] }
        return AccountCopyDirectory(of: account.user, in: places).readAllCopies().compactMap {
            copy in
            switch copy {
            case .free(let stored, let time):
                DatedAccountCopy(stored, writtenAt: ServerTime(milliseconds: time))
            case .open(let answer, let time):
                DatedAccountCopy(
                    answer, of: account.user, writtenAt: ServerTime(milliseconds: time))
            }
        }
    }

    private func fetchObjects(
        about buckets: [RecordBucket], _ token: Token
    ) throws(AccountRefusal) -> [RecordBucket: [String: JSONObject]] {
        let deadline = loop.now + Self.patience
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

    /// Warns on standard error if the data is not current. Returns false if no data is known,
    /// because an empty list would then be wrong.
    func warnOfOldData(
        _ known: AvailableRecords, _ refusal: AccountRefusal?, isEmpty: Bool
    ) -> Bool {
        guard let refusal else { return true }
        switch known.age {
        case .current: return true
        case .past(let time):
            let now = ThisProcess.calendarMilliseconds
            complain(
                LocalAccountWords.outdatedData(
                    time, now: ServerTime(milliseconds: now),
                    secondsAhead: ThisProcess.secondsAheadOfUTC(at: time.milliseconds),
                    because: refusal))
        case .unknown:
            complain(LocalAccountWords.unknownOrIncomplete(isEmpty: isEmpty, because: refusal))
            return !isEmpty
        }
        return true
    }
}

extension AvailableRecords {
    /// The time of old data; nil for data that is current or of unknown age.
    var asOf: ServerTime? {
        if case .past(let time) = age { time } else { nil }
    }
}

extension AccountRefusal {
    /// The exit status of a command that was refused.
    var status: ExitStatus {
        switch self {
        case .offline: .serverUnreachable
        case .nobodyCalledSo: .notFound
        default: .refused
        }
    }
}

/// Prints a result on standard output, under the program's name.
func report(_ sentence: String) {
    Descriptor.standardOutput.writeLine("tictactoe: \(sentence)")
}

/// Prints an error or a warning on standard error, and returns the exit status.
@discardableResult
func complain(_ sentence: String, _ status: ExitStatus = .failed) -> ExitStatus {
    Descriptor.standardError.writeLine("tictactoe: \(sentence)")
    return status
}
