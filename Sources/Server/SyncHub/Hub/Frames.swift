import SimperiumWire

/// Frames made of stored bytes. Objects and entries are concatenated without parsing them.
extension [UInt8] {
    init(changes: ArraySlice<StoredChange>) {
        self.init()
        reserveCapacity(changes.reduce(2) { $0 + $1.entry.count + 1 })
        append(changes: changes)
    }

    /// Creates the frame `0:c:[…]`. With `naming`, changes by users other than the bucket's user
    /// have a member `author`.
    init(
        changes: ArraySlice<StoredChange>, on channel: ChannelNumber,
        naming namesAuthors: Bool = false
    ) {
        self.init()
        reserveCapacity(changes.reduce(12) { $0 + $1.entry.count + 1 })
        append(prefix: channel)
        append("c:")
        append(changes: changes, naming: namesAuthors)
    }

    /// Creates the frame `0:i:{…}` with a page of the index.
    init(page: [UInt8], on channel: ChannelNumber) {
        self.init()
        reserveCapacity(page.count + 12)
        append(prefix: channel)
        append("i:")
        append(contentsOf: page)
    }

    /// Creates the frame `0:e:key.7` with the object in the second line, or with `?` if `object` is
    /// nil. The object must be a single line, because the Android client reads no further line.
    init(entity object: [UInt8]?, _ request: EntityRequest, on channel: ChannelNumber) {
        self.init()
        append(prefix: channel)
        append("e:")
        append(request.text)
        if let object {
            append("\n{\"data\":")
            append(contentsOf: object)
            append("}")
        } else {
            append("\n?")
        }
    }

    private mutating func append(
        changes: ArraySlice<StoredChange>, naming namesAuthors: Bool = false
    ) {
        append("[")
        for change in changes {
            if change.ordinal != changes.first?.ordinal { append(",") }
            if namesAuthors, let author = change.author {
                append(contentsOf: change.entry.dropLast())
                append(",\"author\":\"\(author.text)\"}")
            } else {
                append(contentsOf: change.entry)
            }
        }
        append("]")
    }

    init(
        page entities: [StoredEntity], current: SequenceNumber, mark: IndexPageEndMark?,
        hasObjects: Bool
    ) {
        self.init()
        reserveCapacity(entities.reduce(128) { $0 + $1.sizeInIndex })
        append("{\"current\":\"")
        append(current.changeVersion.text)
        append("\",\"index\":[")
        for index in entities.indices {
            if index > 0 { append(",") }
            append(entity: entities[index], hasObject: hasObjects)
        }
        append("]")
        if let mark {
            append(",\"mark\":\"")
            append(mark.text)
            append("\"")
        }
        append("}")
    }

    private mutating func append(entity: StoredEntity, hasObject: Bool) {
        append("{\"id\":\"")
        append(entity.key.text)
        append("\",\"v\":")
        append(entity.version.number.description)
        if hasObject, let object = entity.object {
            append(",\"d\":")
            append(contentsOf: object)
        }
        append("}")
    }

    private mutating func append(_ text: String) {
        append(contentsOf: text.utf8)
    }
}

extension StoredEntity {
    /// The approximate size of the entity in an index page, in bytes.
    var sizeInIndex: Int { key.text.utf8.count + (object?.count ?? 0) + 32 }
}
