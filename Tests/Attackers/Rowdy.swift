import Visitors

/// The kinds of misbehaviour of a guest.
enum Mischief: String, CaseIterable {
    case readsNothing = "keys, and nothing is read"
    case flood = "keys without end"
    case emptyTalk = "messages that mean nothing, without end"
    case windowStorm = "a window that changes its size without end"
}

/// A guest who has signed in by ssh, and misbehaves.
struct Rowdy {
    let mischief: Mischief
    private let port: UInt16
    private var visitor: SSHVisitor?
    private var turn: CInt = 0
    /// The number of times that the door has closed the connection.
    private(set) var ends = 0

    init(_ mischief: Mischief, port: UInt16) {
        self.mischief = mischief
        self.port = port
    }

    mutating func act() {
        guard let visitor else {
            visitor = SSHVisitor(mischief == .flood ? "watch" : "rowdy", port: port)
            return
        }
        turn += 1
        if visitor.isOver {
            ends += 1
            self.visitor = nil
        } else if visitor.enter() {
            misbehave(visitor)
        }
    }

    private func misbehave(_ visitor: SSHVisitor) {
        switch mischief {
        case .readsNothing: visitor.type("?")
        case .flood:
            visitor.type(String(repeating: "?", count: 8_192))
            visitor.look()
        case .emptyTalk:
            visitor.sendNothing(8_192)
            visitor.look()
        case .windowStorm:
            visitor.resize(rows: turn % 1_000, columns: turn % 499)
            visitor.look()
        }
    }
}
