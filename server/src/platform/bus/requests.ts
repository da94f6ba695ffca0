import { ExplainedPosition } from "@pulse/contract/trackerExplanation";
import { z } from "zod";

/** A question to the process that works for a site, and its answer. */
interface Request<Q extends { siteId: string }, A> {
  question: z.ZodType<Q>;
  answer: z.ZodType<A>;
}

const request = <Q extends { siteId: string }, A>(definition: Request<Q, A>): Request<Q, A> => definition;

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

/** The questions that the API asks the processes that handle a site's messages. */
export const requests = {
  /** Why a tracker is where it is; null: no explanation of that moment is kept. */
  explain: request({
    question: z.object({ siteId: z.string(), trackerId: z.string(), at: z.string().optional() }),
    answer: ExplainedPosition.nullable(),
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
  }),
  /** The trackers that a gateway has heard since a moment, strongest first. */
  receivedTrackers: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string(), sinceMs: z.number() }),
    answer: z.array(TrackerReception),
  }),
  /** The last messages of a gateway, newest first. */
  loggedMessages: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string() }),
    answer: z.array(LoggedMessage),
  }),
  /** What was recently refused from a gateway, newest first. */
  gatewayFaults: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string() }),
    answer: z.array(GatewayFault),
  }),
  /** The identities of a site's trackers that several devices have, by the trackers' ids. */
  sharedIdentities: request({
    question: z.object({ siteId: z.string() }),
    answer: z.record(z.string(), SharedIdentity),
  }),
  /** What a gateway publishes besides what is read, the most frequent first. */
  ignoredTopics: request({
    question: z.object({ siteId: z.string(), gatewayId: z.string() }),
    answer: z.array(IgnoredTopic),
  }),
};
export type RequestName = keyof typeof requests;
export type Question<R extends RequestName> = z.infer<(typeof requests)[R]["question"]>;
export type Answer<R extends RequestName> = z.infer<(typeof requests)[R]["answer"]>;
