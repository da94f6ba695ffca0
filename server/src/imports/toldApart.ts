import type { SharedTopics } from "../ingest/sharedTopics.repository.ts";
import { faultOf } from "./importRows.ts";
import type { ImportKind } from "./ImportKind.ts";

/** The same import of gateways, which also refuses rows that the broker could not tell apart from other gateways. */
export function toldApart<Value extends { name: string; mac: string; hardwareType: string }>(
  kind: ImportKind<Value>,
  sharedTopics: SharedTopics,
): ImportKind<Value> {
  return {
    ...kind,
    faults: async (db, site, rows) => {
      const faults = await kind.faults(db, site, rows);
      const wrong = new Set(faults.map(({ row }) => row));
      const wanted = rows
        .filter(({ row }) => !wrong.has(row))
        .map(({ row, value: { name, mac, hardwareType } }) => ({
          id: `${row}`,
          name,
          mac,
          hardwareType,
        }));
      const shared = await sharedTopics(db, wanted);
      const byId = new Map(wanted.map((one) => [one.id, one]));
      const taken = shared.map(({ id, path }) => faultOf("must_be_unique", Number(id), path, byId.get(id)![path]));
      return [...faults, ...taken];
    },
  };
}
