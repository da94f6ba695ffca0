import type { FastifyInstance } from "fastify";
import { appOptions, newApp } from "../platform/http/app.ts";
import { type WebSocketPaths, webSocketPaths } from "../platform/http/webSockets.ts";
import { type Lifecycle, lifecycle } from "../platform/runtime/lifecycle.ts";
import type { BaseContext } from "./baseContext.ts";

/** The HTTP server, not listening yet, and timers that run until it has answered the last request. */
export interface OpenServer extends Pick<Lifecycle, "every" | "onStop"> {
  app: FastifyInstance;
  webSockets: WebSocketPaths;
}

export async function openServer({ config, log, problem, onStop }: BaseContext): Promise<OpenServer> {
  const webSockets = webSocketPaths();
  const timers = lifecycle(problem);
  onStop(timers.stop);
  const app = await newApp(log, { ...appOptions(config), webSockets });
  onStop(() => app.close());
  return { app, webSockets, every: timers.every, onStop: timers.onStop };
}
