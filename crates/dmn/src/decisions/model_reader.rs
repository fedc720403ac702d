//! Reads the decisions, inputs and knowledge models of a file.

use std::collections::{BTreeSet, HashMap};

use parallax_instance::InputError;
use parallax_xml::{child_elements, first_child, local_attribute, parse_document};
use roxmltree::Node;

use super::decision_model::{DecisionModel, KnowledgeModel, ModelDecision, ModelInput};
use super::feel_type::FeelType;
use super::logic_reader::LogicReader;
use super::type_definitions::TypeDefinitions;
use crate::dmn_file::{DmnFile, inner_text, required_ids};
use crate::feel::{
    ExpressionFault, MemberNames, NameBinding, NameScope, ParserNames, normal_name,
    parse_expression,
};

impl DecisionModel {
    /// Reads the decisions of a text. What is not understood is refused when it is asked for.
    ///
    /// # Errors
    /// Returns an error for damaged XML, another root, and a file without decisions.
    pub fn read_model(
        source: &str,
        text: &str,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<Self, InputError> {
        let document = parse_document(source, "", text, check)?;
        let file = DmnFile::from_text(source, text);
        let root = document.root_element();
        file.require_definitions(root)?;
        let mut parts = FileParts::from_root(root);
        if parts.decisions.is_empty() {
            return Err(file.node_error(root, "no decisions; expected at least one"));
        }
        let mut types = TypeDefinitions::from_root(root);
        let members = member_names(root);
        let mut inputs: Vec<ModelInput> = parts
            .inputs
            .iter()
            .map(|node| {
                let variable = first_child(*node, "variable");
                let kind = variable.map_or(FeelType::Any, |variable| types.node_type(variable));
                ModelInput { name: display_name(*node), kind }
            })
            .collect();
        parts.add_unnamed_inputs(&mut inputs, &mut types, &members, check)?;
        let mut reader = ModelReader {
            file: &file,
            outer: parts.name_scope(inputs.len()),
            functions: parts.function_scope(),
            ids: parts.slots_by_id(inputs.len()),
            unnamed: (parts.inputs.len()..)
                .zip(&parts.unnamed)
                .map(|(slot, name)| (name.as_str(), slot))
                .collect(),
            parts: &parts,
            types,
            members,
            inputs: inputs.len(),
        };
        let mut decisions = Vec::new();
        let mut calls = Vec::new();
        for index in 0..parts.decisions.len() {
            check()?;
            let (decision, called) = reader.read_decision(index);
            decisions.push(decision);
            calls.push(called);
        }
        let knowledge = (0..parts.knowledge.len()).map(|index| reader.read_knowledge(index));
        let knowledge = knowledge.collect();
        let names = reader.outer;
        let source = source.to_owned();
        let mut model = DecisionModel { source, inputs, decisions, knowledge, names };
        model.refuse_calls(&calls);
        Ok(model)
    }
}

/// The elements of a file that have names.
struct FileParts<'a> {
    inputs: Vec<Node<'a, 'a>>,
    decisions: Vec<Node<'a, 'a>>,
    knowledge: Vec<Node<'a, 'a>>,
    /// The inputs that are named in tables alone.
    unnamed: Vec<String>,
}

/// Returns the name of an element; its id if it has none.
fn display_name(node: Node<'_, '_>) -> String {
    let name = local_attribute(node, "name").or_else(|| local_attribute(node, "id"));
    normal_name(name.unwrap_or_default())
}

/// Returns the name of an element's variable.
fn variable_name<'a>(node: Node<'a, 'a>) -> Option<&'a str> {
    first_child(node, "variable").and_then(|variable| local_attribute(variable, "name"))
}

/// Returns the names of members: of structures, entries, outputs and relations.
fn member_names(root: Node<'_, '_>) -> MemberNames {
    let mut members = MemberNames::default();
    for node in root.descendants().filter(Node::is_element) {
        let name = match node.tag_name().name() {
            "itemComponent" | "output" | "column" => local_attribute(node, "name"),
            "contextEntry" => variable_name(node),
            _ => None,
        };
        if let Some(name) = name {
            members.add_member(name);
        }
    }
    members
}

