import SimperiumWebWire
import SimperiumWire

/// What a caller with a token wants of the game's accounts.
enum PersonWish: Hashable {
    case signOut
    case leave
    /// Who has that name, or that id.
    case findName(String)
    case findUser(UserID)
    case openLink
    case showLinks
    case answerLink
    case removeLink(String)
    /// Games over days, and another one.
    case showGames
    case beginGame
    /// The operator's.
    case listAccounts
    case act(AccountAction, on: String)

    var isOperators: Bool {
        switch self {
        case .listAccounts, .act: true
        case .signOut, .leave, .findName, .findUser, .openLink, .showLinks, .answerLink,
            .removeLink, .showGames, .beginGame:
            false
        }
    }
}

extension Route {
    /// What comes behind `tictactoe/`, where it is not a bucket; nil if it is.
    init?(ofPeople name: String, _ rest: [String], _ request: HTTPRequest) throws(Refusal) {
        switch (name, rest.count) {
        case ("signout", 0): self = try .posted(.signOut, request)
        case ("leave", 0): self = try .posted(.leave, request)
        case ("games", 0) where request.reads: self = Self.person(.showGames)
        case ("games", 0):
            guard request.method == .post else { throw .wrongMethod("GET, HEAD, POST") }
            self = Self.person(.beginGame)
        case ("names", 1): self = try .shown(.findName(rest[0]), request)
        case ("users", 1):
            guard let user = UserID(rest[0]) else { throw .badName("a user") }
            self = try .shown(.findUser(user), request)
        case ("link", _): self = try Route(ofLink: rest, request)
        case ("halls", 0):
            guard request.reads else { throw .wrongMethod("GET, HEAD") }
            self = .wish(.halls, in: LobbyPass.app)
        case ("accounts", 0): self = try .shown(.listAccounts, request)
        case ("accounts", 2):
            guard let action = AccountAction(rawValue: rest[1]),
                AccountAction.operators.contains(action)
            else { throw .noSuchPath }
            self = try .posted(.act(action, on: rest[0]), request)
        default: return nil
        }
    }

    /// What comes behind `link/`.
    private init(ofLink names: [String], _ request: HTTPRequest) throws(Refusal) {
        switch (names.first, names.count, request.method) {
        case (nil, 0, .post): self = .person(.openLink)
        case (nil, 0, .get), (nil, 0, .head): self = .person(.showLinks)
        case ("allow", 1, .post): self = .person(.answerLink)
        case (let code?, 1, .post): self = .offer(code: code)
        case (let code?, 1, .get), (let code?, 1, .head): self = .collect(code: code)
        case (let id?, 1, .delete): self = .person(.removeLink(id))
        case (_, 0...1, _): throw .wrongMethod("GET, HEAD, POST, DELETE")
        default: throw .noSuchPath
        }
    }

    private static func person(_ wish: PersonWish) -> Route {
        .wish(.person(wish), in: LobbyPass.app)
    }

    private static func posted(_ wish: PersonWish, _ request: HTTPRequest) throws(Refusal) -> Route
    {
        guard request.method == .post else { throw .wrongMethod("POST") }
        return person(wish)
    }

    private static func shown(_ wish: PersonWish, _ request: HTTPRequest) throws(Refusal) -> Route {
        guard request.reads else { throw .wrongMethod("GET, HEAD") }
        return person(wish)
    }
}
