//! `parallax show`: pictures of instances and solutions.

use std::io::Write;
use std::time::Duration;

use clap::ValueEnum;
use parallax_engines::Spec;
use parallax_engines::auto::{ModelFeatures, SearchTask, choose_engine, first_settings};
use parallax_instance::{
    Instance, ModelOption, PuzzleReduction, PuzzleSolution, SolutionValidity, SourcedInstance,
    judge_solution,
};
use parallax_model::engine_api::{Answer, Control};
use parallax_model::{Constraint, Model, VarId};
use parallax_search::SearchState;

use super::clock::CommandClock;
use super::options::OneInput;
use super::output::StandardOutput;
use super::screen::output_layout;
use super::source_text::SourceText;
use super::{CliError, interrupt};

/// Draw an instance, with a solution if there is one
#[derive(clap::Args)]
pub(super) struct ShowArgs {
    #[command(flatten)]
    input: OneInput,
    /// A file with solutions to draw, '-' for standard input
    ///
    /// Marks the differences of several solutions. If the instance is '-' also, a zero byte
    /// separates the two.
    #[arg(long, value_name = "FILE")]
    solution: Option<String>,
    /// How to draw
    #[arg(long, value_enum, default_value_t = ShowFormat::Text)]
    format: ShowFormat,
    /// Write the instance in a form of another program
    ///
    /// Grid puzzles have plain, f-puzzles, f-puzzles-link, tatham, puzz.link and iss.
    #[arg(long, value_name = "NAME", conflicts_with_all = ["format", "solution"])]
    form: Option<String>,
}

#[derive(Clone, Copy, ValueEnum)]
enum ShowFormat {
    /// A picture in text
    Text,
    /// An SVG document
    Svg,
    /// An object with the instance in its own form, its models, their options and pictures
    Json,
    /// The instance in its own form, as a file of it is
    Form,
    /// An object with the features of the default model by which 'auto' chooses, and its choice
    Features,
}

/// Maximum number of values of all cells of a board together that are listed cell by cell.
const MAX_LISTED_VALUES: u64 = 200_000;

/// Maximum time in which native search looks for values of hidden variables.
const MAX_SEARCH_TIME: Duration = Duration::from_secs(2);

pub(super) fn run(args: &ShowArgs) -> Result<u8, CliError> {
    let (found, solution) = match args.solution.as_deref() {
        Some("-") if args.input.file_name() == "-" => {
            let (instance, solution) = SourceText::instance_and_solution()?;
            (args.input.find_in(instance)?, Some(solution))
        }
        name => (
            args.input.find_instance(&CommandClock::unlimited())?,
            name.map(SourceText::read_source).transpose()?,
        ),
    };
    let instance = &*found.instance;
    let solutions = match &solution {
        None => Vec::new(),
        Some(text) => instance.notation().read_solutions(&text.source, &text.content)?,
    };
    let control = interrupt::interrupt_control();
    let limited = control.with_timeout(Some(MAX_SEARCH_TIME));
    // A wrong solution is drawn all the same: the picture shows the mistake, and standard error
    // names it.
    for terms in &solutions {
        match judge_solution(instance, terms, &Spec::native(), &limited) {
            SolutionValidity::Valid => {}
            SolutionValidity::Broken(broken) => eprintln!("parallax: not a solution: {broken}"),
            SolutionValidity::Undecided(why) => {
                eprintln!("parallax: perhaps not a solution: {why}");
            }
        }
    }
    let mut out = StandardOutput::new();
    if let Some(name) = &args.form {
        let text = instance
            .notation()
            .write_form(name)
            .map_err(|fault| CliError(format!("{}: not as {name}: {fault}", found.source)))?;
        out.write_all(text.as_bytes())?;
        out.flush()?;
        return Ok(0);
    }
    match args.format {
        ShowFormat::Text => {
            writeln!(out, "{}", instance.title())?;
            out.write_all(
                output_layout().fit_picture(&instance.picture().draw_text(&solutions)).as_bytes(),
            )?;
        }
        ShowFormat::Form => out.write_all(instance.notation().write_instance().as_bytes())?,
        ShowFormat::Svg => out.write_all(instance.picture().draw_svg(&solutions).as_bytes())?,
        ShowFormat::Features => writeln!(out, "{}", features_json(&found, &control)?)?,
        ShowFormat::Json => writeln!(out, "{}", instance_json(&found, &solutions))?,
    }
    out.flush()?;
    Ok(0)
}