impl<'a> FileParts<'a> {
    fn from_root(root: Node<'a, 'a>) -> Self {
        let all = |tag| child_elements(root, tag).collect();
        FileParts {
            inputs: all("inputData"),
            decisions: all("decision"),
            knowledge: all("businessKnowledgeModel"),
            unnamed: Vec::new(),
        }
    }

    /// Returns the names of the whole file, with slots for this many inputs. A name of an earlier
    /// rank hides those of later ones; two of one rank are ambiguous.
    fn name_scope(&self, inputs: usize) -> NameScope {
        let mut ranks: [Vec<(String, NameBinding)>; 4] = Default::default();
        for (slot, node) in self.inputs.iter().enumerate() {
            add_names(&mut ranks, *node, slot);
        }
        for (index, node) in self.decisions.iter().enumerate() {
            add_names(&mut ranks, *node, inputs + index);
        }
        for (slot, name) in (self.inputs.len()..).zip(&self.unnamed) {
            ranks[2].push((name.clone(), NameBinding::Slot(slot)));
        }
        for (index, node) in self.knowledge.iter().enumerate() {
            ranks[1].push((display_name(*node), knowledge_binding(*node, index)));
        }
        let mut names: HashMap<String, (usize, NameBinding)> = HashMap::new();
        for (rank, list) in ranks.into_iter().enumerate() {
            for (name, binding) in list {
                match names.get_mut(&name) {
                    None => {
                        names.insert(name, (rank, binding));
                    }
                    Some((other, known)) if *other == rank && *known != binding => {
                        *known = NameBinding::Ambiguous;
                    }
                    Some(_) => {}
                }
            }
        }
        let mut scope = NameScope::default();
        for (name, (_, binding)) in names {
            scope.add_name(&name, binding);
        }
        scope
    }

    /// Returns the names of the knowledge models.
    fn function_scope(&self) -> NameScope {
        let mut scope = NameScope::default();
        for (index, node) in self.knowledge.iter().enumerate() {
            scope.add_name(&display_name(*node), knowledge_binding(*node, index));
        }
        scope
    }

    /// Returns the elements with their slots, for this many inputs.
    fn slots_by_id(&self, inputs: usize) -> HashMap<&'a str, (Node<'a, 'a>, usize)> {
        let parts = (0..).zip(&self.inputs).chain((inputs..).zip(&self.decisions));
        parts
            .filter_map(|(slot, node)| Some((local_attribute(*node, "id")?, (*node, slot))))
            .collect()
    }

    /// Adds the inputs that only the tables name, as in files without input data.
    fn add_unnamed_inputs(
        &mut self,
        inputs: &mut Vec<ModelInput>,
        types: &mut TypeDefinitions<'_>,
        members: &MemberNames,
        check: &dyn Fn() -> Result<(), InputError>,
    ) -> Result<(), InputError> {
        let mut scope = self.name_scope(self.inputs.len());
        // The slots of this scope do not matter; that of the decision itself does.
        let is_open = self.inputs.is_empty();
        for (index, decision) in self.decisions.clone().into_iter().enumerate() {
            check()?;
            let mut texts = Vec::new();
            if let Some(table) = first_child(decision, "decisionTable") {
                let inputs = child_elements(table, "input");
                let expressions = inputs.filter_map(|input| first_child(input, "inputExpression"));
                texts.extend(expressions.map(|node| (node, inner_text(node))));
            } else if let Some(literal) =
                first_child(decision, "literalExpression").filter(|_| is_open)
            {
                texts.push((literal, inner_text(literal)));
            }
            let hidden = Some(self.inputs.len() + index);
            for (node, text) in texts {
                while let Some(name) = unknown_name(&text, &mut scope, hidden, members) {
                    let is_whole = normal_name(&text) == name;
                    let kind = if is_whole { types.node_type(node) } else { FeelType::Any };
                    inputs.push(ModelInput { name: name.clone(), kind });
                    // No slot of this scope is that of the decision.
                    scope.add_name(&name, NameBinding::Slot(usize::MAX));
                    self.unnamed.push(name);
                }
            }
        }
        Ok(())
    }
}

