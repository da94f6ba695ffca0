import { searchKinds } from "@pulse/contract/search";
import { z } from "zod";
import type { KeyValues } from "../storage/keyValues.ts";
import { picksKey } from "./forgetPicks.ts";
import type { Hit } from "./hits.ts";

const maxPicks = 6;
const Picks = z.array(
  z.object({ kind: z.enum(searchKinds), name: z.string(), detail: z.string(), path: z.string().startsWith("/") }),
);

/** The results opened last from the search, newest first. They contain names of a customer's things, so a sign-out removes them. */
export function recentPicks(storage: KeyValues): readonly Hit[] {
  try {
    return Picks.parse(JSON.parse(storage.getItem(picksKey) ?? "[]"));
  } catch {
    return [];
  }
}

export function rememberPick(storage: KeyValues, { kind, name, detail, path }: Hit): void {
  const others = recentPicks(storage).filter((pick) => pick.path !== path);
  storage.setItem(picksKey, JSON.stringify([{ kind, name, detail, path }, ...others].slice(0, maxPicks)));
}
