//! All routes and their handlers.

use std::sync::Arc;

use axum::body::Body;
use axum::http::{Request, Response, StatusCode};
use parallax_engines::Spec;
use serde_json::json;

use super::commands::{self, Maker};
use super::games::Games;
use super::guard::Hosts;
use super::refusal::{Refusal, json_response, typed};
use super::work::CommandRunner;
use super::{body, guard, pages, play};

/// The description of the interface in OpenAPI.
const OPENAPI: &str = include_str!("openapi.json");

/// The method of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Method {
    /// Requests existing data.
    Get,
    /// Requests work, or changes something.
    Post,
}

/// A route: its method, and its path, where `{id}` represents the name of a game.
#[derive(Clone, Copy, Debug)]
struct Route {
    /// The method.
    method: Method,
    /// The path.
    path: &'static str,
    to: To,
}

/// The handler of a route.
#[derive(Clone, Copy, Debug)]
enum To {
    Work(Maker),
    About,
    Description,
    Begin,
    Play,
    State,
    Watch,
}

const fn post(path: &'static str, to: To) -> Route {
    Route { method: Method::Post, path, to }
}

const fn get(path: &'static str, to: To) -> Route {
    Route { method: Method::Get, path, to }
}

/// All routes of the interface. Every other path is a page, or not found.
const ROUTES: &[Route] = &[
    get("/api/about", To::About),
    get("/api/openapi.json", To::Description),
    post("/api/read", To::Work(commands::read)),
    post("/api/solve", To::Work(commands::solve)),
    post("/api/compare", To::Work(commands::compare)),
    post("/api/generate", To::Work(commands::generate)),
    post("/api/explain", To::Work(commands::explain)),
    post("/api/hint", To::Work(commands::hint)),
    post("/api/candidates", To::Work(commands::candidates)),
    post("/api/path", To::Work(commands::path)),
    post("/api/rate", To::Work(commands::rate)),
    post("/api/export", To::Work(commands::export)),
    post("/api/check", To::Work(commands::check)),
    post("/api/games", To::Begin),
    post("/api/games/{id}", To::Play),
    get("/api/games/{id}", To::State),
    get("/api/games/{id}/events", To::Watch),
];

/// Returns the part of a path that `{id}` represents, if the path matches the route.
fn fits<'a>(route: &str, path: &'a str) -> Option<&'a str> {
    let Some((before, after)) = route.split_once("{id}") else {
        return (route == path).then_some("");
    };
    let id = path.strip_prefix(before)?.strip_suffix(after)?;
    let is_name = !id.is_empty() && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_name.then_some(id)
}

/// The state of the server that all requests share.
pub(super) struct House {
    pub(super) shop: Arc<CommandRunner>,
    pub(super) games: Arc<Games>,
    pub(super) hosts: Hosts,
}

impl House {
    /// Answers a request.
    pub(super) async fn answer(self: Arc<Self>, request: Request<Body>) -> Response<Body> {
        let mut response = match self.hosts.check(&request) {
            Ok(()) => self.route(request).await,
            Err(refusal) => refusal.response(),
        };
        guard::mark(&mut response);
        response
    }

    async fn route(&self, request: Request<Body>) -> Response<Body> {
        let (parts, content) = request.into_parts();
        let path = parts.uri.path();
        let method = match parts.method.as_str() {
            "GET" | "HEAD" => Some(Method::Get),
            "POST" => Some(Method::Post),
            _ => None,
        };
        let named: Vec<(&Route, &str)> =
            ROUTES.iter().filter_map(|route| Some((route, fits(route.path, path)?))).collect();
        if named.is_empty() && method == Some(Method::Get) {
            return pages::file(path);
        }
        let Some((route, id)) = named.iter().find(|(route, _)| Some(route.method) == method) else {
            let nothing = named.is_empty() && pages::paths().all(|own| own != path);
            let refusal = if nothing {
                Refusal::new(StatusCode::NOT_FOUND, "there is nothing here")
            } else {
                Refusal::new(StatusCode::METHOD_NOT_ALLOWED, "another method is expected")
            };
            return refusal.response();
        };
        let (limits, games) = (&self.shop.limits, &self.games);
        let read = |content| async {
            let mut taken = self.shop.room.enter();
            body::read(&parts.headers, content, limits, &mut taken).await
        };
        let answer = match route.to {
            To::Work(maker) => {
                return self.shop.clone().answer(maker, &parts.headers, content).await;
            }
            To::About => Ok(self.about()),
            To::Description => Ok(typed(StatusCode::OK, "application/json", OPENAPI)),
            To::Begin => read(content).await.and_then(|fields| play::begin(games, fields)),
            To::Play => read(content).await.and_then(|fields| play::play(games, id, fields)),
            To::State => games.state(id).map(|state| json_response(StatusCode::OK, &state)),
            To::Watch => play::watch(games, id),
        };
        answer.unwrap_or_else(|refusal| refusal.response())
    }

    /// Describes the program, its engines and its limits.
    fn about(&self) -> Response<Body> {
        let limits = &self.shop.limits;
        let built = Spec::defaults().into_iter().filter(Spec::is_built);
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
