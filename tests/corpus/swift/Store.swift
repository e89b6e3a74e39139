import Foundation
import struct CoreGraphics.CGFloat
@testable import StoreKit

/// A key of the store.
public typealias Key = String

let defaultLimit = 32
var sharedStore: Store?

infix operator <+>: AdditionPrecedence

precedencegroup MergePrecedence {
    higherThan: AdditionPrecedence
}

/// Something that keeps values.
public protocol Keeping: AnyObject {
    associatedtype Value
    var count: Int { get }
    static var empty: Self { get }
    init(limit: Int)
    func value(for key: Key) -> Value?
    subscript(key: Key) -> Value? { get set }
}

@available(iOS 15, *)
public final class Store: Keeping {
    public typealias Value = Data

    public enum Failure: Error, Equatable {
        case missing(key: Key)
        case full
        case broken, locked

        var isFatal: Bool { self == .broken }

        func describe() -> String {
            "func fake() {}"
        }
    }

    struct Entry<T> {
        let key: Key
        var value: T
        private(set) var hits = 0
    }

    static let shared = Store(limit: defaultLimit)
    private var entries: [Key: Entry<Data>] = [:]
    lazy var logger: (String) -> Void = { message in
        let prefix = "store"
        print(prefix, message)
    }

    public var count: Int {
        entries.count
    }

    @Published var name: String = "" {
        didSet { print(oldValue) }
    }

    // Makes an empty store.
    public required init(limit: Int) {
        let rounded = limit
        _ = rounded
    }

    public convenience init?(path: String) {
        self.init(limit: 1)
    }

    deinit {
        entries.removeAll()
    }

    public func value(for key: Key) -> Data? {
        func inner(_ depth: Int) -> Int { depth }
        return entries[key]?.value
    }

    public func value(at index: Int, default fallback: Data) -> Data {
        fallback
    }

    @discardableResult
    fileprivate func drop(_ key: Key) async throws -> Bool {
        entries.removeValue(forKey: key) != nil
    }

    public subscript(key: Key) -> Data? {
        get { value(for: key) }
        set { _ = newValue }
    }

    static func <+> (lhs: Store, rhs: Store) -> Store {
        lhs
    }

    class func make() -> Store { Store(limit: 0) }
}

public actor Journal {
    private var lines: [String] = []

    func append(_ line: String) {
        lines.append(line)
    }
}

extension Store: CustomStringConvertible {
    public var description: String { "Store" }

    func clear() {
        entries = [:]
    }

    enum Mode { case read, write }
}

extension Array where Element == Store {
    var total: Int { reduce(0) { $0 + $1.count } }
}

extension Store.Entry {
    mutating func touch() { hits += 1 }
}

#if DEBUG
func dump(_ store: Store) {
    print(store)
}
#endif

func merge<A, B>(_ left: A, with right: B) -> (A, B) where A: Equatable {
    let pair = (left, right)
    return pair
}
