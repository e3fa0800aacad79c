/// The words in which a server's file is asked and told of users.
enum AccountSQL {
    static let queries = [
        userByName, userByID, holder, keyHolder, users, tokens, links, expired,
    ]

    static let userByName = "\(user) WHERE app = ?1 AND folded = ?2 AND \(isUserVerified)"
    static let userByID = "\(user) WHERE app = ?1 AND id = ?2 AND \(isUserVerified)"
    static let holder = """
        \(user) WHERE (app, id) = (
            SELECT app, user FROM token WHERE digest = ?1 AND \(isTokenVerified))
            AND \(isUserVerified)
        """
    static let keyHolder = """
        \(user) WHERE (app, id) = (
            SELECT app, user FROM link WHERE app = ?1 AND key = ?2 AND \(isLinkVerified))
            AND \(isUserVerified)
        """
    static let users = """
        \(user) WHERE app = ?1 AND folded > ?2 AND standing < 2 AND \(isUserVerified)
        ORDER BY folded LIMIT ?3
        """
    private static let isUserVerified = CheckedTable.user.verified
    private static let isTokenVerified = CheckedTable.token.verified
    private static let isLinkVerified = CheckedTable.link.verified
    private static let user = """
        SELECT app, id, name, folded, rounds, block_size, lanes, salt, result, standing, until,
            since
        FROM user
        """
    static let tokens = """
        SELECT digest, app, user, used FROM token
        WHERE app = ?1 AND user = ?2 AND \(isTokenVerified) ORDER BY number
        """
    static let links = """
        SELECT app, user, id, device, key, digest, since FROM link
        WHERE app = ?1 AND user = ?2 AND \(isLinkVerified) ORDER BY number
        """
    static let keepLink = """
        INSERT OR REPLACE INTO link (app, user, id, device, key, digest, since, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, \(CheckedTable.link.checksumOfParameters))
        """

    /// The users whose names are free from a second on.
    static let expired = """
        SELECT id FROM user WHERE app = ?1 AND standing = 2 AND until <= ?2 AND \(isUserVerified)
        """

    static let keepUser = """
        INSERT INTO user (
            app, id, name, folded, rounds, block_size, lanes, salt, result, standing, until,
            since, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12,
            \(CheckedTable.user.checksumOfParameters))
        ON CONFLICT (app, id) DO UPDATE SET name = ?3, folded = ?4, rounds = ?5,
            block_size = ?6, lanes = ?7, salt = ?8, result = ?9, standing = ?10, until = ?11,
            checksum = \(renewedUserChecksum)
        WHERE \(isUserVerified)
        """
    private static let renewedUserChecksum = CheckedTable.user.checksum([
        "name": "?3", "folded": "?4", "rounds": "?5", "block_size": "?6", "lanes": "?7",
        "salt": "?8", "result": "?9", "standing": "?10", "until": "?11",
    ])
    static let keepToken = """
        INSERT INTO token (digest, app, user, used, checksum)
        VALUES (?1, ?2, ?3, ?4, \(CheckedTable.token.checksumOfParameters))
        """
    static let noteUse = """
        UPDATE token SET used = ?2, checksum = \(CheckedTable.token.checksum(["used": "?2"]))
        WHERE digest = ?1 AND \(isTokenVerified)
        """
    static let forgetToken = "DELETE FROM token WHERE digest = ?1"
    static let forgetUser = "DELETE FROM user WHERE app = ?1 AND id = ?2"
    static let forgetTokens = "DELETE FROM token WHERE app = ?1 AND user = ?2"
}

extension HubStore {
    /// All that reads of users; tests look at how SQLite means to carry it out.
    package static var accountQueries: [String] { AccountSQL.queries }
}