/// Returns the first name of an expression that is not known.
fn unknown_name(
    text: &str,
    outer: &mut NameScope,
    hidden: Option<usize>,
    members: &MemberNames,
) -> Option<String> {
    let names = ParserNames {
        scope: &mut NameScope::default(),
        outer,
        hidden,
        members,
        free_slot: 0,
        used: &mut BTreeSet::new(),
        called: &mut BTreeSet::new(),
    };
    match parse_expression(text, names) {
        Err(error) => match error.fault {
            ExpressionFault::UnknownName(name) if name != "?" => Some(name),
            _ => None,
        },
        Ok(_) => None,
    }
}

/// Adds the names of an input or a decision by rank: of its variable, its own, those of its outputs,
/// its id.
fn add_names(ranks: &mut [Vec<(String, NameBinding)>; 4], node: Node<'_, '_>, slot: usize) {
    let mut add = |rank: usize, name: &str, binding: NameBinding| {
        ranks[rank].push((normal_name(name), binding));
    };
    if let Some(name) = variable_name(node) {
        add(0, name, NameBinding::Slot(slot));
    }
    add(1, local_attribute(node, "name").unwrap_or_default(), NameBinding::Slot(slot));
    if let Some(table) = first_child(node, "decisionTable") {
        let outputs: Vec<Node<'_, '_>> = child_elements(table, "output").collect();
        for output in &outputs {
            let Some(name) = local_attribute(*output, "name") else { continue };
            let binding = match outputs.len() {
                1 => NameBinding::Slot(slot),
                _ => NameBinding::Output(slot, normal_name(name).into()),
            };
            add(2, name, binding);
        }
    }
    add(3, local_attribute(node, "id").unwrap_or_default(), NameBinding::Slot(slot));
}

/// Returns the parameters of a knowledge model, with their elements.
fn knowledge_parameters<'a>(node: Node<'a, 'a>) -> Vec<(String, Node<'a, 'a>)> {
    let function = first_child(node, "encapsulatedLogic");
    let parameters = function.into_iter().flat_map(|f| child_elements(f, "formalParameter"));
    parameters
        .map(|node| (normal_name(local_attribute(node, "name").unwrap_or_default()), node))
        .collect()
}

fn knowledge_binding(node: Node<'_, '_>, index: usize) -> NameBinding {
    let parameters: Vec<String> =
        knowledge_parameters(node).into_iter().map(|(name, _)| name).collect();
    NameBinding::Model(index, parameters.into())
}

/// Reads the parts of a file with all its names at hand.
struct ModelReader<'r, 'a> {
    file: &'r DmnFile<'r>,
    parts: &'r FileParts<'a>,
    types: TypeDefinitions<'a>,
    members: MemberNames,
    outer: NameScope,
    /// The names of knowledge models alone, which see no inputs.
    functions: NameScope,
    /// The inputs that only tables name, with their slots.
    unnamed: HashMap<&'r str, usize>,
    /// The inputs and decisions by id, with their slots.
    ids: HashMap<&'a str, (Node<'a, 'a>, usize)>,
    /// The number of inputs.
    inputs: usize,
}

impl ModelReader<'_, '_> {
    fn slot_count(&self) -> usize {
        self.inputs + self.parts.decisions.len()
    }

    /// Returns the names of what an element requires.
    fn required_scope(&self, node: Node<'_, '_>) -> NameScope {
        let mut ranks: [Vec<(String, NameBinding)>; 4] = Default::default();
        for required in ["requiredInput", "requiredDecision"] {
            for id in required_ids(node, "informationRequirement", required) {
                if let Some((part, slot)) = self.ids.get(id) {
                    add_names(&mut ranks, *part, *slot);
                }
            }
        }
        let mut scope = NameScope::default();
        // The latest name hides the others, so the first rank comes last.
        for (name, binding) in ranks.into_iter().rev().flatten() {
            scope.add_name(&name, binding);
        }
        scope
    }

