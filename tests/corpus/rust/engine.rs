//! An engine for tests.
#![allow(dead_code)]

use std::collections::{self, BTreeMap, hash_map::{Entry, HashMap as Map}};
use crate::rank::{score::*, Weight};
use super::stop as halt;
pub use self::inner::deep;
mod part;

/// How many gears there are.
pub const GEARS: usize = 5;
static mut RUNNING: bool = false;
pub(crate) type Speed = f64;

/// Something that turns.
#[derive(Debug, Clone)]
// between attribute and item
#[non_exhaustive]
pub struct Wheel<'a, T: Copy> {
    name: &'a str,
    load: T,
}

pub struct Unit;

pub enum State {
    Off,
    On { since: u64 },
    Broken(
        String,
    ),
}

union Bits {
    int: u32,
    float: f32,
}

pub trait Turn: Sized {
    type Output;
    const STEPS: u8 = 1;

    /// Turns by an angle.
    fn turn(&mut self, by: Speed) -> Self::Output;

    fn rest(&self) {
        fn nested() {}
        nested();
    }
}

impl<'a, T: Copy> Wheel<'a, T> {
    #[inline]
    pub fn new(name: &'a str, mut load: T) -> Self {
        const LOCAL: u8 = 1;
        let _ = LOCAL;
        Self { name, load }
    }

    fn hidden(self) {}
}

impl<'a, T: Copy> Turn for Wheel<'a, T> {
    type Output = ();

    fn turn(&mut self, by: Speed) {
        let grow = |x: Speed| x + by;
        grow(by);
    }
}

impl From<Wheel<'_, u8>> for Box<dyn Fn()> {
    fn from(_: Wheel<'_, u8>) -> Self {
        Box::new(|| ())
    }
}

macro_rules! gear {
    ($name:ident) => {
        fn $name() {}
    };
}

extern "C" {
    fn c_turn(by: i32) -> i32;
}

mod inner {
    pub async unsafe fn deep<F>(f: F)
    where
        F: Fn(),
    {
        f()
    }

    #[cfg(test)]
    mod tests {
        #[test]
        fn turns() {}
    }
}
