//! Draws a school around a timetable: teachers with their subjects and hours, and rooms that fit.

use parallax_model::Value;
use rand::Rng;
use rand::seq::{IndexedRandom, SliceRandom};

use super::plan::{self, SchoolSizes};

/// The time, room and teacher of a lesson.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LessonPlace {
    pub(super) slot: usize,
    pub(super) room: usize,
    pub(super) teacher: usize,
}

/// The lessons of one class in one subject.
#[derive(Debug)]
pub(super) struct SchoolCourse {
    pub(super) group: usize,
    pub(super) subject: usize,
    /// The rooms that fit.
    pub(super) rooms: Vec<usize>,
    /// Whether all lessons must be in one room.
    pub(super) one_room: bool,
    /// The lessons in the timetable that the school is drawn around.
    pub(super) places: Vec<LessonPlace>,
}

#[derive(Debug, Default)]
pub(super) struct SchoolTeacher {
    pub(super) subjects: Vec<usize>,
    /// The slots with lessons.
    busy: Vec<usize>,
    /// The slots at which the teacher is not available.
    pub(super) away: Vec<usize>,
}

#[derive(Debug)]
pub(super) struct RandomSchool {
    pub(super) sizes: SchoolSizes,
    pub(super) rooms: usize,
    pub(super) teachers: Vec<SchoolTeacher>,
    pub(super) courses: Vec<SchoolCourse>,
}

/// The number of rooms that fit a course, unless its timetable uses more or
/// the school has fewer.
const ROOMS_PER_COURSE: usize = 3;

impl RandomSchool {
    /// Draws a random school that has a timetable of `lessons` lessons.
    pub(super) fn draw_school(lessons: usize, rng: &mut impl Rng) -> Self {
        let sizes = SchoolSizes::for_lessons(lessons);
        let mut school =
            RandomSchool { sizes, rooms: 2, teachers: Vec::new(), courses: Vec::new() };
        let groups = plan::draw_courses(lessons, sizes, rng);
        let max_courses = groups.iter().map(Vec::len).max().unwrap_or(0);
        for (group, courses) in groups.iter().enumerate() {
            // One subject more than a class can have, so that no class has all.
            let mut subjects: Vec<usize> = (0..max_courses + 1).collect();
            subjects.shuffle(rng);
            let slots = plan::draw_slots(courses, sizes, rng);
            for (&subject, slots) in subjects.iter().zip(&slots) {
                school.add_course(group, subject, slots, rng);
            }
        }
        school.assign_rooms(rng);
        school.assign_absences(rng);
        school
    }

    /// Adds a course with a teacher: one who teaches the subject, otherwise one who can take it up,
    /// otherwise a new one.
    fn add_course(&mut self, group: usize, subject: usize, slots: &[usize], rng: &mut impl Rng) {
        let max_lessons = self.sizes.slot_count() * 4 / 5;
        let can = |teacher: &SchoolTeacher| {
            teacher.busy.len() + slots.len() <= max_lessons
                && slots.iter().all(|slot| !teacher.busy.contains(slot))
                && (teacher.subjects.contains(&subject) || teacher.subjects.len() < 2)
        };
        let mut able: Vec<usize> =
            (0..self.teachers.len()).filter(|&t| can(&self.teachers[t])).collect();
        able.shuffle(rng);
        // Teachers of the subject come first, in random order as the others after them.
        able.sort_by_key(|&teacher| !self.teachers[teacher].subjects.contains(&subject));
        let teacher = able.first().copied().unwrap_or_else(|| {
            self.teachers.push(SchoolTeacher::default());
            self.teachers.len() - 1
        });
        self.teachers[teacher].add_subject(subject);
        self.teachers[teacher].busy.extend(slots);
        let places = slots.iter().map(|&slot| LessonPlace { slot, room: 0, teacher }).collect();
        let course = SchoolCourse { group, subject, rooms: Vec::new(), one_room: false, places };
        self.courses.push(course);
    }

