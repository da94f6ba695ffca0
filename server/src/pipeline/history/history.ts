import type { ColdHistory } from "./cold/coldHistory.ts";
import type { Movements } from "./movements.ts";

/** What others read of history. */
export interface History {
  movements: Movements;
  /** The months that are in files. */
  months: ColdHistory;
}
