//! The spec of `count:native`.

use std::fmt;

use parallax_search::count::ComponentCountOptions;

use crate::spec::SpecFault;

/// Writes a spec: the settings that differ from the default.
pub(super) fn write_plan(plan: ComponentCountOptions, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let usual = ComponentCountOptions::default();
    f.write_str("count:native")?;
    if plan.cache != usual.cache {
        write!(f, ",cache={}", plan.cache >> 20)?;
    }
    if plan.order != usual.order {
        write!(f, ",order={}", plan.order)?;
    }
    if plan.keys != usual.keys {
        write!(f, ",keys={}", plan.keys)?;
    }
    Ok(())
}

/// Reads the choices of a spec, each after a comma.
pub(super) fn read_plan(choices: &str) -> Result<ComponentCountOptions, SpecFault> {
    let (mut cache, mut order, mut keys) = (None, None, None);
    // A `+` would begin an encoding, which this method lacks. It is split off only to be named in
    // the refusal.
    let choices = choices.strip_prefix([',', '+']).map(|rest| (rest, choices.starts_with(',')));
    for choice in choices.into_iter().flat_map(|(choices, _)| choices.split(',')) {
        let refused = || SpecFault::NoCountChoice {
            method: "native",
            choice: choice.to_owned(),
            known: "cache=MIB, order=NAME and keys=NAME".into(),
        };
        let is_choice = choices.is_some_and(|(_, is_choice)| is_choice);
        match choice.split_once('=').filter(|_| is_choice) {
            Some(("cache", mib)) if cache.is_none() => {
                let mib: u32 = mib.parse().map_err(|_| refused())?;
                cache = Some((mib as usize).saturating_mul(1 << 20));
            }
            Some(("order", name)) if order.is_none() => {
                order = Some(name.parse().map_err(SpecFault::part_fault)?);
            }
            Some(("keys", name)) if keys.is_none() => {
                keys = Some(name.parse().map_err(SpecFault::part_fault)?);
            }
            _ => return Err(refused()),
        }
    }
    let usual = ComponentCountOptions::default();
    Ok(ComponentCountOptions {
        cache: cache.unwrap_or(usual.cache),
        order: order.unwrap_or(usual.order),
        keys: keys.unwrap_or(usual.keys),
    })
}