    /// Reads a decision, and the knowledge models that it calls.
    fn read_decision(&mut self, index: usize) -> (ModelDecision, Vec<usize>) {
        let node = self.parts.decisions[index];
        let name = display_name(node);
        let variable = first_child(node, "variable");
        let mut kind = variable.map_or(FeelType::Any, |variable| self.types.node_type(variable));
        if kind == FeelType::Any
            && let Some(table) = first_child(node, "decisionTable")
        {
            let outputs: Vec<Node<'_, '_>> = child_elements(table, "output").collect();
            let is_single = local_attribute(table, "hitPolicy")
                .is_none_or(|policy| ["UNIQUE", "ANY", "FIRST", "PRIORITY"].contains(&policy));
            if let ([only], true) = (&outputs[..], is_single) {
                kind = self.types.node_type(*only);
            }
        }
        let slots = self.slot_count();
        let mut scope = self.required_scope(node);
        // An input that has the name of the decision's own result is hidden by it elsewhere.
        let mut own: [Vec<(String, NameBinding)>; 4] = Default::default();
        add_names(&mut own, node, self.inputs + index);
        for (name, _) in own.iter().flatten() {
            if let Some(&slot) = self.unnamed.get(name.as_str()) {
                scope.add_name(name, NameBinding::Slot(slot));
            }
        }
        let mut reader = LogicReader {
            file: self.file,
            place: format!("decision '{name}'"),
            scope,
            types: &mut self.types,
            outer: &self.outer,
            members: &self.members,
            hidden: Some(self.inputs + index),
            free_slot: slots,
            used: BTreeSet::new(),
            calls: BTreeSet::new(),
        };
        let logic = reader.read_logic(node);
        let used = reader.used.into_iter().filter(|&slot| slot < slots).collect();
        let calls = reader.calls.into_iter().collect();
        (ModelDecision { name, kind, used, logic }, calls)
    }

    fn read_knowledge(&mut self, index: usize) -> KnowledgeModel {
        let node = self.parts.knowledge[index];
        let name = display_name(node);
        let parameters = knowledge_parameters(node);
        let mut scope = NameScope::default();
        for (slot, (parameter, _)) in parameters.iter().enumerate() {
            scope.add_name(parameter, NameBinding::Slot(slot));
        }
        let function = first_child(node, "encapsulatedLogic");
        let body = function.and_then(|function| {
            let logic = |part: &Node<'_, '_>| local_attribute(*part, "typeRef").is_some();
            let parts = function.children().filter(Node::is_element);
            parts.filter(|part| part.tag_name().name() != "formalParameter").find(logic)
        });
        let kinds = [first_child(node, "variable"), function, body];
        let kind = kinds
            .into_iter()
            .flatten()
            .map(|node| self.types.node_type(node))
            .find(|kind| *kind != FeelType::Any)
            .unwrap_or(FeelType::Any);
        let parameters: Vec<(String, FeelType)> =
            parameters.into_iter().map(|(name, node)| (name, self.types.node_type(node))).collect();
        let mut reader = LogicReader {
            file: self.file,
            place: format!("knowledge model '{name}'"),
            scope,
            types: &mut self.types,
            outer: &self.functions,
            members: &self.members,
            hidden: None,
            free_slot: parameters.len(),
            used: BTreeSet::new(),
            calls: BTreeSet::new(),
        };
        let logic = match function {
            Some(function) => match local_attribute(function, "kind") {
                None | Some("FEEL") => reader.read_logic(function),
                Some(other) => {
                    let message = format!("knowledge model '{name}': a function in '{other}'");
                    Err(self.file.node_error(function, message))
                }
            },
            None => {
                let message = format!("knowledge model '{name}': no logic");
                Err(self.file.node_error(node, message))
            }
        };
        let calls = reader.calls.into_iter().collect();
        KnowledgeModel { name, parameters, kind, calls, logic }
    }
}
