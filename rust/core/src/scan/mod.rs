//! Stub until the scan lands.
/// Vectors.
#[derive(Debug, Default)]
pub struct Vectors;
impl Vectors {
    /// Empty.
    pub fn is_empty(&self) -> bool { true }
    /// Ids.
    pub fn ids(&self) -> &[i64] { &[] }
    /// Cosines.
    pub fn cosines(&self, _query: &[i8]) -> Vec<f32> { Vec::new() }
}
