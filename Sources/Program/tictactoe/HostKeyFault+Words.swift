package import FrontDoor
import Wording

extension HostKeyFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unsafe: DoorOperatorWords.unsafeKey
        case .damaged: DoorOperatorWords.damagedKey
        case .unreadable(let error), .unwritable(let error): "\(error)"
        }
    }
}