    /// Finds rooms, if possible the same room for all lessons of a course. The
    /// school has as many rooms as the fullest slot needs, but at least two.
    fn assign_rooms(&mut self, rng: &mut impl Rng) {
        let slots = self.sizes.slot_count();
        let places = || self.courses.iter().flat_map(|course| &course.places);
        let at = |slot: usize| places().filter(|place| place.slot == slot).count();
        self.rooms = (0..slots).map(at).max().unwrap_or(0).max(2);
        let mut taken = vec![vec![false; self.rooms]; slots];
        for course in &mut self.courses {
            let mut rooms: Vec<usize> = (0..self.rooms).collect();
            rooms.shuffle(rng);
            let free = |room: usize| course.places.iter().all(|place| !taken[place.slot][room]);
            let common = rooms.iter().copied().find(|&room| free(room));
            // About half of the courses that can stay in one room must do so.
            course.one_room = common.is_some() && course.places.len() > 1 && rng.random_bool(0.5);
            for place in &mut course.places {
                // There are as many rooms as lessons in the fullest slot, so one is free.
                let room = rooms.iter().copied().find(|&room| !taken[place.slot][room]);
                place.room = common.or(room).unwrap_or(0);
                taken[place.slot][place.room] = true;
            }
            // The rooms of the drawn timetable always fit; others fill up the number.
            let used = |room: &usize| course.places.iter().any(|place| place.room == *room);
            let (mut fits, others): (Vec<usize>, Vec<usize>) = rooms.into_iter().partition(used);
            fits.extend(others.into_iter().take(ROOMS_PER_COURSE.saturating_sub(fits.len())));
            fits.sort_unstable();
            course.rooms = fits;
        }
    }

    /// Lets a random teacher take up each subject that only one teaches, and
    /// makes every teacher unavailable at half of their free slots, rounded up.
    fn assign_absences(&mut self, rng: &mut impl Rng) {
        for subject in 0..=self.courses.iter().map(|course| course.subject).max().unwrap_or(0) {
            // A subject with a single teacher would leave the timetable no choice.
            let alone = self.teachers.iter().filter(|t| t.subjects.contains(&subject)).count() == 1;
            let others: Vec<usize> = (0..self.teachers.len())
                .filter(|&teacher| self.teachers[teacher].subjects.len() < 3)
                .collect();
            if let (true, Some(&teacher)) = (alone, others.choose(rng)) {
                self.teachers[teacher].add_subject(subject);
            }
        }
        let slots = self.sizes.slot_count();
        for teacher in &mut self.teachers {
            // Lessons of the drawn timetable are in busy slots, so the teacher stays available for
            // them.
            let mut free: Vec<usize> =
                (0..slots).filter(|slot| !teacher.busy.contains(slot)).collect();
            free.shuffle(rng);
            free.truncate(free.len().div_ceil(2));
            teacher.away = free;
        }
    }

    /// Returns the value of a place, from 1. Values ascend by slot, then room, then teacher.
    pub(super) fn place_value(&self, place: LessonPlace) -> Value {
        let room = place.slot * self.rooms + place.room;
        (room * self.teachers.len() + place.teacher) as Value + 1
    }

    /// Returns all places, in the order of their values.
    pub(super) fn all_places(&self) -> impl Iterator<Item = LessonPlace> + '_ {
        let rooms =
            (0..self.sizes.slot_count()).flat_map(|slot| (0..self.rooms).map(move |r| (slot, r)));
        rooms.flat_map(|(slot, room)| {
            (0..self.teachers.len()).map(move |teacher| LessonPlace { slot, room, teacher })
        })
    }

    /// Returns the places that a course can take.
    pub(super) fn fitting_places(
        &self,
        course: &SchoolCourse,
    ) -> impl Iterator<Item = LessonPlace> + '_ {
        let (rooms, subject) = (course.rooms.clone(), course.subject);
        self.all_places().filter(move |place| {
            let teacher = &self.teachers[place.teacher];
            rooms.contains(&place.room)
                && teacher.subjects.contains(&subject)
                && !teacher.away.contains(&place.slot)
        })
    }

    /// Whether the break is too short to get from one place to the other: the
    /// lessons are in consecutive hours of a day and in different buildings.
    pub(super) fn too_far(&self, one: LessonPlace, other: LessonPlace) -> bool {
        let hours = self.sizes.hours;
        one.slot.abs_diff(other.slot) == 1
            && one.slot / hours == other.slot / hours
            && self.room_building(one.room) != self.room_building(other.room)
    }

    /// Returns the building of a room: 0 for the first half of the rooms, 1 for the others.
    pub(super) fn room_building(&self, room: usize) -> usize {
        usize::from(room >= self.rooms.div_ceil(2))
    }
}

impl SchoolTeacher {
    fn add_subject(&mut self, subject: usize) {
        if !self.subjects.contains(&subject) {
            self.subjects.push(subject);
        }
    }
}
