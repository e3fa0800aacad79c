package enum AccountSQL {
    /// The queries whose plans are tested.
    package static let queries = [
        userByName, userByID, token, keyHolder, users, tokens, links, usersWithFreedNames,
    ]

    static let userByName = "\(user) WHERE app = ?1 AND folded = ?2 AND \(isUserVerified)"
    static let userByID = "\(user) WHERE app = ?1 AND id = ?2 AND \(isUserVerified)"
    static let keyHolder = """
        \(user) WHERE (app, id) = (
            SELECT app, user FROM link WHERE app = ?1 AND key = ?2 AND \(isLinkVerified))
            AND \(isUserVerified)
        """
    static let users = """
        \(user) WHERE app = ?1 AND folded > ?2 AND standing <> 2 AND \(isUserVerified)
        ORDER BY folded LIMIT ?3
        """
    private static let isUserVerified = CheckedTable.user.verified
    private static let isLinkVerified = CheckedTable.link.verified
    private static let user = """
        SELECT app, id, name, folded, rounds, block_size, lanes, salt, result, standing, until,
            since, generation, places
        FROM user
        """
    private static let isTokenVerified = CheckedTable.token.verified
    private static let tokenColumns = "digest, app, user, used, since, device, address"
    static let token = """
        SELECT \(tokenColumns) FROM token WHERE digest = ?1 AND \(isTokenVerified)
        """
    static let tokens = """
        SELECT \(tokenColumns) FROM token
        WHERE app = ?1 AND user = ?2 AND \(isTokenVerified) ORDER BY number
        """
    static let links = """
        SELECT app, user, id, device, key, digest, since FROM link
        WHERE app = ?1 AND user = ?2 AND \(isLinkVerified) ORDER BY number
        """
    static let storeLink = """
        INSERT OR REPLACE INTO link (app, user, id, device, key, digest, since, checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, \(CheckedTable.link.checksumOfParameters))
        """

    /// Selects the users who have left and whose names are free at the time `?2`, in seconds since
    /// 1970.
    static let usersWithFreedNames = """
        SELECT id FROM user WHERE app = ?1 AND standing = 2 AND until <= ?2 AND \(isUserVerified)
        """

    /// Stores a user. Fails if the user has a damaged row.
    static let storeUser = """
        INSERT INTO user (\(userColumns.joined(separator: ", ")), checksum)
        VALUES (\(userColumns.indices.map { "?\($0 + 1)" }.joined(separator: ", ")),
            \(CheckedTable.user.checksumOfParameters))
        ON CONFLICT (app, id) DO UPDATE SET
            \(userColumns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")),
            checksum = excluded.checksum
        WHERE \(isUserVerified)
        """
    private static let userColumns = CheckedTable.user.columns
    static let setSignInPrefixes = """
        UPDATE user SET places = ?3,
            checksum = \(CheckedTable.user.checksumSQL(["places": "?3"]))
        WHERE app = ?1 AND id = ?2 AND \(isUserVerified)
        """
    static let insertToken = """
        INSERT INTO token (\(tokenColumns), checksum)
        VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, \(CheckedTable.token.checksumOfParameters))
        """
    static let setTokenUse = """
        UPDATE token SET used = ?2, checksum = \(CheckedTable.token.checksumSQL(["used": "?2"]))
        WHERE digest = ?1 AND \(isTokenVerified)
        """
    static let deleteLink = "DELETE FROM link WHERE app = ?1 AND user = ?2 AND id = ?3"
    static let deleteLinkOfToken = "DELETE FROM link WHERE digest = ?1"
    static let deleteLinksOfUser = "DELETE FROM link WHERE app = ?1 AND user = ?2"
    static let deleteToken = "DELETE FROM token WHERE digest = ?1"
    static let deleteUser = "DELETE FROM user WHERE app = ?1 AND id = ?2"
}
