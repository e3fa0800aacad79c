import JSONDiff
import Simperium
import SyncHub

extension Host {
    mutating func start() {
        tell(.started)
        for bucket in LobbyPass.buckets {
            request(
                .entity(named(ObjectKey(bucket.name.text)), nil),
                of: .options(of: bucket.app), by: .host, for: .seeding(bucket.name))
        }
    }

    mutating func request(
        _ wanted: OutsideRequest, of bucket: BucketID, by caller: Caller,
        for purpose: Requests.Purpose
    ) {
        tell(.requested(requests.add(purpose), wanted, of: bucket, by: caller))
    }

    mutating func learn(_ outcome: Outcome, of request: RequestID) {
        switch requests.end(request) {
        case .seeding(let bucket): seed(bucket, found: outcome)
        case .nothing, nil: break
        }
    }

    /// Gives one of the lobby's buckets its options, unless an administrator has done so.
    private mutating func seed(_ bucket: BucketName, found outcome: Outcome) {
        guard case .entity(nil) = outcome else { return }
        let options: JSONObject = ["presence": "client", "presenceGrace": 10]
        let change = Change(
            .modify(Diff(from: [:], to: options)), key: named(ObjectKey(bucket.text)),
            id: named(ChangeID("default-\(bucket.text)")))
        request(
            .change(change), of: .options(of: LobbyPass.app), by: .host, for: .nothing)
    }

    /// Who is let into a channel's bucket.
    mutating func authorization(_ request: AuthorizationRequest) -> Authorization {
        guard request.app == LobbyPass.app,
            let identity = settings.lobby.identity(of: request.token)
        else {
            return .denied(request.token.isWellFormed ? .invalidToken : .malformedToken)
        }
        guard LobbyPass.buckets.contains(where: { $0.name == request.bucket }) else {
            return .denied(AuthorizationFailure(.other(500), "No such bucket in the lobby"))
        }
        let secret = request.needsSecret ? ResumeSecret(secrets.hexText()) : nil
        return .granted(identity, secret: secret)
    }
}

extension Caller {
    /// The server itself.
    fileprivate static let host = Caller(
        identity: Identity(
            user: .app, name: named(UserName("server")), rights: .administrator),
        clientID: named(ClientID("server")))
}
