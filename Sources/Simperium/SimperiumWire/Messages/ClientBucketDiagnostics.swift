package import SimperiumJSON

/// A client's state of a bucket, which the client reports for diagnosis when the hub sends `index`.
package struct ClientBucketDiagnostics: Hashable, Codable, Sendable {
    package struct UnacknowledgedChange: Hashable, Codable, Sendable {
        package let key: ObjectKey
        package let version: EntityVersion?
        package let changeID: ChangeID

        package init(key: ObjectKey, version: EntityVersion?, changeID: ChangeID) {
            self.key = key
            self.version = version
            self.changeID = changeID
        }
    }

    package let current: ChangeVersion?
    package let index: [EntityVersionReference]
    package let pending: [UnacknowledgedChange]
    package let extra: JSONObject

    package init(
        current: ChangeVersion?, index: [EntityVersionReference], pending: [UnacknowledgedChange],
        extra: JSONObject = JSONObject()
    ) {
        self.current = current
        self.index = index
        self.pending = pending
        self.extra = extra
    }

    /// Reads a report. Accepts variants: iOS sends `pendings` and `{"KEY":3}`, and Android omits
    /// `sv`.
    init(payload: Span<UInt8>) throws(WireError) {
        let json = try JSON(payload: payload, of: .state, .fromClient)
        let pending = json["pending"] ?? json["pendings"]
        self.init(
            current: json["current"]?.string.flatMap(ChangeVersion.init),
            index: (json["index"]?.array ?? []).compactMap(EntityVersionReference.init(entry:)),
            pending: (pending?.array ?? []).compactMap(UnacknowledgedChange.init(entry:)),
            extra: json["extra"]?.object ?? JSONObject())
    }

    func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "current", text: current?.text)
            bytes.append(member: "index", list: index) { $0.write(into: &$1) }
            bytes.append(member: "pending", list: pending) { $0.write(into: &$1) }
            bytes.append(member: "extra", object: extra)
        }
    }
}

extension EntityVersionReference {
    fileprivate init?(entry: JSON) {
        guard let members = entry.object else { return nil }
        let only = members.count == 1 ? members.first : nil
        let name = members["id"]?.string ?? only?.name.string
        let number = (members["v"] ?? only?.value)?.wholeNumber
        guard let key = name.flatMap(ObjectKey.init),
            let version = number.flatMap(EntityVersion.init)
        else { return nil }
        self.init(key: key, version: version)
    }

    fileprivate func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "id", text: key.text)
            bytes.append(member: "v", number: version.number)
        }
    }
}

extension ClientBucketDiagnostics.UnacknowledgedChange {
    fileprivate init?(entry: JSON) {
        guard let key = entry["id"]?.string.flatMap(ObjectKey.init),
            let changeID = entry["ccid"]?.string.flatMap(ChangeID.init)
        else { return nil }
        let version = entry["sv"]?.wholeNumber.flatMap(EntityVersion.init)
        self.init(key: key, version: version, changeID: changeID)
    }

    fileprivate func write(into bytes: inout [UInt8]) {
        bytes.appendObject { bytes in
            bytes.append(member: "id", text: key.text)
            bytes.append(member: "sv", number: version?.number)
            bytes.append(member: "ccid", text: changeID.text)
        }
    }
}
