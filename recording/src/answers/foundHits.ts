import { asText } from "../asText.ts";
import type { Query, Row } from "../format.ts";

/** The recorded things that contain every word of a search; those whose name begins with it come first. */
export function foundHits(hits: readonly Row[], { q = "", kinds, limit = "10", site_id: nearSite }: Query): Row[] {
  const words = q.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const wanted = kinds?.split(",");
  const score = (row: Row): number => {
    const [name, all] = [
      asText(row["name"]).toLowerCase(),
      `${asText(row["name"])} ${asText(row["detail"])}`.toLowerCase(),
    ];
    if (!words.every((word) => all.includes(word))) return 0;
    const isNear = row["site_id"] === nearSite ? 0.1 : 0;
    return (name.startsWith(words[0]!) ? 0.9 : name.includes(words[0]!) ? 0.7 : 0.5) + isNear;
  };
  return hits
    .filter((row) => wanted?.includes(asText(row["kind"])) ?? true)
    .map((row) => ({ ...row, score: score(row) }))
    .filter((row) => row.score > 0)
    .toSorted((first, second) => second.score - first.score)
    .slice(0, Number(limit));
}
