//! A ring buffer.
const std = @import("std");
const mem = std.mem;
pub const Allocator = std.mem.Allocator;
const util = @import("util/bits.zig");
const c = @cImport({
    @cInclude("stdio.h");
});

/// Most entries.
pub const max_entries: usize = 1024;
var global_count: u32 = 0;
threadlocal var scratch: [16]u8 = undefined;

/// What can go wrong.
pub const RingError = error{ Full, Empty };

pub const Mode = enum(u8) {
    overwrite,
    refuse = 3,

    pub fn isStrict(self: Mode) bool {
        return self == .refuse;
    }
};

const Value = union(enum) {
    int: i64,
    text: []const u8,
    none,
};

const Header = packed struct {
    size: u16,
    flags: u8 = 0,
};

const Handle = opaque {
    fn close(handle: *Handle) void {
        _ = handle;
    }
};

/// A ring of `T`.
pub fn Ring(comptime T: type) type {
    return struct {
        const Self = @This();

        items: []T,
        head: usize = 0,

        pub fn init(allocator: Allocator, size: usize) !Self {
            const items = try allocator.alloc(T, size);
            return Self{ .items = items };
        }

        fn wrap(self: *const Self, index: usize) usize {
            return index % self.items.len;
        }
    };
}

pub const Tree = struct {
    root: ?*Node,
    comptime depth: usize = 0,

    pub const Node = struct {
        left: ?*Node = null,

        pub fn leaf() Node {
            var node = Node{};
            node.left = null;
            return node;
        }
    };

    const limit = 8;

    pub fn walk(tree: *Tree, visit: *const fn (node: *Node) void) void {
        const Frame = struct { node: *Node };
        _ = Frame;
        visit(tree.root.?);
    }

    test "walks" {
        const text = "fn fake() void {}";
        _ = text;
    }
};

pub extern "c" fn puts(text: [*:0]const u8) c_int;
export fn ring_version() u32 {
    return 1;
}
inline fn @"odd name"() void {}

usingnamespace @import("legacy.zig");

comptime {
    _ = Tree;
}

test "ring keeps order" {
    // const Fake = struct {};
    try std.testing.expect(true);
}

test Tree {}
