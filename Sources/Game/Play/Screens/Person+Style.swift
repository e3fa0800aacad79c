internal import Drawing
internal import Lobby

extension Person {
    var style: Style {
        switch pastime {
        case .waiting, .open(isPrivate: false): absence == nil ? .good : .faint
        case .playing, .watching, .open(isPrivate: true), .busy: .faint
        }
    }
}
