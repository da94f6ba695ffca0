import { crc32 } from "node:zlib";
import type { GatewayClock } from "@pulse/protocols/message";
import type { Diagnostics } from "../../platform/bus/requests.ts";
import { type Counts, noCounts } from "./messageCounts.ts";
import { type ClockOffsets, clockOffsets } from "./clockOffsets.ts";
import { messagePace, type MessagePace } from "./messagePace.ts";

/** Counts are kept for the present span and the one before. */
export const spanMs = 30 * 60_000;
/** A repetition is looked for among this many earlier messages. */
const remembered = 8;
/** A connection that has sent something within this time is in use, ms. */
const usedMs = 60_000;
/** How long two devices with the same credentials are reported, ms. */
const sharedForMs = 10 * 60_000;
/** This many connections within that time are two devices that keep disconnecting each other. */
const manyConnections = 4;

export type Counted = Exclude<keyof Counts, "messages" | "gaps" | "duplicates">;

/** What is known about one gateway's messages. */
export interface GatewayState {
  /** The number of the present span. */
  span: number;
  present: Counts;
  previous: Counts;
  clock: ClockOffsets;
  pace: MessagePace;
  sums: number[];
  /** When each connection has sent something, the latest last. */
  connections: Map<string, number>;
  /** When a connection sent something after another one had; null: never. */
  sharedMs: number | null;
}

export interface GatewayHealth {
  /** A message was read. */
  recordMessage(
    gatewayId: string,
    message: { atMs: number; payload: Uint8Array; clock: GatewayClock | undefined },
  ): void;
  /** A message was refused. */
  count(gatewayId: string, what: Counted, atMs: number): void;
  /** Something came over this connection. */
  onActivity(gatewayId: string, connection: string, atMs: number): void;
  of(gatewayId: string, nowMs: number): Diagnostics;
  /** The gateways that have changed since the last time, to be stored. */
  changed(): Map<string, GatewayState>;
}

/** What gateways' messages are like, counted as they pass. `stored` is what an earlier process has kept. */
export function gatewayHealth(
  stored: ReadonlyMap<string, Pick<GatewayState, "span" | "present" | "previous">>,
): GatewayHealth {
  const states = new Map<string, GatewayState>();
  let changed = new Map<string, GatewayState>();

  const stateOf = (id: string, atMs: number): GatewayState => {
    let state = states.get(id);
    if (state === undefined) {
      const restored = stored.get(id) ?? { span: spanOf(atMs), present: noCounts(), previous: noCounts() };
      state = {
        ...restored,
        clock: clockOffsets(),
        pace: messagePace(),
        sums: [],
        connections: new Map(),
        sharedMs: null,
      };
      states.set(id, state);
    }
    turn(state, atMs);
    return state;
  };
  const noted = (id: string, atMs: number): GatewayState => {
    const state = stateOf(id, atMs);
    changed.set(id, state);
    return state;
  };

  return {
    recordMessage: (id, { atMs, payload, clock }) => {
      const state = noted(id, atMs);
      state.present.messages++;
      if (state.pace.breaks(atMs)) state.present.gaps++;
      if (clock === undefined) return;
      state.clock.add(clock, atMs);
      // Equal messages without a time may well be two different ones.
      const sum = crc32(payload) + payload.length * 2 ** 32;
      if (state.sums.includes(sum)) state.present.duplicates++;
      else if (state.sums.push(sum) > remembered) state.sums.shift();
    },
    count: (id, what, atMs) => void noted(id, atMs).present[what]++,
    onActivity: (id, connection, atMs) => {
      const state = stateOf(id, atMs);
      const { connections } = state;
      const latest = [...connections.keys()].at(-1);
      // A device that reconnects never speaks over its old connection again.
      if (latest !== connection && connections.delete(connection)) state.sharedMs = atMs;
      connections.set(connection, atMs);
      const [oldest] = connections.keys();
      if (connections.size > remembered && oldest !== undefined) connections.delete(oldest);
    },
    of: (id, nowMs) => {
      const { present, previous, clock, connections, sharedMs } = stateOf(id, nowMs);
      const sums = Object.fromEntries(
        Object.entries(present).map(([name, count]) => [name, count + previous[name as keyof Counts]]),
      ) as Counts;
      const open = [...connections.values()].filter((atMs) => nowMs - atMs <= usedMs).length;
      const shared = open >= manyConnections || (sharedMs !== null && nowMs - sharedMs <= sharedForMs);
      return { ...sums, clockOffsetMs: clock.offsetMs(), connections: open, shared };
    },
    changed: () => {
      const all = changed;
      changed = new Map();
      return all;
    },
  };
}

export const spanOf = (atMs: number): number => Math.floor(atMs / spanMs);

/** Moves on to the span of this moment. Messages that are late count as of now. */
function turn(state: GatewayState, atMs: number): void {
  const span = spanOf(atMs);
  if (span <= state.span) return;
  state.previous = span === state.span + 1 ? state.present : noCounts();
  state.present = noCounts();
  state.span = span;
}
