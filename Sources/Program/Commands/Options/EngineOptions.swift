/// How a server comes to the engine that it shares with others.
package struct EngineOptions: Hashable, Sendable {
    package let address: EngineAddress
    /// Where its password is; nil if it asks for none.
    package let passwordFile: String?
    /// The authorities of whom its certificate may be; nil for those that the system trusts.
    package let authoritiesFile: String?
    /// Whether it may throw things away, or keep nothing on its disk.
    package let mayForget: Bool
    /// So many replicas have what is said to anybody.
    package let replicas: Int

    init(at address: EngineAddress, _ settings: Settings) throws(Misuse) {
        self.address = address
        passwordFile = settings.text(.storePasswordFile)
        authoritiesFile = settings.text(.storeAuthorities)
        mayForget = settings.isOn(.storeMayForget)
        replicas = settings.number(.storeReplicas) ?? 0
        // What is given to be safe may not turn out to have been for nothing.
        guard authoritiesFile == nil || address.isEncrypted else {
            throw .unencryptedEngine(.storeAuthorities)
        }
        guard address.user == nil || passwordFile != nil else {
            throw .incomplete(.store, without: .storePasswordFile)
        }
    }
}
