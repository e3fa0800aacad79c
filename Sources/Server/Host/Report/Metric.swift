/// A figure in `/metrics`: its name without the prefix `tictactoe_`, and the sentence that explains
/// it.
package struct Metric: Hashable, Sendable {
    enum Kind: String {
        case counter
        case gauge
    }

    let name: String
    let help: String
    let kind: Kind

    /// Creates a figure that can fall again.
    package init(_ name: String, _ help: String) {
        self.init(name, help, .gauge)
    }

    fileprivate init(_ name: String, _ help: String, _ kind: Kind) {
        (self.name, self.help, self.kind) = (name, help, kind)
    }

    /// Returns the figure of a count since the server started.
    static func counter(_ name: String, _ help: String) -> Metric {
        Metric(name + "_total", help, .counter)
    }
}
