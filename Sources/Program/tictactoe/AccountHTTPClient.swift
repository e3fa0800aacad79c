import Records
import SimperiumLoop
import SimperiumNetwork
import SimperiumSync
import SimperiumWebWire
import SimperiumWire
import Wording

/// A client for requests about accounts to a lobby's server, with a connection for each request.
final class AccountHTTPClient {
    /// The time limit for connecting, if there are further servers to try.
    private static let connectTimeout = Duration.seconds(2)

    /// A refusal in a later tick. Releasing this object cancels the refusal.
    private final class LaterRefusal {
        private let timer: Timer

        init(on loop: Loop, _ refuse: @escaping () -> Void) {
            timer = Timer(on: loop, refuse)
            timer.arm(after: .zero)
        }
    }

    /// The servers. The server that answered last comes first.
    private var servers: [WebSocketAddress]
    private let key: Token
    /// True if passwords and tokens may be sent to the servers.
    private let maySendSecrets: Bool
    private let trust: TLSContext?
    private let connectionSet: ConnectionSet
    private var calls: [Int: HTTPClientCall] = [:]
    private var refusals: [Int: LaterRefusal] = [:]
    private var lastCall = 0

    init(
        to servers: [WebSocketAddress], key: Token, maySendSecrets: Bool,
        trusting trust: TLSContext?, on connectionSet: ConnectionSet
    ) {
        self.servers = servers
        self.key = key
        self.maySendSecrets = maySendSecrets
        self.trust = trust
        self.connectionSet = connectionSet
    }

    /// Sends a request, and calls `complete` once, in a later tick. If `cancelsOthers`, cancels
    /// earlier requests, which then get no reply. If secrets may not be sent, sends nothing, and
    /// the reply is a refusal. `guest` is the address of a door's guest.
    func call(
        _ request: AccountRequest, cancelsOthers: Bool = true, of guest: String? = nil,
        _ complete: @escaping (AccountReply) -> Void
    ) {
        if cancelsOthers { (calls, refusals) = ([:], [:]) }
        lastCall += 1
        guard maySendSecrets else { return refuseInLaterTick(as: lastCall, complete) }
        callFirstConnectable(request, of: guest, as: lastCall, at: servers[...], complete)
    }

    private func refuseInLaterTick(as number: Int, _ complete: @escaping (AccountReply) -> Void) {
        refusals[number] = LaterRefusal(on: connectionSet.loop) { [unowned self] in
            refusals[number] = nil
            complete(.refused(.notEncrypted))
        }
    }

    /// Sends a request to the first server, or to the next one if no connection can be made. A
    /// request that was sent may have had its effect, so it is not repeated.
    private func callFirstConnectable(
        _ request: AccountRequest, of guest: String?, as number: Int,
        at servers: ArraySlice<WebSocketAddress>,
        _ complete: @escaping (AccountReply) -> Void
    ) {
        guard let server = servers.first else { return }
        let form = AccountHTTPRequest(request, key: key, device: ThisProcess.machineName)
        let target = RequestTarget(
            server.target.segments + form.segments, endsInSlash: form.query.isEmpty,
            query: FormParameters(
                form.query.map { FormParameters.NameValuePair($0.name, $0.value) }))
        var message = HTTPRequest(
            HTTPMethod(rawValue: form.method.rawValue), target, body: form.body)
        for field in form.fields {
            message.fields.add(CaseInsensitiveFieldName(stringLiteral: field.name), field.value)
        }
        if let guest { message.fields.add("X-Simperium-Guest", guest) }
        let others = servers.dropFirst()
        calls[number] = HTTPClientCall(
            message, to: server, trusting: trust, on: connectionSet,
            connectingWithin: others.isEmpty ? nil : Self.connectTimeout
        ) { [unowned self] answer in
            switch answer {
            case .success: preferServer(server)
            case .failure(.nameUnknown), .failure(.refused), .failure(.unreachable),
                .failure(.timedOut):
                if !others.isEmpty {
                    return callFirstConnectable(
                        request, of: guest, as: number, at: others, complete)
                }
            case .failure: break
            }
            calls[number] = nil
            complete(AccountReply(to: request, answer))
        }
    }

    private func preferServer(_ server: WebSocketAddress) {
        guard let index = servers.firstIndex(of: server) else { return }
        servers.swapAt(0, index)
    }
}

extension AccountReply {
    fileprivate init(to request: AccountRequest, _ answer: HTTPAnswer) {
        switch answer {
        case .success(let response):
            self.init(
                to: request, status: Int(response.status.rawValue),
                retryAfter: response.fields["Retry-After"].flatMap { Int($0) },
                flaw: response.fields[CaseInsensitiveFieldName(stringLiteral: AccountFlaw.field)],
                body: response.body)
        case .failure(.refused), .failure(.timedOut), .failure(.broken(.late)):
            self = .refused(.offline(reason: nil))
        case .failure(.nameUnknown(let host, _)):
            self = .refused(.offline(reason: "\(LinkFailure.nameUnknown(host: host))"))
        case .failure(.unreachable(_, let reason)): self = .refused(.offline(reason: reason))
        case .failure(.tls(let fault)): self = .refused(.offline(reason: "\(fault)"))
        case .failure(.notHTTP(.truncated)), .failure(.broken):
            self = .refused(.offline(reason: "\(LinkFailure.lost)"))
        case .failure: self = .refused(.unknownServer)
        }
    }
}
