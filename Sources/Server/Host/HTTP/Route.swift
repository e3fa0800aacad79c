package import SimperiumWebWire
package import SimperiumWire
package import SyncHub

/// A route for HTTP requests: method, path, access and handler.
///
/// In a path, `:name` matches any segment; in a route of one app, `:app` matches only this app. The
/// first path that matches is chosen. If no route with this path has the request's method, the
/// answer is 405 with the methods of the path's routes.
package struct Route: Sendable {
    package enum RouteAccess: Sendable {
        /// All callers. The handler checks the API key, if one is needed.
        case anyone
        /// The holder of a token of the app: a user, an administrator or a guest.
        case holder
        /// A signed-in user.
        case person
        case administrator
    }

    package typealias Handler = @Sendable (inout Host, RoutedCall) throws(CallRefusal) -> Void

    let methods: [HTTPMethod]
    let path: [String]
    let access: RouteAccess
    /// The only app with this route; nil if all apps have the route.
    let app: AppID?
    let handler: Handler

    var opensWebSocket: Bool { path.last == "websocket" }

    package init(
        _ method: HTTPMethod, _ path: String, _ access: RouteAccess, of app: AppID? = nil,
        _ handler: @escaping Handler
    ) {
        methods = method == .get ? [.get, .head] : [method]
        self.path = path.split(separator: "/").map(String.init)
        self.access = access
        self.app = app
        self.handler = handler
    }

    private func matches(_ segments: [String]) -> Bool {
        segments.count == path.count
            && zip(path, segments).allSatisfy { pattern, segment in
                if pattern == ":app", let app { return AppID(segment) == app }
                return pattern.hasPrefix(":") || pattern == segment
            }
    }

    /// Returns the values of the path's parameters, by name. The path must match.
    private func pathParameters(in segments: [String]) -> [String: String] {
        var names: [String: String] = [:]
        for (pattern, segment) in zip(path, segments) where pattern.hasPrefix(":") {
            names[String(pattern.dropFirst())] = segment
        }
        return names
    }

    /// Finds the route of a request, and the values of its path parameters. Throws if no route has
    /// the path, or if no route with the path has the method. A slash at the end of the path makes
    /// no difference.
    static func find(
        _ request: HTTPRequest, in all: [Route]
    ) throws(CallRefusal) -> (Route, [String: String]) {
        var segments = request.target.segments
        if segments.last?.isEmpty == true { segments.removeLast() }
        guard let first = all.first(where: { $0.matches(segments) }) else {
            throw segments.first == "sock" ? .onlyWebSockets : .noSuchPath
        }
        let routes = all.filter { $0.path == first.path && $0.app == first.app }
        guard let route = routes.first(where: { $0.methods.contains(request.method) }) else {
            throw .wrongMethod(
                allowed: routes.flatMap(\.methods).map(\.rawValue).joined(separator: ", "))
        }
        return (route, route.pathParameters(in: segments))
    }

    static func all(with plugin: (any AppPlugin)?) -> [Route] {
        let own =
            plugin.map {
                sessionAndDeviceRoutes(of: $0.app) + $0.routes + operatorAccountRoutes(of: $0.app)
            } ?? []
        return server + accounts + own + data + operatorAccountRoutes(of: nil)
    }

    private static let server = [
        Route(.get, "healthz", .anyone) { $0.answer($1.id, $0.healthResponse) },
        Route(.get, "metrics", .anyone) { $0.answer($1.id, .text($0.metricsText)) },
        Route(.get, "sock/websocket", .anyone) { host, call in
            host.effects.append(.openWebSocket(call.id, app: nil))
        },
        Route(.get, "sock/1/:app/websocket", .anyone) { host, call throws(CallRefusal) in
            host.effects.append(.openWebSocket(call.id, app: try call.app()))
        },
    ]

    private static let accounts =
        AccountAction.common.map { action in
            Route(.post, "1/:app/\(action.rawValue)", .anyone) { host, call throws(CallRefusal) in
                try host.beginAccountAction(action, call)
            }
        } + [
            Route(.get, "1/:app/user", .holder) {
                host, call throws(CallRefusal) in try host.showOwnUser(call)
            },
            Route(.get, "1/:app/buckets", .holder) {
                host, call throws(CallRefusal) in try host.listBuckets(call)
            },
        ]

    private static func sessionAndDeviceRoutes(of app: AppID) -> [Route] {
        [
            Route(.post, "1/:app/signout", .person, of: app) {
                host, call throws(CallRefusal) in try host.signOut(call)
            },
            Route(.post, "1/:app/leave", .person, of: app) {
                host, call throws(CallRefusal) in try host.deleteOwnAccount(call)
            },
            Route(.get, "1/:app/names/:name", .person, of: app) {
                host, call throws(CallRefusal) in try host.showOtherUserByName(call)
            },
            Route(.get, "1/:app/users/:other", .person, of: app) {
                host, call throws(CallRefusal) in try host.showOtherUserByID(call)
            },
            Route(.post, "1/:app/link", .person, of: app) {
                host, call throws(CallRefusal) in try host.openLinkCode(call)
            },
            Route(.get, "1/:app/link", .person, of: app) {
                host, call throws(CallRefusal) in try host.showLinkState(call)
            },
            Route(.post, "1/:app/link/allow", .person, of: app) {
                host, call throws(CallRefusal) in try host.answerLinkOffer(call)
            },
            Route(.get, "1/:app/link/:code", .anyone, of: app) {
                host, call throws(CallRefusal) in try host.collectLinkResult(call)
            },
            Route(.post, "1/:app/link/:code", .anyone, of: app) {
                host, call throws(CallRefusal) in try host.recordLinkOffer(call)
            },
            Route(.delete, "1/:app/link/:code", .person, of: app) {
                host, call throws(CallRefusal) in try host.removeLinkAndSession(call)
            },
            Route(.get, "1/:app/account/sessions", .person, of: app) {
                host, call throws(CallRefusal) in try host.listOwnSessions(call)
            },
            Route(.delete, "1/:app/account/sessions", .person, of: app) {
                host, call throws(CallRefusal) in try host.endOwnOtherSessions(call)
            },
            Route(.delete, "1/:app/account/sessions/:id", .person, of: app) {
                host, call throws(CallRefusal) in try host.endOwnSession(namedIn: call)
            },
        ]
    }

    /// Returns the routes of the operator's requests about accounts. In apps other than the
    /// plug-in's, routes for data come first, because a user may have a bucket named `accounts`.
    private static func operatorAccountRoutes(of app: AppID?) -> [Route] {
        [
            Route(.get, "1/:app/accounts", .administrator, of: app) {
                host, call throws(CallRefusal) in try host.listAccounts(call)
            }
        ]
            + AccountAction.operators.map { action in
                Route(.post, "1/:app/accounts/:name/\(action.rawValue)", .administrator, of: app) {
                    host, call throws(CallRefusal) in try host.performOperatorAction(action, call)
                }
            }
    }

    private static let data =
        [
            Route(.get, "1/:app/:bucket/index", .holder) {
                host, call throws(CallRefusal) in try host.showIndex(call)
            },
            Route(.get, "1/:app/:bucket/all", .administrator) {
                host, call throws(CallRefusal) in try host.beginFirehose(call)
            },
            Route(.get, "1/:app/:bucket/changes", .holder) {
                host, call throws(CallRefusal) in try host.pollChanges(call)
            },
            Route(.post, "1/:app/:bucket/changes", .holder) {
                host, call throws(CallRefusal) in try host.beginBulk(call)
            },
            Route(.get, "1/:app/:bucket/i/:key/share", .holder) {
                host, call throws(CallRefusal) in try host.listSharers(call)
            },
        ]
        + [HTTPMethod.put, .post].flatMap { method in
            [
                Route(method, "1/:app/:bucket/i/:key/share", .holder) { _, _ throws(CallRefusal) in
                    throw .badName("a user")
                },
                Route(method, "1/:app/:bucket/i/:key/share/:name", .holder) {
                    host, call throws(CallRefusal) in try host.share(call)
                },
            ]
        } + [
            Route(.delete, "1/:app/:bucket/i/:key/share/:name", .holder) {
                host, call throws(CallRefusal) in try host.unshare(call)
            }
        ]
        + [":key", ":key/v/:version", ":user/:key", ":user/:key/v/:version"].flatMap { item in
            let path = "1/:app/:bucket/i/\(item)"
            return [
                Route(.get, path, .holder) {
                    host, call throws(CallRefusal) in try host.readObject(call)
                },
                Route(.post, path, .holder) {
                    host, call throws(CallRefusal) in try host.writeObject(call)
                },
                Route(.put, path, .holder) {
                    host, call throws(CallRefusal) in try host.writeObject(call)
                },
                Route(.delete, path, .holder) {
                    host, call throws(CallRefusal) in try host.removeObject(call)
                },
            ]
        }
}

