import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { SecondFactor } from "./secondFactors.ts";

export const PublicConfig = z
  .object({
    appVersion: z.string(),
    apiVersion: z.number().int(),
    demo: z.boolean(),
    connectivityUrl: z.string().nullable(),
    /** Further links on the sign-in page; null: none. */
    links: z.object({ source: z.string().nullable(), privacy: z.string().nullable() }),
    identity: z.object({
      mode: z.enum(["embedded", "cognito"]),
      region: z.string(),
      /** The identity endpoint's address; null: Amazon's own for the region. */
      endpoint: z.string().nullable(),
      userPoolId: z.string(),
      clientId: z.string(),
      legacy: z.object({ userPoolId: z.string(), clientId: z.string() }).nullable(),
      /** The second factors that this installation can deliver. */
      secondFactors: z.array(SecondFactor),
    }),
    map: z.object({ styleUrl: z.string().nullable() }),
  })
  .meta({ id: "PublicConfig" });
export type PublicConfig = z.infer<typeof PublicConfig>;

/** A page of the web app that crashed in somebody's browser. */
const Crash = z.object({
  message: z.string().max(1000),
  stack: z.string().max(8000),
  /** The address without the origin. */
  page: z.string().max(500),
});

export const reportCrash = endpoint({
  id: "reportCrash",
  method: "POST",
  path: "/api/v3/crashes",
  tag: "System",
  summary: "Logs a page of the web app that crashed; the request id identifies the log line",
  access: "signedIn",
  body: Crash,
  content: z.object({ requestId: z.string() }),
  status: 202,
});

export const getVersion = endpoint({
  id: "getVersion",
  method: "GET",
  path: "/api/version",
  tag: "System",
  summary: "The server's version; its first digit is the API version",
  access: "public",
  content: z.object({ version: z.string() }),
});

export const getServerStatus = endpoint({
  id: "getServerStatus",
  method: "GET",
  path: "/api/server-status",
  tag: "System",
  summary: "Whether the server is online",
  access: "public",
  content: z.object({ status: z.literal("online") }),
});

export const getConfig = endpoint({
  id: "getConfig",
  method: "GET",
  path: "/api/config",
  tag: "System",
  summary: "What a browser needs before sign-in",
  access: "public",
  content: PublicConfig,
});
