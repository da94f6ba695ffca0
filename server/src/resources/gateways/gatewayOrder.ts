import type { Hardware } from "@pulse/contract/gateways";
import { type SearchQuery, sortTerms } from "../../platform/database/listing.ts";

type Listed = Omit<Hardware, "beaconsConnected">;

const sortKeys: Readonly<Record<string, (row: Listed) => string | number>> = {
  id: (row) => row.id,
  name: (row) => row.name.toLowerCase(),
  hardware_type: (row) => row.hardwareType.type,
  status: (row) => row.status,
  mac: (row) => row.mac,
  last_updated: (row) => row.lastUpdated ?? "",
  num_connected: (row) => row.numConnected,
  created_at: (row) => row.createdAt,
};

/** Gateways in the order that a query asks for. */
export function sortGateways(rows: readonly Listed[], query: SearchQuery): Listed[] {
  const terms = sortTerms(query).map(({ field, direction }) => ({
    key: sortKeys[field]!,
    factor: direction === "asc" ? 1 : -1,
  }));
  return rows.toSorted((a, b) => {
    for (const { key, factor } of terms) {
      const [left, right] = [key(a), key(b)];
      if (left !== right) return left < right ? -factor : factor;
    }
    return 0;
  });
}
