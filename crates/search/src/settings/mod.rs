//! All settings of native search, and their form in engine specs.

mod error;
mod learning;
mod search_settings;

pub(super) use search_settings::wants_one;
pub use search_settings::{BranchingScheme, SearchSettings, SettingChoice};

pub use self::error::SearchSettingError;
pub use self::learning::LearningMode;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::restarts::RestartPolicy;
    use parallax_model::engine_api::Task;

    #[test]
    fn settings_are_read_back() {
        for text in [
            "",
            ":mid+aval",
            ",gac",
            ",gac,sum=bounds,@row=fc,d-way,lc,restarts=luby:50,plain,limit=1000",
            ",fc,plain,free,limit=3",
            ":random+random,fc,restarts=geometric",
            ",restarts=never",
            ",gac,learn",
            ",gac,learn=never",
            ":mid+sval,d-way,learn=after:7",
            ",learn=64,restarts=geometric:7,limit=9",
        ] {
            assert_eq!(text.parse::<SearchSettings>().unwrap().to_string(), text);
        }
        for (text, form) in
            [(":mad", ":mad+middle"), (":mad,free", ":mad+middle"), (":domwdeg+middle", ",free")]
        {
            let settings = text.parse::<SearchSettings>().unwrap();
            assert_eq!(settings.to_string(), form);
            assert_eq!(form.parse::<SearchSettings>().unwrap(), settings);
            assert!(settings.free);
        }
    }

    #[test]
    fn what_is_not_named_depends_on_the_task() {
        let strategy =
            |text: &str, task| text.parse::<SearchSettings>().unwrap().restart_strategy(task);
        for one in [Task::First, Task::Limit(1), Task::Optimise] {
            assert_eq!(strategy("", one), (true, RestartPolicy::DEFAULT_LUBY));
            assert_eq!(strategy(":chs,gac", one), (true, RestartPolicy::DEFAULT_LUBY));
            assert_eq!(strategy(",restarts=never", one), (false, RestartPolicy::Never));
            assert_eq!(strategy(":mid+sval", one), (false, RestartPolicy::Never));
            assert_eq!(strategy(":random+random", one), (false, RestartPolicy::Never));
        }
        for many in [Task::All, Task::Count, Task::Limit(2)] {
            assert_eq!(strategy("", many), (false, RestartPolicy::Never));
            assert_eq!(strategy(",lc", many), (true, RestartPolicy::Never));
            assert_eq!(strategy(",restarts=luby:7", many), (false, RestartPolicy::Luby(7)));
        }
    }

    #[test]
    fn wrong_names_list_the_right_ones_and_impossible_choices_say_why() {
        for (text, listed) in [
            (":small", "mid, mad, opre, first"),
            (":mid+large", "sval, gval, aval, gav"),
            (",strong", "none, fc, ac, singles, bounds, gac"),
            (",sum=strong", "none, fc, ac"),
            (",sums=gac", "alldiff, card, sum"),
            (",sum=ac", "sum has the levels none, fc, bounds, gac, not ac"),
            (",restarts=often", "luby"),
            (":mid,restarts=luby", "repeat the same search"),
            (",limit=x", "number of enumerations"),
            (",learn=0", "1 to 8192 MB"),
            (",learn=x", "1 to 8192 MB"),
            (",learn=after:x", "a number of failures"),
            (",learn=after:5,limit=9", "one tree"),
            (":mid,learn", "its own choice"),
            (",learn,lc", "its own choice"),
            (",d-way,learn", "its own choice"),
            ("mid", "expected ':'"),
        ] {
            let error = text.parse::<SearchSettings>().unwrap_err().to_string();
            assert!(error.contains(listed), "{text}: {error}");
            let error = ",alldif=gac".parse::<SearchSettings>().unwrap_err().to_string();
            assert!(error.contains("(did you mean 'alldiff'?)"), "{error}");
        }
    }
}
