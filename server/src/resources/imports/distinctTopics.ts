import { AppError } from "@pulse/contract/errors";
import type { SharedTopic, SharedTopics, NewGateway } from "../../pipeline/ingest/sharedTopics.ts";
import { faultOf } from "./importRows.ts";
import type { ImportKind } from "./ImportKind.ts";
import type { ReadRow } from "./ImportRow.ts";

interface ImportedGateway {
  name: string;
  mac: string;
  hardwareType: string;
}

/** The same import of gateways, which also refuses rows that the broker could not tell apart from other gateways. */
export function withDistinctTopics<Value extends ImportedGateway>(
  kind: ImportKind<Value>,
  sharedTopics: SharedTopics,
): ImportKind<Value> {
  return {
    ...kind,
    faults: async (db, site, rows) => {
      const faults = await kind.faults(db, site, rows);
      const wrong = new Set(faults.map(({ row }) => row));
      const others = new Map(
        rows.filter(({ row }) => !wrong.has(row)).map((each) => [each.own ?? `${each.row}`, each]),
      );
      const shared = await sharedTopics(
        db,
        [...others].map(([id, { value }]) => wanted(id, value)),
      );
      return [...faults, ...shared.map(({ id, path }) => sharedFault(path, others.get(id)!))];
    },
    insert: async (trx, site, rows, who) => {
      const shared = await sharedTopics(
        trx,
        rows.map(({ id, value }) => wanted(id, value)),
      );
      // Made since the file was checked: the next attempt names its row.
      if (shared.length > 0) throw new AppError("already_exists");
      await kind.insert(trx, site, rows, who);
    },
  };
}

const wanted = (id: string, { name, mac, hardwareType }: ImportedGateway): NewGateway => ({
  id,
  name,
  mac,
  hardwareType,
});

const sharedFault = (path: SharedTopic["path"], row: ReadRow<ImportedGateway>) =>
  faultOf("must_be_unique", row, path, row.value[path]);
