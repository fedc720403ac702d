//! Figures that are computed by hand.

use super::lanes::LaneTimes;
use super::pairs::PairedTimes;

#[test]
fn par2_counts_twice_the_limit() {
    let times = LaneTimes::from_times(&[Some(1.0), None, Some(3.0), None], &[1.0], Some(10.0));
    assert_eq!((times.instances, times.solved, times.total), (4, 2, Some(1.0)));
    assert_eq!((times.par2, times.shared, times.median), (Some(11.0), 1, Some(1.0)));
    let without = LaneTimes::from_times(&[Some(1.0), None], &[1.0], None);
    assert_eq!((without.par2, without.median), (None, Some(1.0)));
    let none = LaneTimes::from_times(&[None, None], &[], Some(10.0));
    assert_eq!((none.par2, none.median, none.geometric), (Some(20.0), None, None));
    assert_eq!(LaneTimes::from_times(&[], &[], Some(10.0)).par2, None);
}

#[test]
fn pairs_count_wins_and_ratios() {
    let times = [
        (Some(1.0), Some(4.0)),
        (Some(2.0), Some(2.1)),
        (Some(8.0), Some(2.0)),
        (Some(0.0002), Some(0.0009)),
        (Some(1.0), None),
        (None, Some(1.0)),
        (None, None),
    ];
    let paired = PairedTimes::from_times(times.into_iter(), 0.1);
    assert_eq!((paired.both, paired.only, paired.wins), (4, [1, 1], [2, 3, 2]));
    // Of 2, 2.1: the ratio counts for the test, though the difference is noise for the wins.
    assert_eq!((paired.instances, paired.lead), (7, Some(std::cmp::Ordering::Less)));
    let ratio = (0.25f64 * (2.0 / 2.1) * 4.0 * (2.0 / 9.0)).powf(0.25);
    assert!(paired.ratio.is_some_and(|found| (found - ratio).abs() < 1e-12), "{paired:?}");
    let exact = PairedTimes::from_times([(Some(2.0), Some(2.1))].into_iter(), 0.0);
    assert_eq!((exact.wins, exact.interval, exact.p), ([1, 0, 0], None, 1.0));
    let nothing = PairedTimes::from_times(std::iter::empty(), 0.1);
    assert_eq!((nothing.ratio, nothing.interval, nothing.p), (None, None, 1.0));
}
