import SimperiumJSON
import SimperiumWebWire
package import SimperiumWire

/// The body of a request that signs a user in, or creates or changes an account. A value that the
/// body lacks is nil.
struct AccountForm {
    /// The maximum length of a name or a password, in bytes.
    static let longest = 256

    let userName: String
    var password: String?
    var newUserName: String?
    var newPassword: String?
    /// The API key, which old clients send in the body.
    var key: String?
    /// The fingerprint of a public key. The ssh server has authenticated the user by this key, so
    /// no password is needed.
    var fingerprint: String?
    /// The reset code, which the operator gives a user who has lost the password.
    var code: String?
    /// The name that the device gives itself.
    var device: String?

    init(of userName: String, password: String? = nil) {
        self.userName = userName
        self.password = password
    }

    /// Reads a body in JSON or as a form. Ignores the content type, because clients send wrong
    /// ones. Throws if the body is too long, or if it has no valid user name or fingerprint.
    init(_ request: HTTPRequest) throws(CallRefusal) {
        // The limit is low, because the caller has not been authenticated.
        guard request.body.count <= Limits.accountForm else { throw .longForm }
        let json = request.object
        let form = json == nil ? try? FormParameters(form: request.body) : nil
        func member(_ name: String) -> String? {
            json?[JSONString(name)]?.string ?? form?[name]
        }
        let isByKey = member("provider") == "ssh"
        let name = member("username") ?? (isByKey ? "" : nil)
        guard let name, isByKey || !name.isEmpty, name.utf8.count <= Self.longest else {
            throw .badBody("a JSON object or a form with a username")
        }
        userName = name
        password = member("password")
        newUserName = member("new_username")
        newPassword = member("new_password")
        key = member("client_id")
        code = member("code")
        device = member("device")
        guard isByKey else { return }
        guard let text = member("key"), text.isFingerprint else {
            throw .badBody("a JSON object with the fingerprint of a key")
        }
        fingerprint = text
    }
}

/// The rules for user names that are e-mail addresses.
package struct EmailNameRules: UserNameRules {
    package init() {}

    package func folded(_ name: String) -> String { name.lowercased() }

    package func validatedName(_ name: String) throws(CallRefusal) -> UserName {
        let parts = name.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, parts[1].contains("."),
            !parts[1].hasPrefix("."), !parts[1].hasSuffix("."), !name.contains(" "),
            let user = UserName(name)
        else { throw CallRefusal(.badRequest, "the username must be an e-mail address") }
        return user
    }

    /// Throws if a password is nil, too short or too long, contains a control character, or equals
    /// the name when case is ignored.
    package func validatePassword(_ password: String?, of name: String) throws(CallRefusal) {
        guard let password, password.unicodeScalars.count >= 8 else {
            throw .unfitPassword(.tooShort)
        }
        guard password.utf8.count <= AccountForm.longest else { throw .unfitPassword(.tooLong) }
        guard folded(password) != folded(name) else { throw .unfitPassword(.knownFromName) }
        guard !password.hasControlCharacters else { throw .unfitPassword(.controls) }
    }
}

extension String {
    /// True if the text can be the fingerprint of a key, such as `SHA256:…`.
    var isFingerprint: Bool {
        (8...128).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    private static let longestDeviceName = 40

    /// A device name made from this text: shortened, and without characters that can't be shown
    /// safely.
    var sanitizedDeviceName: String {
        var kept = String.UnicodeScalarView()
        for scalar in unicodeScalars.prefix(Self.longestDeviceName) {
            let isShown =
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate,
                    .privateUse, .unassigned:
                    false
                default: !scalar.properties.isDefaultIgnorableCodePoint
                }
            if isShown { kept.append(scalar) }
        }
        return String(kept)
    }
}
