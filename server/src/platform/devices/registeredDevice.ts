import type { TrackerIdentity } from "@pulse/contract/trackerIdentities";
import type { HardwareType } from "@pulse/protocols/adapter";
import type { StoredShare } from "../log/logScope.ts";

/** A registered gateway as the live path needs it. */
export interface RegisteredGateway {
  id: string;
  guid: string;
  name: string;
  /** Names from shortly before, whose topics it may still use. */
  formerNames: readonly string[];
  siteId: string;
  customerId: string;
  /** AA:BB:CC:DD:EE:FF */
  mac: string;
  mqttGuid: string;
  hardwareType: HardwareType;
  /** Its own GPS says where it is. */
  mobile: boolean;
}

/** A registered tracker as the live path needs it. */
export interface RegisteredTracker {
  id: string;
  guid: string;
  /** AA:BB:CC:DD:EE:FF, its first; null: it has none. */
  mac: string | null;
  /** What it is recognised by besides that. */
  identities: readonly TrackerIdentity[];
  siteId: string;
  customerId: string;
  mqttGuid: string;
  /** As stored, percent. */
  batteryLevel: number | null;
  /** The asset it is linked to now; null: none, or an archived one. */
  asset: { id: string; guid: string; share: StoredShare | null } | null;
  /** Its share of a divided site, if that is not the one that its id says. */
  share: StoredShare | null;
}
