import { type PersistedLearning, persistedLearning, restoreLearning } from "@pulse/positioning/learn/persistedLearning";
import type { SiteModel } from "@pulse/positioning/engine/siteModel";
import type { Kysely } from "kysely";
import type { Database } from "../../platform/database/schema.ts";
import { type GatewayHearing as StoredHearing, storedHearing, storeHearing } from "./gatewayHearing.repository.ts";
import type { LiveSite } from "./liveSite.ts";

/** Usual levels change slowly, so each gateway's are stored this often at most, ms. */
const oftenMs = 10 * 60_000;

/** The usual reception of gateways, over restarts: otherwise a gateway whose reception became worse would seem usual after one. */
export interface GatewayHearing {
  /** Gives a site's first model what was stored of its gateways. */
  restore(site: Pick<LiveSite, "id" | "model">): Promise<void>;
  /** Stores what has been noted since; all of it if `isLast`. */
  store(models: Iterable<SiteModel>, isLast?: boolean): Promise<void>;
}

export function gatewayHearing(db: Kysely<Database>): GatewayHearing {
  const stored = new Map<string, PersistedLearning>();

  return {
    restore: async ({ id, model }) => {
      for (const { gatewayId, hearing } of await storedHearing(db, id)) {
        const anchor = model.anchors.get(gatewayId);
        if (!anchor) continue;
        restoreLearning(anchor, hearing);
        stored.set(gatewayId, hearing);
      }
    },
    store: async (models, isLast = false) => {
      const changed: StoredHearing[] = [];
      for (const { anchors } of models) {
        for (const anchor of anchors.values()) {
          const hearing = persistedLearning(anchor);
          if (hearing && isWorthStoring(hearing, stored.get(anchor.id), isLast))
            changed.push({ gatewayId: anchor.id, hearing });
        }
      }
      await storeHearing(db, changed);
      for (const { gatewayId, hearing } of changed) stored.set(gatewayId, hearing);
    },
  };
}

function isWorthStoring(hearing: PersistedLearning, previous: PersistedLearning | undefined, isLast: boolean): boolean {
  if (previous === undefined) return true;
  if (faultsOf(hearing) !== faultsOf(previous)) return true;
  return hearing.notedMs > previous.notedMs + (isLast ? 0 : oftenMs);
}

function faultsOf({ residual, missed, weakness }: PersistedLearning): string {
  return [residual.isOff, missed.isOff, weakness.isWeak].join();
}
