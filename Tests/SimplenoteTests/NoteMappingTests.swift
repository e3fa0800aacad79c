import SimperiumJSON
import Simplenote
import Testing

@Suite("Notes of an export, and objects in the bucket")
struct NoteMappingTests {
    private static func object(_ text: String) throws -> JSONObject {
        try #require(try JSON(text: text).object)
    }

    @Test("A note has the members that Simplenote's clients read")
    func members() throws {
        let fields = try Self.object(
            #"""
            {"id":"k","content":"A\r\nB","creationDate":"2013-10-16T20:17:41.760Z",
             "lastModified":"2018-10-10T22:07:54.000Z","pinned":true,"markdown":true,
             "tags":["Home","x"],"publicURL":"http://simp.ly/p/abc",
             "collaboratorEmails":["lin@example.org"]}
            """#)
        let object = try NoteMapping.object(of: fields, key: "k", isTrashed: true)
        #expect(
            JSON.object(object)
                == (try JSON(
                    text: #"""
                        {"content":"A\nB","creationDate":1381954661.760,
                         "modificationDate":1539209274,"deleted":true,
                         "tags":["Home","x","lin@example.org"],
                         "systemTags":["pinned","markdown","published","shared"],
                         "shareURL":"","publishURL":"abc"}
                        """#)))
        #expect(NoteMapping.fields(of: object, key: "k") == fields)
        #expect(NoteMapping.isTrashed(object))
    }

    @Test(
        "A note that is imported and exported is the same",
        arguments: [
            #"""
            {"id":"k","content":"","creationDate":"1970-01-01T00:00:00.000Z",
            "lastModified":"9999-12-31T23:59:59.999Z"}
            """#,
            #"""
            {"id":"k","content":"one\ntwo","creationDate":"2020-01-01T00:00:00Z",
            "lastModified":"2020-01-01T01:00:00+01:00"}
            """#,
            #"{"id":"k","content":"a\nb\r\nc\rd","lastModified":"2020-02-29T12:00:00.123456Z"}"#,
            #"""
            {"id":"k","content":"x","pinned":false,"markdown":false,"tags":[],
            "collaboratorEmails":[],"publicURL":""}
            """#,
            #"""
            {"id":"k","content":"x","tags":["a@b.co","z","Z"],"collaboratorEmails":["plain"],
            "publicURL":"https://else.example/p"}
            """#,
            #"{"id":"k","content":null,"tags":null,"pinned":null,"lastModified":null}"#,
            #"{"id":"k"}"#,
            #"""
            {"id":"k","content":"x","deleted":7,"systemTags":"own","imported":{"fields":1},
            "modificationDate":[1]}
            """#,
            #"""
            {"id":"k","content":"x","pinned":true,"otherMembers":{"systemTags":["pinned","q"],
            "shareURL":"s","n":1}}
            """#,
            #"{"id":"k","content":"x","otherMembers":5,"future":{"a":[1.50,"é",{}]}}"#,
            #"{"id":"a/b 😀%","content":"x"}"#,
            #"""
            {"id":"k","content":"x","creationDate":"1969-12-31T23:59:59.500Z",
            "lastModified":"+012345-06-07T08:09:10.000Z"}
            """#,
        ])
    func roundTrip(_ text: String) throws {
        let fields = try Self.object(text)
        let key = fields["id"]?.string == "k" ? "k" : "a%2Fb%20%F0%9F%98%80%25"
        for isTrashed in [false, true] {
            let object = try NoteMapping.object(of: fields, key: key, isTrashed: isTrashed)
            let found = NoteMapping.fields(of: object, key: key)
            #expect(JSON.object(found) == .object(fields), "\(JSON.object(found)) of \(text)")
            #expect(NoteMapping.isTrashed(object) == isTrashed)
        }
    }

    @Test("An edit in a client replaces the form that the file had")
    func edited() throws {
        let fields = try Self.object(
            #"""
            {"id":"k","content":"one\ntwo","lastModified":"2020-01-01T00:00:00Z","tags":[],
            "pinned":false,"more":1}
            """#
        )
        var object = try NoteMapping.object(of: fields, key: "k", isTrashed: false)
        object["content"] = "one\r\nthree"
        object["modificationDate"] = 1_600_000_000
        object["tags"] = ["new"]
        object["systemTags"] = ["pinned"]
        let found = NoteMapping.fields(of: object, key: "k")
        #expect(found["content"] == "one\r\r\nthree")
        #expect(found["lastModified"] == "2020-09-13T12:26:40.000Z")
        #expect(found["tags"] == ["new"])
        #expect(found["pinned"] == true)
        #expect(found["more"] == 1)
        let again = try NoteMapping.object(of: found, key: "k", isTrashed: false)
        #expect(again["content"] == object["content"])
        #expect(again["creationDate"] == object["creationDate"])
    }

    @Test(
        "An object of any client is exported, imported and the same",
        arguments: [
            #"{}"#, #"{"content":5,"tags":"x","deleted":1,"systemTags":[1]}"#,
            #"""
            {"content":"x\r\ny\n","deleted":0,"modificationDate":1577836800.1234567,
            "creationDate":"never"}
            """#,
            #"""
            {"content":"x","tags":["kim@example.org","a"],"systemTags":["unread"],
            "shareURL":"s","publishURL":"p","key":"k","pinned":3}
            """#,
            #"""
            {"content":"x","creationDate":1e300,"modificationDate":-1e12,"otherMembers":1,
            "id":"z"}
            """#,
        ])
    func anyObject(_ text: String) throws {
        let object = try Self.object(text)
        let fields = NoteMapping.fields(of: object, key: "k")
        let isTrashed = NoteMapping.isTrashed(object)
        let found = try NoteMapping.object(of: fields, key: "k", isTrashed: isTrashed)
        for member in object { #expect(found[member.name] == member.value, "\(member.name)") }
    }

    @Test(
        "A field of the wrong kind is refused",
        arguments: [
            (#"{"content":1}"#, "content", .text), (#"{"tags":"a"}"#, "tags", .texts),
            (#"{"tags":["a",1]}"#, "tags", .texts), (#"{"pinned":1}"#, "pinned", .yesOrNo),
            (#"{"collaboratorEmails":{}}"#, "collaboratorEmails", .texts),
            (#"{"creationDate":1577836800}"#, "creationDate", .text),
            (#"{"creationDate":"yesterday"}"#, "creationDate", .date),
            (#"{"lastModified":"2020-13-01T00:00:00Z"}"#, "lastModified", .date),
            (#"{"lastModified":"2020-01-01T25:00:00Z"}"#, "lastModified", .date),
            (#"{"lastModified":""}"#, "lastModified", .date),
        ] as [(String, String, NoteFieldKind)])
    func wrongTypes(_ text: String, _ field: String, _ kind: NoteFieldKind) throws {
        let fields = try Self.object(text)
        #expect(throws: NoteImportFlaw.wrongType(field, kind)) {
            try NoteMapping.object(of: fields, key: "k", isTrashed: false)
        }
    }
}
