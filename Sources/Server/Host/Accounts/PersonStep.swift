import SimperiumWire

/// What a call of somebody who is signed in waits for.
enum PersonStep {
    /// Who somebody is.
    case lookingUp
    case listingLinks(UserID)
    case removingLink(String, UserID)
    case listingAccounts
    case beginningGame(GameStart)
}
