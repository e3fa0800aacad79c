import SimperiumJSON
import SimperiumWebWire
import SimperiumWire

/// What a program sends that signs a user in, or that changes which users there are.
struct AccountForm {
    private static let longest = 256
    private static let shortestPassword = 8

    let userName: String
    let password: String?
    let newUserName: String?
    let newPassword: String?
    /// The API key, where old programs put it.
    let key: String?

    /// Reads JSON, whatever the fields say that it is, or a form.
    init(_ request: HTTPRequest) throws(Refusal) {
        let limits = JSONLimits(bytes: Limits.clientFrame, depth: Limits.depth)
        let json = (try? JSON(parsing: request.body, limits: limits))?.object
        let form = json == nil ? try? Parameters(form: request.body) : nil
        func member(_ name: String) -> String? {
            json?[JSONString(name)]?.string ?? form?[name]
        }
        guard let name = member("username"), !name.isEmpty, name.utf8.count <= Self.longest else {
            throw .badBody("an object in JSON, or a form, with a username")
        }
        userName = name
        password = member("password")
        newUserName = member("new_username")
        newPassword = member("new_password")
        key = member("client_id")
    }

    /// A name that a user may have from now on: an e-mail address.
    static func checked(_ name: String) throws(Refusal) -> UserName {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
            !parts[1].hasPrefix("."), !parts[1].hasSuffix("."), !name.contains(" "),
            let user = UserName(name)
        else { throw .badBody("with an e-mail address as the name") }
        return user
    }

    /// Refuses a password that no user may have from now on.
    static func check(_ password: String?, of name: String) throws(Refusal) {
        guard let password, password.unicodeScalars.count >= shortestPassword,
            password.utf8.count <= longest, password.folded != name.folded,
            !password.utf8.contains(where: { $0 < 0x20 })
        else {
            throw .badBody(
                "with a password of 8 characters or more, without tabs, that is not the name")
        }
    }
}

extension String {
    /// The same for all spellings of a user's name.
    var folded: String { lowercased() }
}
