// Runs the WebAssembly build of MiniZinc in the npm package `minizinc` under Node, one process
// for many models.
//
//     node minizinc.mjs FOLDER
//     node minizinc.mjs FOLDER OPTION… MODEL
//
// With further arguments it answers once, as `minizinc` does: the last is the file of the model.
// FOLDER is the installed package. Each line of standard input is a question in JSON:
//     {"id": 1, "model": "var 1..2: x;", "options": ["--solver", "gecode", "-a"]}
// `files` may hold further files by name, and `name` the model's own name (default model.mzn).
// Each gives one line: {"id": 1, "code": 0, "out": "…", "err": "…", "ms": 12}. After a trap of
// the module, `code` is null, `trap` holds the reason, and the next question meets a new module.
// The process sets no time limit: it answers one question after the other, and its caller ends it.
import { readFileSync, writeSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { performance } from "node:perf_hooks";
import { createContext, Script } from "node:vm";

const folder = join(resolve(process.argv[2] ?? "node_modules/minizinc"), "dist");
const script = new Script(readFileSync(join(folder, "minizinc-worker.js"), "utf8"));
const program = new WebAssembly.Module(readFileSync(join(folder, "minizinc.wasm")));
const bytes = { "minizinc.data": readFileSync(join(folder, "minizinc.data")) };

/// A browser's worker that holds the module: messages go in by `ask` and come out in order.
class Worker {
  constructor() {
    this.waiting = [];
    this.files = "file:///";
    const worker = this;
    const instantiate = async (_, imports) => {
      const instance = await WebAssembly.instantiate(program, imports);
      const isMemory = (one) => one instanceof WebAssembly.Memory;
      worker.memory = Object.values(instance.exports).find(isMemory);
      return { instance, module: program };
    };
    const scope = {
      addEventListener: (_, handler) => { worker.handler = handler; },
      postMessage: (message) => worker.receive(message),
      console: { error: (...what) => worker.complain(what), log() {}, warn() {} },
      fetch: async (name) => new Response(bytes[String(name)]),
      WebAssembly: { ...own(WebAssembly), instantiate, instantiateStreaming: instantiate },
      WorkerGlobalScope: class {},
      location: new URL("file:///minizinc/worker.js"),
      performance, TextDecoder, TextEncoder, URL, setTimeout, clearTimeout, crypto,
      Uint8Array, ArrayBuffer,
    };
    scope.self = scope;
    script.runInContext(createContext(scope));
  }

  receive(message) {
    if (this.done && (message.type === "ready" || message.type === "exit")) this.done(message);
  }

  /// The worker reports a trap as an error on its console, before or instead of its exit.
  complain(what) {
    this.trap = String(what[0]?.message ?? what[0]);
  }

  async ask(data) {
    this.trap = null;
    const answer = new Promise((done) => { this.done = done; });
    await this.handler({ data });
    if (this.trap !== null) return { code: null, trap: this.trap };
    return answer;
  }

  async load() {
    await this.ask({ wasmURL: "minizinc.wasm", dataURL: "minizinc.data" });
    if (this.trap !== null) throw new Error(this.trap);
    this.fresh = new Uint8Array(this.memory.buffer).slice();
  }

  /// Solvers keep state between runs, so each run begins with the memory of a loaded module.
  reset() {
    const now = new Uint8Array(this.memory.buffer);
    now.set(this.fresh);
    now.fill(0, this.fresh.length);
  }
}

/// The members of a built-in object, which are not enumerable.
function own(object) {
  return Object.fromEntries(Object.getOwnPropertyNames(object).map((name) => [name, object[name]]));
}

function write(answer) {
  print(1, JSON.stringify(answer) + "\n");
}

function print(descriptor, text) {
  const line = Buffer.from(text);
  for (let at = 0; at < line.length;) {
    try {
      at += writeSync(descriptor, line, at);
    } catch (error) {
      if (error.code === "EPIPE") process.exit(0);
      if (error.code !== "EAGAIN") throw error;
    }
  }
}

/// Answers a question; a module that trapped is not used again.
async function answer(question) {
  if (worker === null) {
    worker = new Worker();
    await worker.load();
  }
  worker.reset();
  const name = question.name ?? "model.mzn";
  const began = performance.now();
  const got = await worker.ask({
    files: { ...question.files, [name]: question.model },
    args: [...(question.options ?? []), name],
  });
  const ms = Math.round(performance.now() - began);
  const whole = { id: question.id, out: got.stdout ?? "", err: got.stderr ?? "", ms };
  if (got.code !== null && got.code >= 0) return { ...whole, code: got.code };
  worker = null;
  return { ...whole, code: null, trap: got.trap ?? got.message };
}

async function once(options, file) {
  const model = readFileSync(file, "utf8");
  const got = await answer({ model, options, name: basename(file) });
  print(1, got.out);
  print(2, got.code === null ? `${got.err}trap: ${got.trap}\n` : got.err);
  process.exitCode = got.code ?? 70;
}

let worker = null;
const given = process.argv.slice(3);
if (given.length > 0) {
  await once(given.slice(0, -1), given.at(-1));
} else {
  for await (const line of createInterface({ input: process.stdin })) {
    if (line.trim() !== "") write(await answer(JSON.parse(line)));
  }
}
