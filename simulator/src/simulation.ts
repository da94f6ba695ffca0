import { macHex } from "@pulse/protocols/mac";
import { connect, type MqttClient } from "mqtt";
import type { DemoCustomer, DemoGateway, DemoSite } from "./demo/model.ts";
import { demoSites } from "./demo/world.ts";
import { drawnAir } from "./radio/drawnAir.ts";
import { defaultRadio, type RadioSettings } from "./radio/settings.ts";
import { seedOf } from "./random.ts";
import { newSiteRun, type SimulatedMessage, type Truth } from "./siteRun.ts";

export interface GatewayCredentials {
  username: string;
  password: string;
}

/** The simulation's log; a pino logger fits. */
export interface SimulationLog {
  info(message: string): void;
  warn(message: string): void;
}

export interface Simulation {
  /** Ends every connection. */
  stop(): Promise<void>;
  /** Where each tracker truly is, by MAC. */
  truth(): Map<string, Truth>;
}

/** The messages of a second are sent in this many steps, because gateways do not send all at once. */
const STEPS_PER_SECOND = 4;
const STEP_MS = 1000 / STEPS_PER_SECOND;
/** After the machine has slept longer than this, the world continues from where it was instead of catching up. */
const CATCH_UP_S = 3;

/**
 * Lets the gateways of the demo's sites publish to a broker, each on its own connection, which reconnects automatically.
 * `sites` are keys (default: all); `credentials` are by gateway MAC; a gateway without any stays silent; `air` is as of
 * `airOf`.
 * @throws {RangeError} for a site that is not in the world
 */
export function startSimulation(input: {
  world: readonly DemoCustomer[];
  sites?: readonly string[];
  mqttUrl: string;
  credentials: ReadonlyMap<string, GatewayCredentials>;
  seed: number;
  air?: number | undefined;
  now: () => number;
  log: SimulationLog;
}): Simulation {
  const all = demoSites(input.world);
  const unknown = input.sites?.find((key) => !all.some((site) => site.key === key));
  if (unknown !== undefined)
    throw new RangeError(`there is no site "${unknown}"; there are ${all.map((site) => site.key).join(", ")}`);
  const sites = input.sites ? all.filter((site) => input.sites?.includes(site.key)) : all;
  const running = sites.map((site) => runSite(site, input));
  return {
    stop: async () => {
      await Promise.all(running.map((site) => site.stop()));
    },
    truth: () => new Map(running.flatMap((site) => [...site.truth()])),
  };
}

/** The radio world of a site: the demo's own, which is kind, or one drawn for it with this seed (drawnAir.ts). */
export function airOf(air: number | undefined, site: string): RadioSettings {
  return air === undefined ? defaultRadio : drawnAir(seedOf(air, site));
}

type SiteInput = Omit<Parameters<typeof startSimulation>[0], "world" | "sites">;

function runSite(site: DemoSite, input: SiteInput): Simulation {
  const { now, log } = input;
  const clients = connectGateways(site, input);
  const run = newSiteRun(site, input.seed, now(), airOf(input.air, site.key));
  let waiting: SimulatedMessage[] = [];
  let beganMs = now();
  let seconds = 0;
  const step = (): void => {
    let elapsedMs = now() - beganMs;
    if (elapsedMs > (seconds + CATCH_UP_S) * 1000) {
      beganMs += elapsedMs - seconds * 1000;
      elapsedMs = seconds * 1000;
      waiting = [];
    }
    for (; seconds * 1000 <= elapsedMs; seconds++) waiting.push(...run.second(seconds));
    // A message's time is after the end of its second, which has only just begun: everything is sent one second early.
    const due = elapsedMs + 1000;
    const later: SimulatedMessage[] = [];
    for (const message of waiting)
      if (message.tMs <= due) publish(clients.get(message.gatewayMac), message);
      else later.push(message);
    waiting = later;
  };
  const timer = setInterval(step, STEP_MS);
  log.info(`simulating ${site.name}: ${clients.size} gateways, ${site.assets.length} tagged things`);
  return {
    stop: async () => {
      clearInterval(timer);
      await Promise.all([...clients.values()].map((client) => client.endAsync(true)));
    },
    truth: () => run.truth(),
  };
}

/** A gateway that is not connected drops its message, like a real one without a buffer. */
function publish(client: MqttClient | undefined, message: SimulatedMessage): void {
  if (client?.connected) client.publish(message.topic, message.payload, { qos: 0 });
}

function connectGateways(site: DemoSite, { mqttUrl, credentials, log }: SiteInput): Map<string, MqttClient> {
  const clients = new Map<string, MqttClient>();
  const without: string[] = [];
  for (const gateway of site.gateways) {
    const own = credentials.get(gateway.mac);
    if (own) clients.set(gateway.mac, connectGateway(gateway, own, mqttUrl, site, log));
    else without.push(gateway.name);
  }
  if (without.length > 0)
    log.warn(`no MQTT password for ${without.length} gateways of ${site.name}: ${without.join(", ")}`);
  return clients;
}

function connectGateway(
  gateway: DemoGateway,
  { username, password }: GatewayCredentials,
  mqttUrl: string,
  site: DemoSite,
  log: SimulationLog,
): MqttClient {
  const client = connect(mqttUrl, {
    clientId: `kgw-${macHex(gateway.mac)}`,
    username,
    password,
    protocolVersion: 4,
    keepalive: 30,
    reconnectPeriod: 2000,
    // Try again if the broker was still starting or its passwords were just renewed.
    reconnectOnConnackError: true,
    queueQoSZero: false,
  });
  let lastProblem = "";
  client.on("connect", () => {
    lastProblem = "";
  });
  client.on("error", (error) => {
    const problem = error.message || error.name;
    // Retries fail with the same error, which is logged once.
    if (problem !== lastProblem) log.warn(`gateway ${gateway.name} of ${site.name}: ${problem}`);
    lastProblem = problem;
  });
  return client;
}
