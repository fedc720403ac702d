//! A school as a multi-dimensional model.

use parallax_model::{
    ClassRelation, Compare, ComparisonOperator, Constraint, DimensionId, Domain, Model, ModelError,
    Table, Value, ValueDimension, VarId,
};
use rand::Rng;
use rand::seq::IndexedRandom;

use super::super::post_relation;
use super::school::{LessonPlace, RandomSchool, SchoolCourse};

const SUBJECT_NAMES: [&str; 12] = [
    "maths",
    "English",
    "physics",
    "history",
    "music",
    "art",
    "biology",
    "geography",
    "chemistry",
    "Latin",
    "sports",
    "drama",
];
const DAY_NAMES: [&str; 5] = ["Mon", "Tue", "Wed", "Thu", "Fri"];
const BUILDING_NAMES: [&str; 2] = ["north", "south"];

/// The dimensions of a place.
struct LessonDimensions {
    teacher: DimensionId,
    room: DimensionId,
    slot: DimensionId,
    day: DimensionId,
    teacher_at_slot: DimensionId,
    room_at_slot: DimensionId,
}

/// Builds the model of a school. The random constraints allow the timetable that the school was
/// drawn around.
pub(super) fn build_model(
    school: &RandomSchool,
    name: String,
    rng: &mut impl Rng,
) -> Result<Model, ModelError> {
    let mut model = Model::new(name);
    let dimensions = LessonDimensions::add_dimensions(school, &mut model)?;
    let mut lessons: Vec<Vec<VarId>> = Vec::new();
    for course in &school.courses {
        let domain = Domain::from_values(
            school.fitting_places(course).map(|place| school.place_value(place)),
        );
        let name = |i: usize| format!("{} {}", course_title(course), i + 1);
        let course = (0..course.places.len()).map(|i| model.add_shown(name(i), domain.clone()));
        lessons.push(course.collect::<Result<_, _>>()?);
    }
    for (course, lessons) in school.courses.iter().zip(&lessons) {
        post_courses(&mut model, &dimensions, course, lessons)?;
    }
    let all: Vec<VarId> = lessons.concat();
    let mut once = |label: &str, scope: &[VarId], dimension| {
        post_relation(&mut model, label, scope, dimension, ClassRelation::AllDifferent)
    };
    for group in 0..school.sizes.groups {
        let members = school.courses.iter().zip(&lessons).filter(|(c, _)| c.group == group);
        let members: Vec<VarId> = members.flat_map(|(_, lessons)| lessons).copied().collect();
        let label = format!("one lesson at a time for {}", class_name(group));
        once(&label, &members, dimensions.slot)?;
    }
    // A class of this dimension is a teacher at a time, so no two lessons have the same.
    once("one lesson at a time for a teacher", &all, dimensions.teacher_at_slot)?;
    once("one lesson at a time in a room", &all, dimensions.room_at_slot)?;
    for group in 0..school.sizes.groups {
        post_walks(&mut model, school, &lessons, group, rng)?;
    }
    Ok(model)
}

/// Returns the name of a group of pupils.
fn class_name(group: usize) -> String {
    format!("class {}", group + 1)
}

/// Returns the name of a course, such as `2 maths`.
fn course_title(course: &SchoolCourse) -> String {
    let subject = SUBJECT_NAMES
        .get(course.subject)
        .map_or_else(|| format!("subject {}", course.subject + 1), |&subject| subject.to_owned());
    format!("{} {subject}", course.group + 1)
}

