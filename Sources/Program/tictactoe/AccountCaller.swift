import Records
import SimperiumLoop
import SimperiumNetwork
import SimperiumWebWire
import SimperiumWire
import Wording

/// Asks the server of a lobby about accounts: one question at a time, over a line of its own.
final class AccountCaller {
    private let servers: [WebAddress]
    private let key: Token
    /// Whether passwords and tokens may go there.
    private let isSafe: Bool
    private let trust: TLSContext?
    private let connectionSet: ConnectionSet
    private var call: WebCall?
    private var bell: Timer?

    init(
        to servers: [WebAddress], key: Token, isSafe: Bool, trusting trust: TLSContext?,
        on connectionSet: ConnectionSet
    ) {
        self.servers = servers
        self.key = key
        self.isSafe = isSafe
        self.trust = trust
        self.connectionSet = connectionSet
    }

    /// Another one, for a question beside this one's.
    func copy() -> AccountCaller {
        AccountCaller(to: servers, key: key, isSafe: isSafe, trusting: trust, on: connectionSet)
    }

    /// Has `take` called once, in a turn of its own.
    func ask(_ request: AccountRequest, _ take: @escaping (AccountReply) -> Void) {
        guard isSafe else {
            bell = Timer(on: connectionSet.loop) { take(.refused(.notEncrypted)) }
            bell?.arm(after: .zero)
            return
        }
        ask(request, at: servers[...], take)
    }

    /// Goes on to the next address as long as nobody is to be had, to whom nothing was said yet.
    private func ask(
        _ request: AccountRequest, at servers: ArraySlice<WebAddress>,
        _ take: @escaping (AccountReply) -> Void
    ) {
        guard let server = servers.first else { return }
        let form = AccountCall(request, key: key)
        let target = RequestTarget(server.target.segments + form.segments, endsInSlash: true)
        var message = HTTPRequest(
            HTTPMethod(rawValue: form.method.rawValue), target, body: form.body)
        for field in form.fields {
            message.fields.add(FieldName(stringLiteral: field.name), field.value)
        }
        call = WebCall(message, to: server, trusting: trust, on: connectionSet) {
            [unowned self] answer in
            switch answer {
            case .failure(.refused), .failure(.unreachable):
                guard servers.count == 1 else { return ask(request, at: servers.dropFirst(), take) }
            case .success, .failure: break
            }
            take(AccountReply(to: request, answer))
        }
    }
}

extension AccountReply {
    fileprivate init(
        to request: AccountRequest, _ answer: Result<HTTPResponse, WebCall.Failure>
    ) {
        switch answer {
        case .success(let response):
            self.init(
                to: request, status: Int(response.status.rawValue),
                retryAfter: response.fields["Retry-After"].flatMap { Int($0) },
                flaw: response.fields[FieldName(stringLiteral: AccountFlaw.field)],
                body: response.body)
        case .failure(.refused), .failure(.timedOut): self = .refused(.offline(reason: nil))
        case .failure(.unreachable(let reason)): self = .refused(.offline(reason: reason))
        case .failure(.tls(let fault)): self = .refused(.offline(reason: "\(fault)"))
        case .failure(.notHTTP), .failure(.hungUp): self = .refused(.unknownServer)
        }
    }
}
