internal import Game
internal import SimperiumJSON

extension Player {
    /// A Player that is fit to be shown to others.
    init(checking object: JSONObject) throws(Foul) {
        do throws(ObjectFlaw) {
            self = try Player(object)
        } catch {
            throw .flawed(error)
        }
        guard object.hasGoodName else { throw .badName }
    }
}

extension Watcher {
    static func check(_ object: JSONObject) throws(Foul) {
        do throws(ObjectFlaw) {
            _ = try Watcher(object)
        } catch {
            throw .flawed(error)
        }
        guard object.hasGoodName else { throw .badName }
    }
}

extension MatchObject {
    init(checking object: JSONObject) throws(Foul) {
        do throws(ObjectFlaw) {
            self = try MatchObject(object)
        } catch {
            throw .flawed(error)
        }
    }

    func checkedSheet() throws(Foul) -> MatchSheet {
        do throws(ObjectFlaw) {
            return try sheet.get()
        } catch {
            throw .flawed(error)
        }
    }

    func piece(of player: PlayerID) -> Piece? {
        switch player {
        case circle: .circle
        case cross: .cross
        default: nil
        }
    }
}

extension JSONObject {
    /// Whether there is no name, or one that is good as it is.
    fileprivate var hasGoodName: Bool {
        guard let text = value("name")?.string else { return value("name") == nil }
        return (try? PlayerName(text)) != nil
    }
}

extension PlayerID {
    /// Whether the id is this text, byte by byte.
    func isSpelled(_ text: String) -> Bool { rawValue.utf8.elementsEqual(text.utf8) }
}