/// A request with its path parameters, and its caller once identified.
package struct RoutedCall: Sendable {
    package let id: CallID
    package let request: HTTPRequest
    let origin: CallerAddress
    let pathParameters: [String: String]
    var identity: Identity?
}

extension RoutedCall {
    /// Returns the caller. Throws if the caller has not been identified.
    package func caller() throws(CallRefusal) -> Identity {
        guard let identity else { throw .noToken }
        return identity
    }

    func app() throws(CallRefusal) -> AppID { try validName("app", "an app") }

    func bucketName() throws(CallRefusal) -> BucketName { try validName("bucket", "a bucket") }
    func key() throws(CallRefusal) -> ObjectKey { try validName("key", "an object") }

    /// Returns the data's owner, as named in the path or in `X-Simperium-User`; nil if neither
    /// names an owner. Throws if the name is not valid.
    func namedDataOwner() throws(CallRefusal) -> UserID? {
        if pathParameters["user"] != nil { return try validName("user", "a user") }
        guard let text = request.fields["X-Simperium-User"] else { return nil }
        guard let user = UserID(text) else { throw .badName("a user") }
        return user
    }

    func version() throws(CallRefusal) -> EntityVersion? {
        guard let text = pathParameters["version"] else { return nil }
        guard text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
            let version = Int(text).flatMap(EntityVersion.init)
        else { throw .badVersion }
        return version
    }

    /// Returns the value of a path parameter; empty if the route has no such parameter.
    func pathSegment(_ part: String) -> String { pathParameters[part] ?? "" }

    /// Returns the value of a path parameter as a name. Throws if the value is not valid; `kind`
    /// describes the name in the refusal.
    private func validName<Kind: Name>(
        _ part: String, _ kind: String
    ) throws(CallRefusal) -> Kind {
        guard let name = Kind(pathSegment(part)) else { throw .badName(kind) }
        return name
    }
}
