import SimperiumWebWire

/// Reads a connection's beginning as it grows. A result must not change with more bytes, and a
/// header must not be longer than the bytes so far.
func fuzzProxyHeader(_ input: [UInt8]) {
    var found: ProxyHeader.SearchResult?
    for count in 1...max(input.count, 1) where count <= ProxyHeader.longest + 16 {
        let finding = ProxyHeader.search(in: Array(input.prefix(count)))
        if let found { precondition(found == finding, "more bytes change what was found") }
        if finding != .incomplete { found = finding }
        guard case .header(let header) = finding else { continue }
        precondition(header.length <= count && header.length <= ProxyHeader.longest)
        precondition(header.client.map { [4, 16].contains($0.host.count) } ?? true)
    }
    let text = String(decoding: input, as: UTF8.self)
    var fields = HTTPFields()
    fields.add("X-Forwarded-For", text)
    fields.add("Host", text)
    fields.add("Origin", text)
    let proxies = TrustedProxies(
        [AddressRange("10.0.0.0/8"), AddressRange("::/1")].compactMap(\.self))
    precondition(proxies.forwardedClient(in: fields).map { [4, 16].contains($0.count) } ?? true)
    guard let target = try? RequestTarget("/") else { return }
    let request = HTTPRequest(.get, target, fields: fields, body: [])
    precondition(OriginPolicy.all.isAllowed(request))
    _ = OriginPolicy.local(names: ["box"], allowed: []).isAllowed(request)
}