impl LessonDimensions {
    fn add_dimensions(school: &RandomSchool, model: &mut Model) -> Result<Self, ModelError> {
        let sizes = school.sizes;
        let (teachers, rooms, slots) = (school.teachers.len(), school.rooms, sizes.slot_count());
        let day = |slot: usize| DAY_NAMES[slot / sizes.hours];
        let slot = |slot: usize| format!("{} {}", day(slot), slot % sizes.hours + 1);
        let teacher = |teacher: usize| format!("T{}", teacher + 1);
        let room =
            |room: usize| format!("{} {}", BUILDING_NAMES[school.room_building(room)], room + 1);
        let mut add = |name: &str, classes: Vec<String>, class: &dyn Fn(LessonPlace) -> usize| {
            let members: Vec<(Value, usize)> = school
                .all_places()
                .map(|place| (school.place_value(place), class(place)))
                .collect();
            model.add_dimension(ValueDimension::new(name, classes, &members)?)
        };
        // The number of a class is `slot * teachers + teacher` below, and the names follow it.
        let teachers_at = (0..teachers * slots)
            .map(|i| format!("{}, {}", teacher(i % teachers), slot(i / teachers)));
        let rooms_at =
            (0..rooms * slots).map(|i| format!("{}, {}", room(i % rooms), slot(i / rooms)));
        Ok(LessonDimensions {
            teacher: add("teacher", (0..teachers).map(teacher).collect(), &|p| p.teacher)?,
            room: add("room", (0..rooms).map(room).collect(), &|p| p.room)?,
            slot: add("slot", (0..slots).map(slot).collect(), &|p| p.slot)?,
            day: add(
                "day",
                (0..sizes.days).map(|day| DAY_NAMES[day].to_owned()).collect(),
                &|p| p.slot / sizes.hours,
            )?,
            teacher_at_slot: add("teacher at slot", teachers_at.collect(), &|p| {
                p.slot * teachers + p.teacher
            })?,
            room_at_slot: add("room at slot", rooms_at.collect(), &|p| p.slot * rooms + p.room)?,
        })
    }
}

/// Posts the constraints of a course: one teacher, different days, lessons in
/// order, and one room if the course requires it.
fn post_courses(
    model: &mut Model,
    dimensions: &LessonDimensions,
    course: &SchoolCourse,
    lessons: &[VarId],
) -> Result<(), ModelError> {
    if lessons.len() < 2 {
        return Ok(());
    }
    let title = course_title(course);
    let same = ClassRelation::AllSame;
    post_relation(
        model,
        format!("one teacher for {title}"),
        lessons,
        dimensions.teacher,
        same.clone(),
    )?;
    if course.one_room {
        post_relation(model, format!("one room for {title}"), lessons, dimensions.room, same)?;
    }
    let different = ClassRelation::AllDifferent;
    post_relation(model, format!("{title} once a day"), lessons, dimensions.day, different)?;
    // The lessons of a course are interchangeable, so only one of their orders is kept. The value
    // of a place grows with its slot, so this is the order in time.
    for pair in lessons.windows(2) {
        let before = Compare::new(pair[0], ComparisonOperator::Lt, pair[1]);
        model.post(format!("{title} in order"), Constraint::Compare(before))?;
    }
    Ok(())
}

/// Posts that the pupils of a class need not change buildings within one break
/// between two random lessons. The constraint concerns slots and rooms
/// together, which no dimension combines, so it is a table.
fn post_walks(
    model: &mut Model,
    school: &RandomSchool,
    lessons: &[Vec<VarId>],
    group: usize,
    rng: &mut impl Rng,
) -> Result<(), ModelError> {
    let courses: Vec<usize> =
        (0..lessons.len()).filter(|&course| school.courses[course].group == group).collect();
    // Only lessons that are near enough in the drawn timetable, so that it stays a solution.
    let mut pairs = Vec::new();
    for (i, &first) in courses.iter().enumerate() {
        for &second in &courses[i + 1..] {
            let places = |course: usize| school.courses[course].places.iter().enumerate();
            pairs.extend(places(first).flat_map(|(a, &from)| {
                let near = places(second).filter(move |&(_, &to)| !school.too_far(from, to));
                near.map(move |(b, _)| ((first, a), (second, b)))
            }));
        }
    }
    let Some(&((first, a), (second, b))) = pairs.choose(rng) else {
        return Ok(());
    };
    let places = |course: usize| school.fitting_places(&school.courses[course]);
    let ends: Vec<LessonPlace> = places(second).collect();
    let tuples: Vec<Vec<Value>> = places(first)
        .flat_map(|from| {
            let far = ends.iter().filter(move |&&to| school.too_far(from, to));
            far.map(move |&to| vec![school.place_value(from), school.place_value(to)])
        })
        .collect();
    let scope = vec![lessons[first][a], lessons[second][b]];
    let table = Table { scope, tuples: tuples.into(), forbidden: true };
    model.post(format!("no hurry for {}", class_name(group)), Constraint::Table(table))
}
