internal import CSimperiumOpenSSL
internal import Glibc

/// The expiry date of a server's certificate.
package struct CertificateExpiry: Hashable, Sendable {
    /// Operators are warned if fewer days than this are left, because a renewal may take that long.
    package static let warningDays = 14

    /// The last valid day in UTC, as in `2027-01-31`.
    package let lastDay: String
    /// The number of whole days until the certificate expires; negative if it has expired.
    package let daysLeft: Int

    /// True if the certificate has expired, or expires within `warningDays`.
    package var expiresSoon: Bool { daysLeft < Self.warningDays }

    /// Reads the certificate of a server's context; returns nil if it can't be read.
    package init?(of server: TLSContext) {
        unsafe self.init(SSL_CTX_get0_certificate(server.context))
    }

    /// Reads a certificate; returns nil if there is none, or if it can't be read.
    init?(_ certificate: OpaquePointer?) {
        guard let certificate = unsafe certificate,
            let end = unsafe X509_get0_notAfter(certificate)
        else { return nil }
        var (days, seconds): (CInt, CInt) = (0, 0)
        var date = unsafe tm()
        guard unsafe ASN1_TIME_diff(&days, &seconds, nil, end) == 1,
            unsafe ASN1_TIME_to_tm(end, &date) == 1
        else { return nil }
        daysLeft = Int(days) - (seconds < 0 ? 1 : 0)
        lastDay = unsafe [date.tm_year + 1900, date.tm_mon + 1, date.tm_mday]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
    }
}
