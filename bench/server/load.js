// The load: TABLES tables, two connections each, one move in flight a table, for SECONDS seconds.
// usage: node load.js throwdown|peer PORT TABLES SECONDS PID, the server's process id
const WebSocket = require("ws");
const { readFileSync } = require("fs");
const { performance } = require("perf_hooks");

const [kind, port, tables, seconds, pid] = [process.argv[2], ...process.argv.slice(3).map(Number)];
const http = `http://127.0.0.1:${port}`;
const latencies = [];
const WARM_UP = 0.25; // of the time, not counted
let until = Infinity;
let from = Infinity;

const confirmed = (sent) => {
  const now = performance.now();
  if (sent >= from && now < until) latencies.push(now - sent);
};

// Seconds of processor time that the server has used, by Linux's clock of 100 ticks a second.
const used = () => {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1].split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const opened = (socket) => new Promise((done) => socket.once("open", done));

async function guest() {
  const answer = await fetch(`${http}/api/me`);
  return answer.headers.get("set-cookie").split(";")[0];
}

async function post(cookie, path, body) {
  const headers = { cookie, "content-type": "application/json" };
  const answer = await fetch(http + path, { method: "POST", headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`);
  return answer.json();
}

// Throwdown: Command Dice, random legal choices, every move durable before it is confirmed.
async function throwdownTable() {
  const cookies = await Promise.all([guest(), guest()]);
  const { id } = await post(cookies[0], "/api/tables", { game: "command-dice", pace: "quick" });
  let request = 0;
  let reached = 0; // the last confirmed event
  const seats = [];
  const moveWhenLevel = () => {
    const [behind, ahead] = seats[0].n < seats[1].n ? seats : [seats[1], seats[0]];
    if (ahead.n < reached || ahead.waiting || behind.waiting || performance.now() > until) return;
    // Of a secret choice nobody else is told before they have chosen too: whoever is behind then has a choice.
    if (behind.n < ahead.n && (ahead.legal.length || !behind.legal.length)) return;
    const seat = behind.legal.length ? behind : ahead;
    if (!seat.legal.length) return;
    const event = seat.legal[Math.floor(Math.random() * seat.legal.length)];
    seat.waiting = performance.now();
    seat.socket.send(JSON.stringify({ t: "play", request: ++request, event, after: seat.n }));
  };
  for (const cookie of cookies) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/api/tables/${id}/live?form=raw`, { headers: { cookie } });
    const seat = { socket, n: 0, legal: [], waiting: 0, commitment: "" };
    seats.push(seat);
    const hear = (message) => {
      if (message.t === "done" && seat.waiting) {
        confirmed(seat.waiting);
        seat.waiting = 0;
        reached = message.n;
      } else if (message.t === "events") {
        seat.n = message.after + message.events.length;
        seat.legal = message.legal;
      } else if (message.t === "refused" && message.request) {
        // A seed has no number, and comes too late where the server has waited for it long enough.
        throw new Error(message.why);
      } else if (message.phase === "over" && seat.match !== (message.match ?? 1)) {
        seat.match = message.match ?? 1;
        reached = 0;
        seat.n = 0;
        seat.legal = [];
        socket.send(JSON.stringify({ t: "rematch", request: ++request }));
      } else if (message.phase === "waiting" && seat.commitment !== message.commitment && message.you >= 0) {
        seat.commitment = message.commitment;
        seat.n = 0;
        socket.send(JSON.stringify({ t: "seed", seed: "5eed" }));
      }
    };
    socket.on("message", (data) => {
      for (const line of data.toString().split("\n")) hear(JSON.parse(line));
      if (seats.length === 2) moveWhenLevel();
    });
    await opened(socket);
  }
  await post(cookies[1], `/api/tables/${id}/sit`, { seat: 1 });
  while (!seats.some((seat) => seat.n)) await new Promise((done) => setTimeout(done, 20));
}

// boardgame.io: the counter, over its own protocol (engine.io 4, websocket only).
async function peerTable(number) {
  const match = `match-${process.pid}-${number}`;
  const seats = [];
  const move = (seat) => {
    if (performance.now() > until) return;
    const action = { type: "MAKE_MOVE", payload: { type: "step", args: [], playerID: seat.player } };
    seat.sent = performance.now();
    seat.socket.send(`42/counter,${JSON.stringify(["update", action, seat.state, match, seat.player])}`);
  };
  for (const player of ["0", "1"]) {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      headers: { origin: "http://localhost" },
    });
    const seat = { socket, player, state: 0, sent: 0 };
    seats.push(seat);
    const ready = new Promise((done) => {
      socket.on("message", (data) => {
        const text = data.toString();
        if (text[0] === "0") socket.send("40/counter,");
        else if (text === "2") socket.send("3");
        else if (text.startsWith("40/counter")) socket.send(`42/counter,${JSON.stringify(["sync", match, player, undefined, 2])}`);
        else if (text.startsWith("42/counter,")) {
          const [name, , state] = JSON.parse(text.slice("42/counter,".length));
          if (name === "sync") return done();
          if (name !== "update") return;
          seat.state = state._stateID;
          if (seat.sent) {
            confirmed(seat.sent);
            seat.sent = 0;
          } else move(seat);
        }
      });
    });
    await opened(socket);
    await ready;
  }
  return () => move(seats[0]);
}

async function main() {
  const starts = [];
  for (let k = 0; k < tables; k++) starts.push(await (kind === "peer" ? peerTable(k) : throwdownTable()));
  from = performance.now() + seconds * WARM_UP * 1000;
  until = from + seconds * 1000;
  for (const start of starts) if (start) start();
  await new Promise((done) => setTimeout(done, from - performance.now()));
  const before = used();
  await new Promise((done) => setTimeout(done, until - performance.now()));
  const cpu = used() - before;
  latencies.sort((a, b) => a - b);
  const at = (share) => latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))];
  process.stdout.write(JSON.stringify({
    rate: latencies.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    cpu: (cpu / latencies.length) * 1e6,
  }) + "\n");
  process.exit(0);
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
