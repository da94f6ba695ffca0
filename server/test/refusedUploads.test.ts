import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import pino from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newApp } from "../src/platform/http/app.ts";

let app: FastifyInstance;
beforeEach(async () => {
  app = await newApp(pino({ level: "silent" }), { bodyMs: 100 });
  // As routes of uploads do: the body may take ten minutes, and whoever is not signed in is refused before it is read.
  app.put("/upload", { config: { bodyMs: 600_000 }, onRequest: async (_, reply) => reply.code(401).send() }, () => "");
  app.get("/", () => "here");
  await app.listen({ host: "127.0.0.1", port: 0 });
});
afterEach(() => app.close());

/** A connection over which half of an upload was sent and refused. */
async function refused(): Promise<Socket> {
  const socket = connect((app.server.address() as AddressInfo).port, "127.0.0.1");
  socket.setEncoding("latin1");
  socket.write("PUT /upload HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 10\r\n\r\n12345");
  expect((await once(socket, "data"))[0]).toMatch(/^HTTP\/1\.1 401 /);
  return socket;
}

test("a refused upload whose rest never comes loses its connection, long before its body's time is over", async () => {
  const socket = await refused();
  await once(socket, "close");
});

test("a refused upload whose rest comes keeps its connection for the next request", async () => {
  const socket = await refused();
  socket.write("67890GET / HTTP/1.1\r\nhost: x\r\n\r\n");
  const [answer] = (await once(socket, "data")) as [string];
  expect(answer).toMatch(/^HTTP\/1\.1 200 /);
  socket.destroy();
});