/// Returns the object that describes an instance.
fn instance_json(found: &SourcedInstance, solutions: &[PuzzleSolution]) -> serde_json::Value {
    let instance = &*found.instance;
    serde_json::json!({
        "instance": found.source,
        "index": found.index,
        "puzzle": instance.puzzle_name(),
        "title": instance.title(),
        "models": instance.model_names(),
        "options": options_json(instance),
        "found_as": instance.notation().source_form(),
        "forms": instance.notation().list_forms(),
        "clues": instance.puzzle_reduction().map_or_else(Vec::new, PuzzleReduction::list_clues),
        "notes": instance.notation().setter_notes(),
        "board": board_json(instance),
        "form": instance.notation().write_instance(),
        "text": instance.picture().draw_text(solutions),
        "svg": instance.picture().draw_svg(solutions),
    })
}

/// Returns the features by which `auto` chooses, and its choice if a slice of native search does
/// not suffice.
fn features_json(
    found: &SourcedInstance,
    control: &Control,
) -> Result<serde_json::Value, CliError> {
    let instance = &*found.instance;
    let viewpoint = instance.default_viewpoint();
    let model = instance.model_within(&viewpoint, control);
    let model = model.map_err(|refusal| CliError(Answer::from(refusal).to_string()))?;
    let model = model.restrict_givens(&instance.givens(&viewpoint));
    // `auto` measures these features after the first propagation, so the same state is made here.
    // Without it native search refuses the model.
    let search = SearchState::new(&model, &first_settings(&model), 0, control).ok();
    let features = ModelFeatures::from_model(&model, search.as_ref());
    let way = if features.objective { SearchTask::Best } else { SearchTask::One };
    let choice = choose_engine(&features, way);
    Ok(serde_json::json!({
        "instance": found.source,
        "index": found.index,
        "puzzle": instance.puzzle_name(),
        "model": viewpoint.to_string(),
        "native": search.is_some(),
        "features": features,
        "then": choice.then.map_or_else(|| "native".to_owned(), |spec| spec.to_string()),
        "why": choice.why,
    }))
}

/// Returns the cells of the board, if the puzzle has one: the name of the variable in each, its
/// values, and the given value. Boards with very many values list only the values of the cell with
/// the largest domain.
fn board_json(instance: &dyn Instance) -> Option<serde_json::Value> {
    let viewpoint = instance.default_viewpoint();
    let board = instance.picture().board_layout(&viewpoint)?;
    let model = instance.model(&viewpoint).ok()?;
    let givens = instance.givens(&viewpoint);
    let values = |variable: VarId| -> Vec<_> {
        model.domain(variable).iter().map(|value| model.describe_value(variable, value)).collect()
    };
    let variables = (0..board.cells.len()).map(VarId::new);
    let all: u64 = variables.clone().map(|variable| model.domain(variable).len()).sum();
    let longest = variables.max_by_key(|&variable| model.domain(variable).len());
    let mut given = vec![None; board.cells.len()];
    for own in &givens {
        if let Some(place) = given.get_mut(own.variable.index()) {
            *place = Some(model.describe_value(own.variable, own.value));
        }
    }
    let cell = |(place, &cell): (usize, &usize)| {
        let variable = VarId::new(place);
        let mut object = serde_json::json!({
            "name": model.name_of(variable),
            "row": board.row_of(cell),
            "column": board.column_of(cell),
            "given": given[place],
        });
        if all <= MAX_LISTED_VALUES {
            object["values"] = values(variable).into();
        }
        object
    };
    Some(serde_json::json!({
        "values": longest.map(values),
        "rows": board.rows,
        "columns": board.columns,
        "box_height": board.boxes.map(|(height, _)| height),
        "box_width": board.boxes.map(|(_, width)| width),
        "cells": board.cells.iter().enumerate().map(cell).collect::<Vec<_>>(),
        "groups": different_groups(&model, board.cells.len()),
    }))
}

/// Returns the groups of cells that must have different values, by the names of their variables; the
/// variables of the cells are the first of the model.
fn different_groups(model: &Model, cells: usize) -> Vec<Vec<&str>> {
    let group = |constraint: &Constraint| match constraint {
        Constraint::AllDifferent(group) if group.scope.iter().all(|v| v.index() < cells) => {
            Some(group.scope.iter().map(|&variable| model.name_of(variable)).collect())
        }
        _ => None,
    };
    model.constraints().iter().filter_map(|posted| group(&posted.constraint)).collect()
}

/// Returns the options of the models: the name, the description, and the effect on the set of
/// solutions.
fn options_json(instance: &dyn Instance) -> Vec<serde_json::Value> {
    let described = |option: &ModelOption| {
        let effect = option.effect.name();
        serde_json::json!({"name": option.name, "about": option.words, "effect": effect})
    };
    instance.model_options().iter().map(described).collect()
}
