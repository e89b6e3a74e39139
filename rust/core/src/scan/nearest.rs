//! The best few of many scored rows.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// At most `k` rows, kept so that the worst is found at once.
pub(super) struct Nearest {
    k: usize,
    heap: BinaryHeap<Near>,
}

/// A row; the greater one is the worse one: lower score, then higher id.
#[derive(Clone, Copy)]
struct Near {
    score: f32,
    id: i64,
}

impl Nearest {
    pub(super) fn new(k: usize) -> Nearest {
        Nearest { k, heap: BinaryHeap::new() }
    }

    /// Whether the row would be kept.
    pub(super) fn wants(&self, score: f32, id: i64) -> bool {
        self.heap.len() < self.k
            || self.heap.peek().is_some_and(|worst| Near { score, id } < *worst)
    }

    pub(super) fn push(&mut self, score: f32, id: i64) {
        self.heap.push(Near { score, id });
        if self.heap.len() > self.k {
            self.heap.pop();
        }
    }

    pub(super) fn merge(mut self, other: Nearest) -> Nearest {
        for near in other.heap {
            self.push(near.score, near.id);
        }
        self
    }

    pub(super) fn into_sorted(self) -> Vec<(i64, f32)> {
        self.heap.into_sorted_vec().into_iter().map(|near| (near.id, near.score)).collect()
    }
}

impl Ord for Near {
    fn cmp(&self, other: &Near) -> Ordering {
        other.score.total_cmp(&self.score).then(self.id.cmp(&other.id))
    }
}

impl PartialOrd for Near {
    fn partial_cmp(&self, other: &Near) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Near {
    fn eq(&self, other: &Near) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Near {}
