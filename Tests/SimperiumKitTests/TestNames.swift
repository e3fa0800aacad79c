import SimperiumKit

extension BucketName {
    static let todo = valid(BucketName("todo"))
}

extension ObjectKey {
    static let milk = valid(ObjectKey("milk"))
    static let bread = valid(ObjectKey("bread"))
}

func valid<Name>(_ name: Name?) -> Name {
    guard let name else { preconditionFailure("a name in a test is valid") }
    return name
}
