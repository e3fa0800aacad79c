import Storage
import Testing

@Suite("Storage library")
struct LibraryTests {
    @Test("The SQLite that runs is one that the program can rely on")
    func version() {
        #expect(StorageLibrary.version.hasPrefix("3."))
    }
}
