//! Assigns slots to the lessons of each class, spread over the days so that a
//! course has at most one lesson a day.

use rand::Rng;
use rand::seq::SliceRandom;

/// The sizes of a school.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SchoolSizes {
    /// The number of classes (groups of pupils).
    pub(super) groups: usize,
    pub(super) days: usize,
    /// Hours per day.
    pub(super) hours: usize,
}

impl SchoolSizes {
    /// Computes the sizes for a number of lessons. More lessons mean more classes and longer weeks.
    /// Lessons fill about nine tenths of a week.
    pub(super) fn for_lessons(lessons: usize) -> Self {
        // The root of 0.6 times the number of lessons, rounded up.
        let groups = (1..).find(|g| g * g * 5 >= lessons * 3).unwrap_or(1);
        let each = lessons.div_ceil(groups);
        let days = match each {
            0..=3 => 2,
            4..=6 => 3,
            7..=10 => 4,
            _ => 5,
        };
        SchoolSizes { groups, days, hours: (each * 10).div_ceil(days * 9) }
    }

    pub(super) fn slot_count(self) -> usize {
        self.days * self.hours
    }
}

/// Draws the courses of each class, as numbers of lessons, longest first. A
/// course has two or three lessons; the last may have fewer. The classes differ
/// by at most one lesson.
pub(super) fn draw_courses(
    lessons: usize,
    sizes: SchoolSizes,
    rng: &mut impl Rng,
) -> Vec<Vec<usize>> {
    let group = |group: usize| {
        // The lessons are divided evenly; the first classes get one more.
        let mut left = (lessons + sizes.groups - 1 - group) / sizes.groups;
        let mut courses = Vec::new();
        while left > 0 {
            let size = left.min(rng.random_range(2..=sizes.days.min(3)));
            courses.push(size);
            left -= size;
        }
        courses.sort_unstable_by(|a, b| b.cmp(a));
        courses
    };
    (0..sizes.groups).map(group).collect()
}

/// Draws slots for the courses of one class, ascending in each course. No two
/// lessons share a slot, and the lessons of a course are on different days.
/// Each course takes the days with the most free hours, so that there are
/// always enough.
pub(super) fn draw_slots(
    courses: &[usize],
    sizes: SchoolSizes,
    rng: &mut impl Rng,
) -> Vec<Vec<usize>> {
    let mut free: Vec<Vec<usize>> = (0..sizes.days)
        .map(|day| {
            let mut hours: Vec<usize> =
                (0..sizes.hours).map(|hour| day * sizes.hours + hour).collect();
            hours.shuffle(rng);
            hours
        })
        .collect();
    let mut slots = Vec::new();
    for &lessons in courses {
        let mut days: Vec<usize> = (0..sizes.days).collect();
        days.shuffle(rng);
        // The sort is stable, so days with equally many free hours stay in random order.
        days.sort_by_key(|&day| std::cmp::Reverse(free[day].len()));
        let mut taken: Vec<usize> =
            days[..lessons].iter().filter_map(|&day| free[day].pop()).collect();
        taken.sort_unstable();
        slots.push(taken);
    }
    slots
}
