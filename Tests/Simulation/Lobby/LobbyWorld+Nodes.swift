internal import SyncHub

/// A lobby whose servers share an engine.
extension LobbyWorld {
    /// Kills a program together with the server that it is at, which nobody tells of it.
    mutating func killWithServer(_ visitor: Int) {
        if let wire = visitors[visitor].line { nodes?.killNode(of: SyncHub.ConnectionID(wire)) }
        kill(visitor)
        if nodes != nil { tellServer(.wake) }
    }
}
