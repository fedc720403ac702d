//! All routes and their handlers.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use parallax_engines::Spec;
use serde_json::json;

use super::command_runner::CommandRunner;
use super::commands::{self, CommandMaker};
use super::games::GameRegistry;
use super::guard::AllowedHosts;
use super::refusal::{HttpError, json_response, typed_response};
use super::{body, game_requests, guard, pages};

/// The description of the interface in OpenAPI.
const OPENAPI_DESCRIPTION: &str = include_str!("openapi.json");

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RequestMethod {
    /// Requests existing data.
    Get,
    /// Requests work, or changes something.
    Post,
}

/// A route: its method, and its path, where `{id}` represents the name of a game.
#[derive(Clone, Copy, Debug)]
struct ServerRoute {
    /// The method.
    method: RequestMethod,
    /// The path.
    path: &'static str,
    to: RouteHandler,
}

/// The handler of a route.
#[derive(Clone, Copy, Debug)]
enum RouteHandler {
    Work(CommandMaker),
    About,
    Description,
    Begin,
    Play,
    State,
    Watch,
}

const fn post(path: &'static str, to: RouteHandler) -> ServerRoute {
    ServerRoute { method: RequestMethod::Post, path, to }
}

const fn get(path: &'static str, to: RouteHandler) -> ServerRoute {
    ServerRoute { method: RequestMethod::Get, path, to }
}

/// All routes of the interface. Every other path is a page, or not found.
const SERVER_ROUTES: &[ServerRoute] = &[
    get("/api/about", RouteHandler::About),
    get("/api/openapi.json", RouteHandler::Description),
    post("/api/read", RouteHandler::Work(commands::show_command)),
    post("/api/solve", RouteHandler::Work(commands::solve_command)),
    post("/api/compare", RouteHandler::Work(commands::compare_command)),
    post("/api/generate", RouteHandler::Work(commands::generate_command)),
    post("/api/explain", RouteHandler::Work(commands::explain_command)),
    post("/api/hint", RouteHandler::Work(commands::hint_command)),
    post("/api/candidates", RouteHandler::Work(commands::candidates_command)),
    post("/api/path", RouteHandler::Work(commands::path_command)),
    post("/api/rate", RouteHandler::Work(commands::rate_command)),
    post("/api/export", RouteHandler::Work(commands::export_command)),
    post("/api/why", RouteHandler::Work(commands::why_command)),
    post("/api/lint", RouteHandler::Work(commands::lint_command)),
    post("/api/check", RouteHandler::Work(commands::check_command)),
    post("/api/games", RouteHandler::Begin),
    post("/api/games/{id}", RouteHandler::Play),
    get("/api/games/{id}", RouteHandler::State),
    get("/api/games/{id}/events", RouteHandler::Watch),
];

/// Returns the part of a path that `{id}` represents, if the path matches the route.
fn match_path<'a>(route: &str, path: &'a str) -> Option<&'a str> {
    let Some((before, after)) = route.split_once("{id}") else {
        return (route == path).then_some("");
    };
    let id = path.strip_prefix(before)?.strip_suffix(after)?;
    // The ids are hexadecimal numbers. A slash or an escape in this place belongs to no game.
    let is_name = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then_some(id)
}

/// The state of the server that all requests share.
pub(super) struct ServerState {
    pub(super) runner: Arc<CommandRunner>,
    pub(super) games: Arc<GameRegistry>,
    pub(super) hosts: AllowedHosts,
}

impl ServerState {
    /// Answers a request.
    pub(super) async fn answer(self: Arc<Self>, request: Request<Body>) -> Response<Body> {
        let mut response = match self.hosts.check_host(&request) {
            Ok(()) => self.route(request).await,
            Err(refusal) => refusal.response(),
        };
        guard::add_headers(&mut response);
        response
    }

    async fn route(&self, request: Request<Body>) -> Response<Body> {
        let (parts, content) = request.into_parts();
        let path = parts.uri.path();
        let method = match parts.method.as_str() {
            // The HTTP library leaves out the body of an answer to HEAD.
            "GET" | "HEAD" => Some(RequestMethod::Get),
            "POST" => Some(RequestMethod::Post),
            _ => None,
        };
        // A path may belong to several routes that differ in their methods.
        let named: Vec<(&ServerRoute, &str)> = SERVER_ROUTES
            .iter()
            .filter_map(|route| Some((route, match_path(route.path, path)?)))
            .collect();
        if named.is_empty() && method == Some(RequestMethod::Get) {
            return pages::page_file(path);
        }
        let Some((route, id)) = named.iter().find(|(route, _)| Some(route.method) == method) else {
            // A known path with an unknown method is 405, whether it is a route or a page.
            let nothing = named.is_empty() && pages::page_paths().all(|own| own != path);
            let refusal = if nothing {
                HttpError::new(StatusCode::NOT_FOUND, "there is nothing here")
            } else {
                HttpError::new(StatusCode::METHOD_NOT_ALLOWED, "another method is expected")
            };
            return refusal.response();
        };
        let (limits, games) = (&self.runner.limits, &self.games);
        // The reservation ends with the body's reading: what remains of these small requests is
        // negligible.
        let read = |content| async {
            let mut taken = self.runner.room.enter_request();
            body::read(&parts.headers, content, limits, &mut taken).await
        };
        let answer = match route.to {
            RouteHandler::Work(maker) => {
                return self.runner.clone().answer(maker, &parts.headers, content).await;
            }
            RouteHandler::About => Ok(self.describe_server()),
            RouteHandler::Description => {
                Ok(typed_response(StatusCode::OK, "application/json", OPENAPI_DESCRIPTION))
            }
            RouteHandler::Begin => {
                read(content).await.and_then(|fields| game_requests::begin_play(games, fields))
            }
            RouteHandler::Play => {
                read(content).await.and_then(|fields| game_requests::play_move(games, id, fields))
            }
            RouteHandler::State => {
                games.game_state(id).map(|state| json_response(StatusCode::OK, &state))
            }
            RouteHandler::Watch => game_requests::stream_states(games, id),
        };
        answer.unwrap_or_else(|refusal| refusal.response())
    }

    /// Describes the program, its engines and its limits.
    fn describe_server(&self) -> Response<Body> {
        let limits = &self.runner.limits;
        let built = Spec::complete_engines().into_iter().filter(Spec::is_built);
        let engines: Vec<String> = built.map(|spec| spec.to_string()).collect();
        let object = json!({
            "program": "parallax",
            "version": env!("CARGO_PKG_VERSION"),
            "engines": engines,
            "limits": {
                "body_bytes": limits.body_bytes,
                "answer_bytes": limits.answer_bytes,
                "seconds": limits.seconds,
                "memory_mb": limits.memory_mb,
                "at_once": limits.at_once,
                "waiting": limits.waiting,
                "wait_s": limits.wait.as_secs(),
                "sending_s": limits.sending.as_secs(),
            },
        });
        json_response(StatusCode::OK, &object)
    }
}
