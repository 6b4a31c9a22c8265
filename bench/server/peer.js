// boardgame.io's server in memory, with the lightest game there is: a counter, two players in turn.
const { Server, Origins } = require("boardgame.io/dist/cjs/server.js");

const counter = {
  name: "counter",
  setup: () => ({ n: 0 }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { step: ({ G }) => void G.n++ },
};

const server = Server({ games: [counter], origins: [Origins.LOCALHOST] });
console.info = console.log = () => {};
server.run({ port: { port: Number(process.argv[2]), host: "127.0.0.1" } }).then(() => process.stdout.write("ready\n"));
