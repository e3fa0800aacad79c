/// Why a server, or the way to it, did not do what it was asked about an account.
package enum AccountRefusal: Error, Hashable, Codable, Sendable {
    /// One of name and password, and nobody says which.
    case wrong
    /// Somebody has the name, or one that looks the same.
    case taken
    /// Nobody can have the name, or the password, and this server does not say why.
    case unfit
    /// The same, and why.
    case flawed(AccountFlaw)
    /// The operator lets nobody in by this account.
    case locked
    /// With how many seconds to wait.
    case tooMany(seconds: Int)
    case nobodyCalledSo
    /// They want no game over days with this one, or can't have another; nobody says which.
    case noGame
    /// As many games over days as one account may have are under way.
    case tooManyGames
    case linkOver
    case linkRefused
    /// The token is good no longer.
    case tokenEnded
    case unavailable
    /// Nothing answered; why, in words of the system.
    case offline(reason: String?)
    /// Anybody could listen on the way there.
    case notEncrypted
    /// What answered knows no accounts: an older server, or none of ours.
    case unknownServer
}
