//! Whose parameters are whose.

use super::locals::Locals;
use super::names::name_of;
use super::nest::{Context, is_value};
use super::tags::Tags;
use crate::records::{Unit, UnitKind};

/// Gives each parameter to the innermost unit around it, if it stands in front of its body.
pub(super) fn name_parameters(
    context: &Context<'_>,
    units: &mut [Unit],
    bodies: &[u32],
    tags: &Tags,
) {
    let mut open: Vec<usize> = Vec::new();
    let mut next = 0;
    let mut locals = Locals::default();
    for parameter in &tags.parameters {
        while let Some(unit) = units.get(next).filter(|unit| unit.bytes.start <= parameter.start) {
            while open.last().is_some_and(|&top| units[top].bytes.end <= unit.bytes.start) {
                open.pop();
            }
            open.push(next);
            next += 1;
        }
        while open.last().is_some_and(|&top| units[top].bytes.end < parameter.end) {
            open.pop();
        }
        let Some(&top) = open.last().filter(|&&top| parameter.start < bodies[top]) else {
            continue;
        };
        let unit = &mut units[top];
        let local = locals.around(&tags.locals, parameter);
        // A parameter of a function type or a closure in the signature is not the function's own.
        let foreign = local.is_some_and(|local| local.start >= unit.bytes.start);
        if !foreign && has_parameters(unit.kind) {
            unit.parameters.extend(name_of(UnitKind::Variable, context.slice(parameter.clone())));
        }
    }
}

/// A value's or a namespace's text holds the parameters of nameless functions only.
fn has_parameters(kind: UnitKind) -> bool {
    !is_value(kind) && kind != UnitKind::Module
}
