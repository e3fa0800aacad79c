/// Whether a password or a token may go to a server.
package enum AccountWay {
    /// Not where anybody may listen: without TLS to this machine only, unless somebody insists.
    package static func mayCarrySecrets(
        to host: String, isEncrypted: Bool, insists: Bool
    ) -> Bool {
        isEncrypted || insists || isThisMachine(host)
    }

    /// By its name or its number. A name that only leads here may lead elsewhere tomorrow.
    package static func isThisMachine(_ host: String) -> Bool {
        if host == "localhost" || host == "::1" { return true }
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127" && parts.allSatisfy { UInt8($0) != nil }
    }
}
