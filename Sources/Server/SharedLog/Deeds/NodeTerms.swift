/// On what terms a node takes an engine, said with its first word there.
package struct NodeTerms: Hashable, Sendable {
    /// What the node writes. It reads that, and the one before.
    package var format: Int
    /// Whether the engine may throw things away, or keep nothing on its disk.
    package var mayForget: Bool
    /// So many replicas have what is said to anybody.
    package var replicas: Int

    package init(
        format: Int = EngineLimits.format, mayForget: Bool = false, replicas: Int = 0
    ) {
        self.format = format
        self.mayForget = mayForget
        self.replicas = replicas
    }
}
