import SimperiumWebWire
import SimperiumWire

/// Where a request over HTTP leads, by its address and its method.
enum Route: Hashable {
    case health
    case metrics
    /// What a browser asks ahead of a page's own request.
    case preflight
    case webSocket(AppID?)
    case account(AccountAction, of: AppID)
    /// A device offers itself to the user who shows this code, or asks what became of that.
    case offer(code: String)
    case collect(code: String)
    case wish(Wish, in: AppID)
}

/// What a caller with a token wants of an app.
enum Wish: Hashable {
    case bucketList
    case data(DataAction, in: BucketName)
    case person(PersonWish)
    /// What there is to see in the halls of the lobby, or where somebody is.
    case halls

    /// Whether its address says whose object it is about.
    var namesUser: Bool {
        switch self {
        case .data(.read(let item), _), .data(.write(let item), _), .data(.remove(let item), _):
            item.user != nil
        case .data, .bucketList, .person, .halls: false
        }
    }
}

/// What is done with one bucket.
enum DataAction: Hashable {
    case index
    case read(Item)
    case write(Item)
    case remove(Item)
    case changes
    case bulk
    case firehose
    case share(ShareCall)

    /// An object, or a version of one. An administrator may say whose it is.
    struct Item: Hashable {
        var user: UserID?
        var key: ObjectKey
        var version: EntityVersion?
    }
}

extension Route {
    /// A slash at the end makes no difference: some clients write one, and some don't.
    init(_ request: HTTPRequest) throws(Refusal) {
        var names = request.target.segments[...]
        if names.last?.isEmpty == true { names.removeLast() }
        if request.method == .options {
            self = .preflight
            return
        }
        switch names.first {
        case "healthz" where names.count == 1: self = try .read(.health, request)
        case "metrics" where names.count == 1: self = try .read(.metrics, request)
        case "sock": self = try .webSocket(names.dropFirst())
        case "1": self = try Route(names.dropFirst(), request)
        default: throw .noSuchPath
        }
    }

    private static func read(_ route: Route, _ request: HTTPRequest) throws(Refusal) -> Route {
        guard request.reads else { throw .wrongMethod("GET, HEAD") }
        return route
    }

    /// `1/APP/websocket`, or `websocket` where only `init` names the app.
    private static func webSocket(_ names: ArraySlice<String>) throws(Refusal) -> Route {
        let names = Array(names)
        if names == ["websocket"] { return .webSocket(nil) }
        guard names.count == 3, names[0] == "1", names[2] == "websocket" else {
            throw .onlyWebSockets
        }
        guard let app = AppID(names[1]) else { throw .badName("an app") }
        return .webSocket(app)
    }

    /// `APP/…`
    private init(_ names: ArraySlice<String>, _ request: HTTPRequest) throws(Refusal) {
        guard let first = names.first, let name = names.dropFirst().first else {
            throw .noSuchPath
        }
        guard let app = AppID(first) else { throw .badName("an app") }
        let rest = Array(names.dropFirst(2))
        if app == LobbyPass.app, let route = try Route(ofPeople: name, rest, request) {
            self = route
        } else if rest.isEmpty, let action = AccountAction(rawValue: name),
            AccountAction.common.contains(action)
        {
            guard request.method == .post else { throw .wrongMethod("POST") }
            self = .account(action, of: app)
        } else if rest.isEmpty, name == "buckets" {
            self = try .read(.wish(.bucketList, in: app), request)
        } else {
            guard let bucket = BucketName(name) else { throw .badName("a bucket") }
            self = .wish(.data(try DataAction(rest, request), in: bucket), in: app)
        }
    }
}

extension DataAction {
    /// What comes behind `APP/BUCKET/`.
    fileprivate init(_ names: [String], _ request: HTTPRequest) throws(Refusal) {
        switch (names.first, names.count) {
        case ("index", 1): self = try .reading(.index, request)
        case ("all", 1): self = try .reading(.firehose, request)
        case ("changes", 1) where request.method == .post: self = .bulk
        case ("changes", 1):
            guard request.reads else { throw .wrongMethod("GET, HEAD, POST") }
            self = .changes
        case ("i", 3...4) where names[2] == "share":
            self = .share(try ShareCall(Array(names.dropFirst()), request))
        case ("i", _):
            let item = try Item(Array(names.dropFirst()))
            switch request.method {
            case .get, .head: self = .read(item)
            case .post, .put: self = .write(item)
            case .delete: self = .remove(item)
            default: throw .wrongMethod("GET, HEAD, POST, PUT, DELETE")
            }
        default: throw .noSuchPath
        }
    }

    private static func reading(
        _ action: DataAction, _ request: HTTPRequest
    ) throws(Refusal) -> DataAction {
        guard request.reads else { throw .wrongMethod("GET, HEAD") }
        return action
    }
}

extension DataAction.Item {
    /// `KEY`, `KEY/v/N`, and before either of them perhaps `USER/`.
    fileprivate init(_ names: [String]) throws(Refusal) {
        var names = names[...]
        if names.count > 2, names[names.endIndex - 2] == "v" {
            guard let number = names.last, number.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
                let version = Int(number).flatMap(EntityVersion.init)
            else { throw .badVersion }
            self.version = version
            names = names.dropLast(2)
        } else {
            version = nil
        }
        guard let last = names.popLast(), names.count < 2 else { throw .noSuchPath }
        guard let key = ObjectKey(last) else { throw .badName("an object") }
        self.key = key
        user = nil
        guard let first = names.first else { return }
        guard let user = UserID(first) else { throw .badName("a user") }
        self.user = user
    }
}

extension HTTPRequest {
    /// Whether it only wants to see.
    var reads: Bool { method == .get || method == .head }
}
