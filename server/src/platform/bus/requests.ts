import { ExplainedPosition } from "@pulse/contract/trackerExplanation";
import { z } from "zod";
import { firstKnown, mergeLists, mergeRecords } from "./mergedAnswers.ts";

/** A question to the process that works for a site, and its answer. */
interface Request<Q extends { siteId?: string | undefined }, A> {
  question: z.ZodType<Q>;
  answer: z.ZodType<A>;
  /** One answer from those of several processes, of which there is at least one. */
  merge(answers: readonly A[]): A;
}

const request = <Q extends { siteId?: string | undefined }, A>(definition: Request<Q, A>): Request<Q, A> => definition;

const TrackerReception = z.object({
  trackerId: z.string(),
  /** dBm */
  rssi: z.number(),
  atMs: z.number(),
});
export type TrackerReception = z.infer<typeof TrackerReception>;

/** What a gateway's messages were like in the last 30 to 60 minutes. */
const Diagnostics = z.object({
  messages: z.number(),
  gaps: z.number(),
  undecodable: z.number(),
  duplicates: z.number(),
  throttled: z.number(),
  mismatched: z.number(),
  /** Its clock minus ours, ms; null: it sends no time. */
  clockOffsetMs: z.number().nullable(),
  /** Connections that have sent something in the last minute. */
  connections: z.number(),
  /** Two devices use its credentials. */
  shared: z.boolean(),
});
export type Diagnostics = z.infer<typeof Diagnostics>;

/** What only the process that a gateway is connected to knows. */
const LiveGateway = z.object({
  connected: z.boolean(),
  /** The last that it has said is that it is no longer there. */
  left: z.boolean(),
  /** Of the newest message, ms; null: none since this process started. */
  lastMessageMs: z.number().nullable(),
  firmware: z.string().nullable(),
  /** It hears less than its neighbours suggest it should. */
  underperforming: z.boolean(),
  /** The gateway that seems to be entered in its place, and it in that one's; null: none. */
  swappedWith: z.string().nullable(),
  /** How many trackers it has heard since then. */
  trackersInRange: z.number().int(),
  diagnostics: Diagnostics,
});
export type LiveGateway = z.infer<typeof LiveGateway>;

const LoggedMessage = z.object({
  receivedMs: z.number(),
  topic: z.string(),
  payload: z.string(),
  decoded: z.boolean(),
  error: z.string().nullable(),
});
export type LoggedMessage = z.infer<typeof LoggedMessage>;

const GatewayFault = z.object({
  /** A wrong password, another gateway's topic, an unreadable or too long message, or one in another gateway's name. */
  kind: z.enum(["password", "topic", "unreadable", "other_gateway", "too_long"]),
  atMs: z.number(),
  /** How often, since it last did not happen for a quarter of an hour. */
  count: z.number().int(),
  /** The topic, the reason, or the other gateway; null: nothing is known beyond the kind. */
  about: z.string().nullable(),
});
export type GatewayFault = z.infer<typeof GatewayFault>;

/** An identity of a tracker that more devices have than one. */
const SharedIdentity = z.object({
  kind: z.enum(["ibeacon", "eddystone_uid", "irk"]),
  /** How many addresses were in use at once. */
  addresses: z.number().int(),
  atMs: z.number(),
});
export type SharedIdentity = z.infer<typeof SharedIdentity>;

const IgnoredTopic = z.object({ topic: z.string(), count: z.number().int(), atMs: z.number() });

/** One process has a gateway's connections, another works on its messages. */
function joinLive(a: LiveGateway, b: LiveGateway): LiveGateway {
  const newer = (b.lastMessageMs ?? -Infinity) > (a.lastMessageMs ?? -Infinity) ? b : a;
  const older = newer === a ? b : a;
  const sum = (
    field: "messages" | "gaps" | "undecodable" | "duplicates" | "throttled" | "mismatched" | "connections",
  ) => a.diagnostics[field] + b.diagnostics[field];
  return {
    connected: a.connected || b.connected,
    left: newer.left,
    lastMessageMs: newer.lastMessageMs,
    firmware: newer.firmware ?? older.firmware,
    underperforming: a.underperforming || b.underperforming,
    swappedWith: a.swappedWith ?? b.swappedWith,
    trackersInRange: Math.max(a.trackersInRange, b.trackersInRange),
    diagnostics: {
      messages: sum("messages"),
      gaps: sum("gaps"),
      undecodable: sum("undecodable"),
      duplicates: sum("duplicates"),
      throttled: sum("throttled"),
      mismatched: sum("mismatched"),
      clockOffsetMs: newer.diagnostics.clockOffsetMs ?? older.diagnostics.clockOffsetMs,
      connections: sum("connections"),
      shared: a.diagnostics.shared || b.diagnostics.shared,
    },
  };
}

