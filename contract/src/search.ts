import { z } from "zod";
import { endpoint } from "./endpoint.ts";
import { CommaList, Id, queryInt } from "./fields.ts";
import { limits } from "./limits.ts";
import { list } from "./list.ts";

export const searchKinds = [
  "asset",
  "tracker",
  "gateway",
  "room",
  "geofence",
  "site",
  "customer",
  "user",
  "page",
] as const;
export const SearchKind = z.enum(searchKinds);
export type SearchKind = z.infer<typeof SearchKind>;

export const SearchHit = z
  .object({
    kind: SearchKind,
    id: Id.nullable(),
    name: z.string(),
    detail: z.string(),
    siteId: Id.nullable(),
    /** Where the browser's app shows it. */
    path: z.string(),
    score: z.number(),
  })
  .meta({ id: "SearchHit" });
export type SearchHit = z.infer<typeof SearchHit>;

export const search = endpoint({
  id: "search",
  method: "GET",
  path: "/api/v3/search",
  tag: "Search",
  summary: "Everything the caller may read, best match first; from four letters, one wrong letter is tolerated",
  access: "signedIn",
  principals: ["person", "apiKey"],
  query: z.object({
    q: z.string().max(200),
    siteId: Id.optional(),
    kinds: CommaList.pipe(list(SearchKind).max(100)).optional(),
    limit: queryInt(1, limits.searchLimitMax).optional(),
  }),
  content: z.array(SearchHit),
});
