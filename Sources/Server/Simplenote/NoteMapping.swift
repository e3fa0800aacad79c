// Simplenote: Simplenote's export: its notes as objects of a bucket, and back.
// Not here: the commands that import and export, and the calls to a server (tictactoe).
// Start with `NoteMapping`; then `NotesExportStreamParser`, `ExportedNoteConverter`,
// `ZippedFileUnpacker`.

package import SimperiumJSON
import SimperiumWire

/// The mapping between the fields of a note in an export and the members of the same note in the
/// bucket `note`.
///
/// `object` and `fields` are inverse functions. Data that only the file has is kept in the member
/// `imported`, and data that only the bucket has is kept in the field `otherMembers`. So an export
/// of imported notes is equal to the imported file.
package enum NoteMapping {
    /// The member for the data of an imported note that no other member represents.
    private static let rest: JSONString = "imported"
    /// The field for the members of an exported note that no other field represents.
    private static let otherMembers: JSONString = "otherMembers"
    private static let publicPage = "http://simp.ly/p/"

    /// Returns the object for an exported note. `key` is the object's key in the bucket. Throws if
    /// a field has the wrong type.
    package static func object(
        of fields: JSONObject, key: String, isTrashed: Bool
    ) throws(NoteImportFlaw) -> JSONObject {
        var object = try members(of: fields, isTrashed: isTrashed)
        for member in fields[otherMembers]?.object ?? JSONObject() where member.name != rest {
            object[member.name] = member.value
        }
        let shown = self.fields(of: object, key: key)
        let differing = fields.filter { shown[$0.name] != $0.value }
        let missing = shown.filter { fields[$0.name] == nil && $0.name != "id" }
        var kept = JSONObject(differing.filter { $0.name != "id" && !$0.isContent })
        if let id = fields["id"]?.string, id != key, NoteObjectKeys.key(ofNote: id)?.text == key {
            kept["id"] = JSON(id)
        }
        var rest = JSONObject()
        if differing.contains(where: \.isContent) { rest["lineEnds"] = "kept" }
        if !kept.isEmpty { rest["fields"] = .object(kept) }
        if !missing.isEmpty { rest["without"] = .array(missing.map { .string($0.name) }) }
        if !rest.isEmpty { object[self.rest] = .object(rest) }
        return object
    }

    /// Returns the fields that an export has for an object of the bucket `note`.
    package static func fields(of object: JSONObject, key: String) -> JSONObject {
        let rest = object[self.rest]?.object ?? JSONObject()
        var fields = fieldsFromUsualMembers(of: object, key: key)
        if rest["lineEnds"] != nil, let text = object["content"]?.string,
            noteText(fromExport: text) == text
        {
            fields["content"] = JSON(text)
        }
        restoreUneditedFields(rest, in: &fields, of: object, key: key)
        let members = self.membersIfValid(of: fields, trashedLike: object)
        let others = object.filter { $0.name != self.rest && members?[$0.name] != $0.value }
        if !others.isEmpty { fields[otherMembers] = .object(JSONObject(Array(others))) }
        return fields
    }

    /// Restores the form that fields had in the imported file, except for fields that a client has
    /// changed since the import.
    private static func restoreUneditedFields(
        _ rest: JSONObject, in fields: inout JSONObject, of object: JSONObject, key: String
    ) {
        var changes: [(name: JSONString, value: JSON?)] = []
        for field in rest["fields"]?.object ?? JSONObject() {
            let isID = field.name == "id"
            let isGood = field.value.string.flatMap(NoteObjectKeys.key(ofNote:))?.text == key
            if !isID || isGood { changes.append((field.name, field.value)) }
        }
        for name in rest["without"]?.array?.compactMap(\.text) ?? [] where name != "id" {
            changes.append((name, .none))
        }
        func setUnlessMembersChange(_ changes: ArraySlice<(name: JSONString, value: JSON?)>) -> Bool
        {
            var changed = fields
            for change in changes { changed[change.name] = change.value }
            let (before, after) = (
                membersIfValid(of: fields, trashedLike: object),
                membersIfValid(of: changed, trashedLike: object)
            )
            guard let before, let after,
                after.allSatisfy({ $0.value == before[$0.name] || $0.value == object[$0.name] })
            else { return false }
            fields = changed
            return true
        }
        guard !setUnlessMembersChange(changes[...]) else { return }
        for index in changes.indices { _ = setUnlessMembersChange(changes[index...index]) }
    }

    /// Returns true if the object is in the trash. Some clients write a number instead of a
    /// Boolean.
    package static func isTrashed(_ object: JSONObject) -> Bool {
        switch object["deleted"] {
        case .bool(let isTrashed): isTrashed
        case .number(let number): number.double != 0
        default: false
        }
    }

    private static func membersIfValid(of fields: JSONObject, trashedLike object: JSONObject)
        -> JSONObject?
    {
        try? members(of: fields, isTrashed: isTrashed(object))
    }
}

