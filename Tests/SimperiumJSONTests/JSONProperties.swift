import SimperiumClock
import SimperiumJSON
import TestSupport
import Testing

@Suite("JSON: Properties")
struct JSONProperties {
    @Test("A written value is read as the same value", arguments: Seeds.batches(100))
    func writtenThenRead(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            let value = random.value(depth: 5)
            let text = value.utf8
            let read = try JSON(parsing: text)

            #expect(read == value)
            #expect(read.hashValue == value.hashValue)
            #expect(read.utf8 == text)
        }
    }

    @Test(
        "Damaged text is refused, or read as the value that it now has",
        arguments: Seeds.batches(100))
    func damaged(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var bytes = random.value(depth: 4).utf8
            for _ in 0...random.numberBelow(3) {
                let place = random.numberBelow(bytes.count + 1)
                switch random.numberBelow(3) {
                case 0: bytes.insert(UInt8(random.numberBelow(256)), at: place)
                case 1: bytes = Array(bytes[..<place])
                default: if place < bytes.count { bytes[place] = random.pick(bytes) ?? 0 }
                }
            }
            do {
                let value = try JSON(parsing: bytes)
                #expect(try JSON(parsing: value.utf8).utf8 == value.utf8)
            } catch {
                #expect((0...bytes.count).contains(error.offset))
            }
        }
    }

    @Test("An object with few members behaves like one with many", arguments: Seeds.batches(60))
    func objects(seeds: [UInt64]) throws {
        for seed in seeds {
            var random = SeededRandom(seed: seed)
            var object = JSONObject()
            var model: [(name: JSONString, value: JSON)] = []
            for step in 0..<random.numberBelow(80) {
                let name = JSONString("n\(random.numberBelow(30))")
                let place = model.firstIndex { $0.name == name }
                if random.chance(1, in: 3) {
                    object[name] = nil
                    if let place { model.remove(at: place) }
                } else {
                    object[name] = JSON(step)
                    if let place {
                        model[place].value = JSON(step)
                    } else {
                        model.append((name, JSON(step)))
                    }
                }
            }
            #expect(object.map(\.name) == model.map(\.name))
            #expect(object.map(\.value) == model.map(\.value))
            for number in 0..<30 {
                let name = JSONString("n\(number)")
                #expect(object[name] == model.first { $0.name == name }?.value)
            }
        }
    }
}
