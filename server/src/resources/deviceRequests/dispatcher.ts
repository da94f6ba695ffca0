import type { DeviceReply } from "../../platform/bus/subjects.ts";
import type { Bus } from "../../platform/bus/bus.ts";
import { nothing, serialQueue } from "../../platform/runtime/keyedQueue.ts";
import type { WriteTransaction } from "../../platform/writes/record.ts";
import type { UnitOfWork } from "../../platform/writes/unitOfWork.ts";
import type { DeviceRequestsRepository, OpenRow, RequestRow, State } from "./deviceRequests.repository.ts";
import { requestView } from "./deviceRequests.repository.ts";
import type { Outgoing } from "./outgoing.ts";
import { requestEnd } from "./requestEnd.ts";

/** How long to wait for an answer, until the gateway has the command and after that. */
const answerMs = 10_000;
const completeMs = 20_000;
/** How long a request waits for its device to be heard. */
const queuedMs = 24 * 3_600_000;
/** The number of gateways through which a tracker's request is tried. */
const maxGatewaysTried = 2;
const openStates: readonly State[] = ["queued", "accepted"];

type Move = Omit<Parameters<DeviceRequestsRepository["move"]>[2], "at">;

export interface Dispatcher {
  /** Sends what can be sent now, and ends what has waited long enough. */
  dispatch(): Promise<void>;
  /** Resolves when what is under way has ended. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Brings requests to devices and their answers back. A gateway gets one command at a time. Everything about a request
 * is in its row, so that a restart continues where it stopped.
 */
export function dispatcher(parts: {
  requests: DeviceRequestsRepository;
  withTransaction(trx: WriteTransaction): Pick<DeviceRequestsRepository, "move">;
  unit: Pick<UnitOfWork, "commitEvents">;
  outgoing: Outgoing;
  /** Whether this process is the one that sends to a site's devices. */
  isSender(siteId: string): boolean;
  /** What decides that: when it changes, the requests of other sites are this process's. */
  held(): readonly number[];
  bus: Bus;
  now(): number;
  problem(error: unknown): void;
}): Dispatcher {
  const { requests, outgoing, bus, now } = parts;
  const serially = serialQueue();
  const open = new Map<string, OpenRow>();
  let loadedFor: string | null = null;
  let isClosed = false;

  const announce = (row: RequestRow): void => {
    bus.publish("deviceRequests", { siteId: row.site_id, request: requestView(row) });
  };
  /** The gateways that have yet to answer. */
  const busy = (): Set<string | null> =>
    new Set([...open.values()].filter(({ sent_at: sentAt }) => sentAt !== null).map(({ via_id: viaId }) => viaId));

  /** Reads the requests of all sites of this process, when these have changed. */
  const load = async (): Promise<void> => {
    const held = parts.held().join();
    if (held === loadedFor) return;
    for (const [id, row] of open) if (!parts.isSender(row.site_id)) open.delete(id);
    for (const row of await requests.open())
      if (!open.has(row.id) && parts.isSender(row.site_id)) open.set(row.id, row);
    loadedFor = held;
  };
  const loadNew = async (siteId: string): Promise<void> => {
    for (const row of await requests.open(siteId)) {
      if (open.has(row.id)) continue;
      open.set(row.id, row);
      announce(row);
    }
  };
  const store = async ({ id }: RequestRow, from: readonly State[], to: Move): Promise<RequestRow | null> => {
    const moved = { ...to, at: new Date(now()) };
    if (openStates.includes(to.state)) return requests.move(id, from, moved);
    // Whoever asked may be elsewhere by now, so people are told of the end, in the same transaction.
    let row: RequestRow | null = null as RequestRow | null;
    await parts.unit.commitEvents(async (trx) => {
      row = await parts.withTransaction(trx).move(id, from, moved);
      return row === null ? [] : [requestEnd(row)];
    });
    return row;
  };
  const move = async (request: RequestRow, from: readonly State[], to: Move): Promise<boolean> => {
    const row = await store(request, from, to);
    if (row === null || !openStates.includes(to.state)) open.delete(request.id);
    else open.set(request.id, { ...open.get(request.id)!, ...row });
    if (row !== null) announce(row);
    return row !== null;
  };

  /** Sends a request through a gateway that is free. False: there is none. */
  const send = async (request: OpenRow, busyGateways: ReadonlySet<string | null>): Promise<boolean> => {
    const found = (await outgoing.candidates(request)).find(({ gateway: { id } }) => !request.tried.includes(id));
    if (found === undefined || busyGateways.has(found.gateway.id)) return false;
    const { gateway, topic } = found;
    const row = await requests.markSent(request, gateway, new Date(now()));
    if (row === null || row.seq === null) {
      // It has ended, or another process sends it.
      open.delete(request.id);
      return false;
    }
    open.set(row.id, row);
    bus.publish("downlinks", { siteId: row.site_id, topic, payload: outgoing.payload(row, gateway, row.seq) });
    announce(row);
    return true;
  };
  const work = async (request: OpenRow): Promise<void> => {
    const atMs = now();
    const { sent_at: sentAt, accepted_at: acceptedAt } = request;
    if (sentAt === null) {
      if (await send(request, busy())) return;
      if (atMs - request.requested_at.getTime() >= queuedMs) await move(request, openStates, { state: "expired" });
      return;
    }
    const waitedMs = atMs - (acceptedAt ?? sentAt).getTime();
    if (waitedMs < (acceptedAt === null ? answerMs : completeMs)) return;
    const mayTryNext = acceptedAt === null && request.target === "tracker" && request.tried.length < maxGatewaysTried;
    const candidates = mayTryNext ? await outgoing.candidates(request) : [];
    // The next best may be busy with another request: this one waits for it.
    if (candidates.some(({ gateway: { id } }) => !request.tried.includes(id))) await send(request, busy());
    else await move(request, openStates, { state: "expired" });
  };

  const turn = async (): Promise<void> => {
    if (isClosed || parts.held().length === 0) return;
    await load();
    for (const request of open.values()) if (parts.isSender(request.site_id)) await work(request);
  };

  const answer = async (reply: DeviceReply): Promise<void> => {
    const since = new Date(now() - 2 * queuedMs);
    const request = await requests.answered(reply.seq, reply.gatewayId, since);
    if (request === undefined) return;
    const isOfTracker = request.target === "tracker" && reply.mac !== null;
    const mac = open.get(request.id)?.mac;
    if (isOfTracker && mac !== undefined && mac !== null && mac !== reply.mac) return;
    if (reply.stage === "accepted") {
      if (request.state === "queued") await move(request, ["queued"], { state: "accepted" });
      return;
    }
    if (reply.stage === "failed") {
      await move(request, openStates, { state: "failed", reason: reply.reason });
      return;
    }
    // It is done, even if nobody was waiting for the answer any more.
    const read = (request.target === "tracker" ? reply.tracker : reply.gateway) ?? {};
    const configuration = request.kind === "read" ? read : (request.command.configuration ?? null);
    // Whoever sees that it is done finds what was learned.
    if (request.kind !== "ring") {
      const reported = {
        configuration: configuration ?? {},
        told: reply.report,
        how: request.kind,
        at: new Date(now()),
      };
      await requests.learn(request.target_id, reported);
    }
    await move(request, [...openStates, "expired"], { state: "done", configuration });
  };

  const guarded = (act: () => Promise<void>): Promise<void> => serially(act).catch(parts.problem);
  const stops = [
    bus.subscribe("deviceRequestQueued", ({ siteId }) =>
      guarded(async () => {
        if (!parts.isSender(siteId)) return;
        await load();
        await loadNew(siteId);
        await turn();
      }),
    ),
    bus.subscribe("deviceReplies", (reply) =>
      guarded(async () => {
        await answer(reply);
        await turn();
      }),
    ),
  ];
  return {
    dispatch: () => guarded(turn),
    idle: () => serially(nothing),
    close: async () => {
      isClosed = true;
      for (const stop of stops) stop();
      await serially(nothing);
    },
  };
}