/** Two processes know of the same tracker when its site has gone from one to the other. */
function joinReceptions(answers: readonly TrackerReception[][]): TrackerReception[] {
  const newest = new Map<string, TrackerReception>();
  for (const reception of answers.flat())
    if (reception.atMs >= (newest.get(reception.trackerId)?.atMs ?? -Infinity))
      newest.set(reception.trackerId, reception);
  return [...newest.values()].toSorted((a, b) => b.rssi - a.rssi);
}

/** Counts of the same topic are added. */
function joinTopics(answers: readonly z.infer<typeof IgnoredTopic>[][]): z.infer<typeof IgnoredTopic>[] {
  const byTopic = Map.groupBy(answers.flat(), ({ topic }) => topic);
  return [...byTopic]
    .map(([topic, all]) => ({
      topic,
      count: all.reduce((sum, { count }) => sum + count, 0),
      atMs: Math.max(...all.map(({ atMs }) => atMs)),
    }))
    .toSorted((a, b) => b.count - a.count);
}

/** The questions that the API asks the processes that handle a site's messages. */
export const requests = {
  /** Why a tracker is where it is; null: no explanation of that moment is kept. */
  explain: request({
    question: z.object({ siteId: z.string(), trackerId: z.string(), at: z.string().optional() }),
    answer: ExplainedPosition.nullable(),
    merge: firstKnown,
  }),
  /** By the gateways' ids. */
  liveGateways: request({
    question: z.object({
      siteId: z.string(),
      gatewayIds: z.array(z.string()),
      sinceMs: z.number(),
      /** Another moment for gateways that upload seldom, by their ids. */
      sinceMsOf: z.record(z.string(), z.number()).optional(),
    }),
    answer: z.record(z.string(), LiveGateway),
    merge: mergeRecords(joinLive),
  }),
  /** The trackers that a gateway has heard since a moment, strongest first. */
  receivedTrackers: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string(), sinceMs: z.number() }),
    answer: z.array(TrackerReception),
    merge: joinReceptions,
  }),
  /** The last messages of a gateway, newest first. */
  loggedMessages: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string() }),
    answer: z.array(LoggedMessage),
    merge: mergeLists((a, b) => b.receivedMs - a.receivedMs),
  }),
  /** What was recently refused from a gateway, newest first. */
  gatewayFaults: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string() }),
    answer: z.array(GatewayFault),
    merge: mergeLists((a, b) => b.atMs - a.atMs),
  }),
  /** The identities of a site's trackers that several devices have, by the trackers' ids. */
  sharedIdentities: request({
    question: z.object({ siteId: z.string() }),
    answer: z.record(z.string(), SharedIdentity),
    merge: mergeRecords((a, b) => (b.atMs > a.atMs ? b : a)),
  }),
  /** What a gateway publishes besides what is read, the most frequent first. */
  ignoredTopics: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string() }),
    answer: z.array(IgnoredTopic),
    merge: joinTopics,
  }),
  /** Those of some topics to which a device is subscribed. */
  subscribedTopics: request({
    question: z.object({ siteId: z.string(), topics: z.array(z.string()) }),
    answer: z.array(z.string()),
    merge: (answers) => [...new Set(answers.flat())],
  }),
  /** Sends new credentials to a broker that others run. Fails if it does not accept them. */
  provisionAccount: request({
    question: z.object({
      siteId: z.undefined(),
      username: z.string(),
      name: z.string(),
      publishTopics: z.array(z.string()),
      subscribeTopics: z.array(z.string()),
      password: z.string(),
    }),
    answer: z.literal(true),
    merge: () => true,
  }),
  /** Writes what gateways have heard so far. Answers whether there was anybody to do it. */
  flushSightings: request({
    question: z.object({ siteId: z.string() }),
    answer: z.boolean(),
    merge: (answers) => answers.some(Boolean),
  }),
  /** Puts a failed message into the log again. Answers whether there was anybody to do it, and the message still there. */
  retryFailedMessage: request({
    question: z.object({ siteId: z.string(), id: z.string() }),
    answer: z.boolean(),
    merge: (answers) => answers.some(Boolean),
  }),
};
export type RequestName = keyof typeof requests;
export type Question<R extends RequestName> = z.infer<(typeof requests)[R]["question"]>;
export type Answer<R extends RequestName> = z.infer<(typeof requests)[R]["answer"]>;
