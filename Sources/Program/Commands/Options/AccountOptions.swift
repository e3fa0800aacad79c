/// What `account` is asked for.
package struct AccountOptions: Hashable, Sendable {
    package enum Action: String, Hashable, Sendable, CaseIterable {
        case signup
        case signin
        case signout
        case link
        case password
        case delete
        case show

        /// Whether a name or a code may stand behind it.
        fileprivate var takesWord: Bool { self == .signup || self == .signin || self == .link }
    }

    package let lobby: LobbyOptions
    package let action: Action
    /// The name, or the code of a link.
    package let word: String?
    /// Where the password is, if it is not to be typed.
    package let passwordFile: String?
    /// Whether to sign out though something was not sent.
    package let isForced: Bool

    init(_ settings: Settings, _ operands: [String]) throws(Misuse) {
        let wanted = operands.first ?? Action.show.rawValue
        guard let action = Action(rawValue: wanted) else {
            throw .unknownOperand(wanted, .account)
        }
        self.action = action
        word = operands.dropFirst().first
        if let word, !action.takesWord { throw .tooMuch(word, .account, action: wanted) }
        lobby = LobbyOptions(settings)
        passwordFile = settings.text(.passwordFile)
        isForced = settings.isOn(.force)
    }
}
