import SimperiumWebWire
import Testing

@Suite("Request target")
struct RequestTargetTests {
    @Test(
        "A path is read as names, each decoded once",
        arguments: [
            ("/", [], true),
            ("*", [], false),
            ("/a", ["a"], false),
            ("/a/", ["a"], true),
            ("//", [""], true),
            ("/a//b", ["a", "", "b"], false),
            ("/1/demo/todo/i/a%25b", ["1", "demo", "todo", "i", "a%b"], false),
            ("/a%41b", ["aAb"], false),
            ("/a%2Fb", ["a/b"], false),
            ("/a%2fb%20c", ["a/b c"], false),
            ("/a@b", ["a@b"], false),
            ("/a+b", ["a+b"], false),
            ("/%c3%a9", ["é"], false),
            ("/...", ["..."], false),
            ("/%252e", ["%2e"], false),
            ("/a;b=c,d!$&'()*|\"[]{}~", ["a;b=c,d!$&'()*|\"[]{}~"], false),
            ("http://host:8383", [], true),
            ("HTTPS://u@host/a", ["a"], false),
        ] as [(String, [String], Bool)])
    func paths(text: String, segments: [String], endsInSlash: Bool) throws {
        let target = try RequestTarget(text)

        #expect(target == RequestTarget(segments, endsInSlash: endsInSlash))
        #expect(target.segments == segments)
        #expect(target.endsInSlash == endsInSlash)
    }

    @Test(
        "A query is read as pairs, with a plus as a space",
        arguments: [
            ("", []),
            ("a", [.init("a", "")]),
            ("a=", [.init("a", "")]),
            ("=a", [.init("", "a")]),
            ("a=b&c=d", [.init("a", "b"), .init("c", "d")]),
            ("a=b&&c=d&", [.init("a", "b"), .init("c", "d")]),
            ("a=1&a=2", [.init("a", "1"), .init("a", "2")]),
            ("a=b=c?d/e", [.init("a", "b=c?d/e")]),
            ("a+b=c+d%2B%26", [.init("a b", "c d+&")]),
            ("cv=%E2%82%AC", [.init("cv", "€")]),
        ] as [(String, [FormParameters.NameValuePair])])
    func queries(text: String, pairs: [FormParameters.NameValuePair]) throws {
        #expect(try RequestTarget("/?" + text).query.pairs == pairs)
        #expect(try FormParameters(form: Array(text.utf8)).pairs == pairs)
    }

    @Test("A form is UTF-8 without bad escapes, with at most a thousand parameters")
    func forms() throws {
        for text in ["%", "%a", "%zz", "%ff", "%00", "%ed%a0%80", "a%", "\u{0}"] {
            #expect(throws: HTTPFault.badEscape, "\(text)") {
                try FormParameters(form: Array(text.utf8))
            }
        }
        #expect(try FormParameters(form: Array("a=é".utf8))["a"] == "é")
        #expect(throws: HTTPFault.badTarget) { try RequestTarget("/?a=é") }

        let most = Array(many("a&", 1_000).utf8)
        #expect(try FormParameters(form: most).pairs.count == 1_000)
        #expect(throws: HTTPFault.tooManyParameters) { try FormParameters(form: most + [0x61]) }

        let query: FormParameters = ["skip": "a", "cv": "1", "skip": "b"]
        #expect(query["skip"] == "b")
        #expect(query.values(of: "skip") == ["a", "b"])
        #expect(query["Skip"] == nil)
    }

    @Test(
        "A target is sent with all but unreserved characters escaped",
        arguments: [
            (RequestTarget([]), "*"),
            (RequestTarget([""]), "/"),
            (RequestTarget(["a"], query: ["b c": "d&e", "f": ""]), "/a?b%20c=d%26e&f="),
            (
                RequestTarget(["a/b", "é?", "%-._~"], endsInSlash: true),
                "/a%2Fb/%C3%A9%3F/%25-._~/"
            ),
            (RequestTarget(["", "a"]), "//a"),
        ])
    func encodes(target: RequestTarget, text: String) throws {
        #expect(target.description == text)
        #expect(try RequestTarget(text) == target)
    }
}
