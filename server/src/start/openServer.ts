import type { FastifyInstance } from "fastify";
import { appOptions, newApp } from "../app.ts";
import { type Lifecycle, lifecycle } from "../lifecycle.ts";
import type { Ground } from "./ground.ts";

/** The HTTP server, not listening yet, and timers that run until it has answered the last request. */
export interface OpenServer extends Pick<Lifecycle, "every" | "onStop"> {
  app: FastifyInstance;
}

export async function openServer({ config, log, problem, onStop }: Ground): Promise<OpenServer> {
  const timers = lifecycle(problem);
  onStop(timers.stop);
  const app = await newApp(log, appOptions(config));
  onStop(() => app.close());
  return { app, every: timers.every, onStop: timers.onStop };
}
