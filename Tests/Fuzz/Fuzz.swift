internal import Foundation

/// The function that libFuzzer calls with each generated input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    chosen.feed(bytes)
    return 0
}

/// The target in `FUZZ_TARGET`.
private let chosen: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("FUZZ_TARGET names none of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
}()
