package import FrontDoor
import Wording

extension HostKeyFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .readableByOthers: DoorWords.readableKey
        case .damaged: DoorWords.damagedKey
        case .unreadable(let error), .unwritable(let error): "\(error)"
        }
    }
}
