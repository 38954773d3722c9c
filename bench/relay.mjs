// A network: passes on what it is sent, a while later, and answers at once. Arguments: the address of the server, milliseconds.

import { connect, createServer } from "node:net";

const [url, ms] = process.argv.slice(2);
const { hostname, port } = new URL(url);
const server = createServer((client) => {
  const upstream = connect(Number(port), hostname);
  client.setNoDelay(true);
  upstream.setNoDelay(true);
  // Timers of one length fire in the order in which they were set: so do the pieces arrive.
  client.on("data", (piece) => setTimeout(() => upstream.write(piece), Number(ms)));
  client.on("end", () => setTimeout(() => upstream.end(), Number(ms)));
  upstream.pipe(client);
  for (const socket of [client, upstream]) {
    socket.on("error", () => {
      client.destroy();
      upstream.destroy();
    });
  }
});
server.listen(0, "127.0.0.1", () => {
  console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` }));
});
