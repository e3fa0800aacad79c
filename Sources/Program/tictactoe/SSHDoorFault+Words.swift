package import FrontDoor
import Wording

extension SSHDoorFault: CustomStringConvertible {
    package var description: String {
        switch self {
        case .library(let error): "\(error)"
        case .deafLibrary(let version):
            "libssh \(version): self-test: \(DoorOperatorWords.deafLibrary)"
        case .unknownLayout(let version):
            "libssh \(version): self-test: \(DoorOperatorWords.unknownLayout)"
        }
    }
}
