import Foundation
import SimperiumNetwork
import TestSupport
import TestKit
import Testing

@Suite("TLS context", .waits)
struct TLSContextTests {
    private let certificates = Certificates.shared

    @Test("A file that is not there is told by its name, with the kernel's reason")
    func missing() {
        let certificate = #expect(throws: TLSFault.self) {
            _ = try TLSContext.server(certificate: "/no/such.pem", key: certificates.key)
        }
        #expect(
            certificate?.fromLibrary
                == "OpenSSL: read certificate /no/such.pem: No such file or directory")
        let key = #expect(throws: TLSFault.self) {
            _ = try TLSContext.server(
                certificate: certificates.path("good"), key: "/no/such.pem")
        }
        #expect(
            key?.fromLibrary == "OpenSSL: read key /no/such.pem: No such file or directory")
        #expect(throws: TLSFault.self) { _ = try TLSContext.client(authorities: "/no/such.pem") }
    }

    @Test("A file that holds something else is refused")
    func notPEM() {
        #expect(throws: TLSFault.self) {
            _ = try TLSContext.server(certificate: certificates.key, key: certificates.key)
        }
        #expect(throws: TLSFault.self) {
            _ = try TLSContext.server(
                certificate: certificates.path("good"), key: certificates.path("good"))
        }
        #expect(throws: TLSFault.self) {
            _ = try TLSContext.client(authorities: certificates.key)
        }
    }

    @Test("A key that belongs to another certificate is refused")
    func keyMismatch() {
        #expect(throws: TLSFault.keyMismatch) {
            _ = try TLSContext.server(
                certificate: certificates.path("good"), key: certificates.path("stranger-key"))
        }
    }

    @Test("A key with a password is refused at once, without asking anybody for it")
    func lockedKey() {
        #expect(throws: TLSFault.self) {
            _ = try TLSContext.server(
                certificate: certificates.path("good"), key: certificates.path("locked-key"))
        }
    }
}

extension TLSFault {
    /// What the library said, if that was it.
    fileprivate var fromLibrary: String? {
        guard case .library(let error) = self else { return nil }
        return "\(error)"
    }
}
