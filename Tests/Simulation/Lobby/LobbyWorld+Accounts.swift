internal import Lobby
internal import SimperiumSync
internal import SimperiumWire
internal import Visit

/// Programs whose people are signed in.
extension LobbyWorld {
    /// Signs somebody in, on a device whose name is that of the program.
    package mutating func signIn(_ visitor: Int, as user: String) {
        let account = Account(
            server: "ws://there", user: user, name: user, token: LobbyServer.token(of: user))
        visitors[visitor].visit?.device = "device \(visitor)"
        let copy = AccountCopy(account, by: named("file-\(visitor)"), keeping: .memory, [Bucket]())
        feed(.signedIn(copy), to: visitor)
    }

    private typealias Bucket = AccountCopy.Bucket

    /// Goes on with what the person plays on another device; false if there is nothing.
    @discardableResult
    package mutating func goOnHere(_ visitor: Int) -> Bool {
        guard let place = visitors[visitor].visit?.elsewhere else { return false }
        change(visitor) { $0.continueHere(place, at: $1) }
        return true
    }

    /// Ends the programs whose place another one has, as they do.
    package mutating func endTakenOver() {
        for visitor in visitors.indices
        where visitors[visitor].visit?.status == .offline(retryAt: nil, because: .takenOver) {
            kill(visitor)
        }
    }
}
