internal import SimperiumJSON

extension HubCommand {
    init(_ name: Span<UInt8>, _ payload: Span<UInt8>) throws(WireError) {
        switch WireCommandName(name) {
        case .auth: self = try Self.authorization(payload)
        case .change: self = try Self.changes(payload)
        case .changeVersion:
            guard payload.hasSameBytes(as: "?") else {
                throw .badPayload(of: .changeVersion, QuotedExcerpt(payload))
            }
            self = .unknownCursor
        case .entity: self = .entity(try EntityReply(payload: payload))
        case .index: self = .index(try IndexPage(payload: payload))
        case .options: self = try Self.extensionNotice(payload)
        case .state: self = .state
        case .heartbeat, .initialize, .log, nil: self = .unknown(QuotedExcerpt(name).text)
        }
    }

    /// Reads the answer to an `init`: a user's name, a failure as JSON, or `expired`.
    private static func authorization(_ payload: Span<UInt8>) throws(WireError) -> HubCommand {
        if payload.hasSameBytes(as: "expired") { return .expired }
        if let name = payload.text.flatMap(UserName.init) { return .authorized(name) }
        let json = try JSON(payload: payload, of: .auth, .fromHub)
        guard json.object != nil else { throw .badPayload(of: .auth, QuotedExcerpt(payload)) }
        let reason = AuthorizationFailureReason(code: json["code"]?.wholeNumber ?? 0)
        return .unauthorized(AuthorizationFailure(reason, json["msg"]?.string ?? ""))
    }

    /// Reads the payload of `c`. Hubs before API 1.1 send `c:?` instead of `cv:?`.
    private static func changes(_ payload: Span<UInt8>) throws(WireError) -> HubCommand {
        payload.hasSameBytes(as: "?")
            ? .unknownCursor : .changes(try HubChangeListEntry.parseList(payload))
    }

    private static func extensionNotice(_ payload: Span<UInt8>) throws(WireError) -> HubCommand {
        guard let members = try JSON(payload: payload, of: .options, .fromHub).object else {
            throw .badPayload(of: .options, QuotedExcerpt(hiding: payload))
        }
        if let away = members["away"]?.array {
            return .away(keys(away), RelativeAbsenceTimes(members))
        }
        if let back = members["back"]?.array { return .back(keys(back)) }
        if let secret = members["resume"]?.string.flatMap(ResumeSecret.init) {
            return .resume(secret, sessionNumber: max(members["seat"]?.int ?? 0, 0))
        }
        if let version = members["rules"]?.int { return .rules(version) }
        if let end = members["ended"]?.object { return .ended(SessionEnd(end)) }
        if let ages = members["age"]?.object { return .ages(Self.ages(ages)) }
        return members["restored"] == true ? .restored : .options(members)
    }

    /// Returns only the valid keys, because no object with an invalid key can exist.
    private static func keys(_ names: [JSON]) -> [ObjectKey] {
        names.compactMap { $0.string.flatMap(ObjectKey.init) }
    }

    private static func ages(_ members: JSONObject) -> [RuleMeasuredDuration] {
        members.compactMap { member in
            guard let key = ObjectKey(member.name.string), let age = member.value.int else {
                return nil
            }
            return RuleMeasuredDuration(key, milliseconds: age)
        }
    }

    /// Writes the command without its channel's number.
    package func write(into bytes: inout [UInt8]) {
        switch self {
        case .authorized(let user):
            bytes.append(.auth)
            bytes.append(user.text)
        case .unauthorized(let failure):
            bytes.append(.auth)
            failure.write(into: &bytes)
        case .expired: bytes.append("auth:expired")
        case .index(let page):
            bytes.append(.index)
            page.write(into: &bytes)
        case .entity(let reply):
            bytes.append(.entity)
            reply.write(into: &bytes)
        case .unknownCursor: bytes.append("cv:?")
        case .changes(let entries):
            bytes.append(.change)
            HubChangeListEntry.write(entries, into: &bytes)
        case .state: bytes.append("index")
        case .away(let keys, let notice):
            bytes.appendOptions { bytes in
                bytes.append(member: "away", names: keys)
                notice.write(into: &bytes)
            }
        case .back(let keys): bytes.appendOptions { $0.append(member: "back", names: keys) }
        case .resume(let secret, let number):
            bytes.appendOptions { bytes in
                bytes.append(member: "resume", text: secret.text)
                bytes.append(member: "seat", number: number > 0 ? number : nil)
            }
        case .rules(let version):
            bytes.appendOptions { $0.append(member: "rules", number: version) }
        case .ended(let end):
            bytes.appendOptions { bytes in
                bytes.append(unescapedMemberName: "ended")
                bytes.appendObject { end.write(into: &$0) }
            }
        case .ages(let ages):
            bytes.appendOptions { bytes in
                bytes.append(unescapedMemberName: "age")
                bytes.appendObject { bytes in
                    for age in ages { bytes.append(member: age.key.text, number: age.milliseconds) }
                }
            }
        case .restored: bytes.appendOptions { $0.append(member: "restored", json: .bool(true)) }
        case .options(let members):
            bytes.append(.options)
            bytes.append(json: members)
        case .unknown(let name):
            bytes.append(name)
            bytes.append(.colon)
        }
    }
}
