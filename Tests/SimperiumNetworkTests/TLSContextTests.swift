import SimperiumNetwork
import TestKit
import TestSupport
import Testing

@Suite("TLS context", .waits)
struct TLSContextTests {
    private let certificates = Certificates.shared

    @Test("Files that are missing, hold something else or do not fit are refused")
    func refusals() {
        let (good, key) = (certificates.path("good"), certificates.key)
        let servers: [(certificate: String, key: String)] = [
            ("/no/such.pem", key), (good, "/no/such.pem"), (key, key), (good, good),
            (good, certificates.path("stranger-key")),
            // A password is asked for nowhere.
            (good, certificates.path("locked-key")),
        ]
        let faults = servers.map { row in
            #expect(throws: TLSFault.self, "\(row)") {
                _ = try TLSContext.server(certificate: row.certificate, key: row.key)
            }
        }
        #expect(
            faults.prefix(2).map { $0?.fromLibrary } == [
                "OpenSSL: read certificate /no/such.pem: No such file or directory",
                "OpenSSL: read key /no/such.pem: No such file or directory",
            ])
        #expect(faults[4] == .keyMismatch)
        for authorities in ["/no/such.pem", key] {
            #expect(throws: TLSFault.self, "\(authorities)") {
                _ = try TLSContext.client(authorities: authorities)
            }
        }
    }
}

extension TLSFault {
    /// The library's message, if the fault is the library's.
    fileprivate var fromLibrary: String? {
        guard case .library(let error) = self else { return nil }
        return "\(error)"
    }
}