extension NoteMapping {
    /// Returns the members that represent the known fields, in the order of Simplenote's clients.
    private static func members(
        of fields: JSONObject, isTrashed: Bool
    ) throws(NoteImportFlaw) -> JSONObject {
        let content = try text("content", of: fields) ?? ""
        let created = try date("creationDate", of: fields)
        let modified = try date("lastModified", of: fields)
        let addresses = try texts("collaboratorEmails", of: fields)
        let tags = try texts("tags", of: fields)
        let page = try text("publicURL", of: fields) ?? ""
        var systemTags: [JSON] = []
        if try yesOrNo("pinned", of: fields) { systemTags.append("pinned") }
        if try yesOrNo("markdown", of: fields) { systemTags.append("markdown") }
        if !page.isEmpty { systemTags.append("published") }
        if !addresses.isEmpty { systemTags.append("shared") }
        let published = page.hasPrefix(publicPage) ? String(page.dropFirst(publicPage.count)) : page
        return [
            "content": JSON(noteText(fromExport: content)),
            "creationDate": created ?? modified ?? 0,
            "modificationDate": modified ?? created ?? 0,
            "deleted": .bool(isTrashed),
            "tags": .array((tags + addresses).map { JSON($0) }),
            "systemTags": .array(systemTags),
            "shareURL": "",
            "publishURL": JSON(published),
        ]
    }

    /// Returns the fields that represent the usual members, in Simplenote's order.
    private static func fieldsFromUsualMembers(of object: JSONObject, key: String) -> JSONObject {
        let systemTags = object["systemTags"]?.array?.compactMap(\.string) ?? []
        let tags = object["tags"]?.array?.compactMap(\.string) ?? []
        let page = object["publishURL"]?.string ?? ""
        let created = object["creationDate"].flatMap(NoteDate.text)
        let modified = object["modificationDate"].flatMap(NoteDate.text)
        let first = "1970-01-01T00:00:00.000Z"
        var fields: JSONObject = [
            "id": JSON(key), "content": JSON(exportText(fromNote: object["content"]?.string ?? "")),
            "creationDate": JSON(created ?? modified ?? first),
            "lastModified": JSON(modified ?? created ?? first),
        ]
        if systemTags.contains("pinned") { fields["pinned"] = true }
        if systemTags.contains("markdown") { fields["markdown"] = true }
        let names = tags.filter { !NoteObjectKeys.isEmailAddress($0) }
        if !names.isEmpty { fields["tags"] = .array(names.map { JSON($0) }) }
        if !page.isEmpty { fields["publicURL"] = JSON(publicPage + page) }
        let addresses = tags.filter(NoteObjectKeys.isEmailAddress)
        if !addresses.isEmpty { fields["collaboratorEmails"] = .array(addresses.map { JSON($0) }) }
        return fields
    }

    /// Returns the text of a note for the text in an export, where Simplenote writes a carriage
    /// return before each line feed. A text that has a line feed without a carriage return was not
    /// written by Simplenote, and is returned unchanged.
    private static func noteText(fromExport text: String) -> String {
        var previous: UInt8 = 0
        var count = 0
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n") {
                guard previous == UInt8(ascii: "\r") else { return text }
                count += 1
            }
            previous = byte
        }
        guard count > 0 else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n") { bytes.removeLast() }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text in an export for the text of a note: with a carriage return before each
    /// line feed.
    private static func exportText(fromNote text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\n")) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 17 / 16)
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n") { bytes.append(UInt8(ascii: "\r")) }
            bytes.append(byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

/// The values of fields. A field that is null counts as missing.
extension NoteMapping {
    private static func value(_ name: String, of fields: JSONObject) -> JSON? {
        guard let value = fields[JSONString(name)], !value.isNull else { return .none }
        return value
    }

    private static func text(
        _ name: String, of fields: JSONObject
    ) throws(NoteImportFlaw) -> String? {
        guard let value = value(name, of: fields) else { return nil }
        guard let text = value.string else { throw .wrongType(name, .text) }
        return text
    }

    private static func texts(
        _ name: String, of fields: JSONObject
    ) throws(NoteImportFlaw) -> [String] {
        guard let value = value(name, of: fields) else { return [] }
        guard let texts = value.array?.map(\.string), !texts.contains(nil) else {
            throw .wrongType(name, .texts)
        }
        return texts.compactMap(\.self)
    }

    private static func yesOrNo(
        _ name: String, of fields: JSONObject
    ) throws(NoteImportFlaw) -> Bool {
        guard let value = value(name, of: fields) else { return false }
        guard let isOn = value.bool else { throw .wrongType(name, .yesOrNo) }
        return isOn
    }

    private static func date(
        _ name: String, of fields: JSONObject
    ) throws(NoteImportFlaw) -> JSON? {
        guard let text = try text(name, of: fields) else { return nil }
        guard let seconds = NoteDate.seconds(of: text) else { throw .wrongType(name, .date) }
        return seconds
    }
}

extension JSONObject.Member {
    fileprivate var isContent: Bool { name == "content" && value.text != nil }
}
