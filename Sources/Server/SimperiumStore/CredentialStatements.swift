internal import SimperiumWire

/// The prepared statements about the keys and devices that sign users in.
struct CredentialStatements: ~Copyable {
    private let links: Statement
    private let keep: Statement
    private let forget: Statement
    private let forgetByToken: Statement
    private let forgetAll: Statement

    static func prepare(
        in database: borrowing Database
    ) throws(StorageError) -> CredentialStatements {
        CredentialStatements(
            links: try database.prepare(AccountSQL.links),
            keep: try database.prepare(AccountSQL.keepLink),
            forget: try database.prepare(
                "DELETE FROM link WHERE app = ?1 AND user = ?2 AND id = ?3"),
            forgetByToken: try database.prepare("DELETE FROM link WHERE digest = ?1"),
            forgetAll: try database.prepare("DELETE FROM link WHERE app = ?1 AND user = ?2"))
    }

    borrowing func all(of user: UserID, app: AppID) throws(StorageError) -> [StoredCredential] {
        defer { links.rewind() }
        try links.bind(app, at: 1)
        try links.bind(user, at: 2)
        var found: [StoredCredential] = []
        while try links.step() { found.append(try links.link()) }
        return found
    }

    borrowing func add(_ link: StoredCredential) throws(StorageError) {
        try keep.bind(link.app, at: 1)
        try keep.bind(link.user, at: 2)
        try keep.bind(link.id, at: 3)
        try keep.bind(link.device, at: 4)
        try keep.bind(link.key, at: 5)
        try keep.bind(link.token?.bytes, at: 6)
        try keep.bind(link.since, at: 7)
        try keep.run()
    }

    borrowing func remove(_ id: String, of user: UserID, app: AppID) throws(StorageError) {
        try forget.bind(id, at: 3)
        try forget.execute(user, of: app)
    }

    borrowing func remove(of token: SecretDigest) throws(StorageError) {
        try forgetByToken.bind(token.bytes, at: 1)
        try forgetByToken.run()
    }

    borrowing func removeAll(of user: UserID, app: AppID) throws(StorageError) {
        try forgetAll.execute(user, of: app)
    }
}

extension Statement {
    fileprivate borrowing func link() throws(StorageError) -> StoredCredential {
        guard let id = text(in: 2), let device = text(in: 3) else { throw .implausible }
        let proof: StoredCredential.Proof
        if let key = text(in: 4) {
            proof = .key(key)
        } else {
            proof = .token(SecretDigest(bytes: try content(in: 5)))
        }
        return StoredCredential(
            app: try name(in: 0), user: try name(in: 1), id: id, device: device, proof: proof,
            since: try count(in: 6))
    }
}
