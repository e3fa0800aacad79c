import SimperiumWire

/// By what an engine finds a lease again. Of a seat, or of a channel without one, there is one
/// lease in each bucket; of a client that can't come back nobody has the words.
extension EngineLease {
    static func secret(
        _ digest: SecretDigest, in bucket: BucketName, ofSeat isSeat: Bool
    ) -> String {
        "\(isSeat ? "seat" : "own")/\(bucket.text)/\(digest.hexadecimal)"
    }

    init(_ owner: EntityOwner, in bucket: BucketName) {
        let secret = owner.secret.map { Self.secret($0, in: bucket, ofSeat: owner.seat > 0) }
        self.init(
            owner.lease, in: bucket, secret: secret ?? "none/\(owner.lease.engineText)",
            of: owner.clientID)
    }

    /// Whose it is, as a hub knows it. What number a seat has the engine does not know.
    var owner: EntityOwner {
        let parts = secret.split(separator: "/")
        let digest = parts.count == 3 ? SecretDigest(hexadecimal: parts[2]) : nil
        return EntityOwner(
            lease: id, clientID: clientID, secret: digest, seat: parts.first == "seat" ? 1 : 0)
    }
}

extension SecretDigest {
    private static let digits = Array("0123456789abcdef".utf8)

    fileprivate var hexadecimal: String {
        String(
            decoding: bytes.flatMap { [Self.digits[Int($0 >> 4)], Self.digits[Int($0 & 15)]] },
            as: UTF8.self)
    }

    fileprivate init?(hexadecimal text: Substring) {
        let digits = Array(text.utf8)
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count - 1, by: 2) {
            guard let high = Self.digits.firstIndex(of: digits[index]),
                let low = Self.digits.firstIndex(of: digits[index + 1])
            else { return nil }
            bytes.append(UInt8(high << 4 | low))
        }
        self.init(bytes: bytes)
    }
}
