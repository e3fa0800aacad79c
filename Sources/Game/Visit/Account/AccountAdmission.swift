internal import Lobby

/// Who is signed in on a visit, and where what they do is kept.
struct AccountAdmission: Hashable, Sendable {
    let account: Account
    let keeping: AccountCopy.Keeping
    /// Whether what they do is not stored at present.
    var isTroubled = false
    /// What they were signed in with, until the visit begins: another one may take its place.
    @Boxed var copy: AccountCopy?
}
