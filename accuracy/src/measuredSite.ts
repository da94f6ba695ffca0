import type { Session, TruthRow } from "@pulse/cli/locate/recordings";
import type { Point } from "@pulse/positioning/model/outline";
import type { Anchor } from "@pulse/positioning/model/placedSite";

/** A site whose true places are known: what hears, what is drawn, and what was heard where. */
export interface MeasuredSite {
  name: string;
  anchors: Anchor[];
  outline: Point[];
  /** Sessions at noted places that a survey may use; empty: nobody walked one. */
  survey: Session[];
  test: Session[];
  truth: ReadonlyMap<string, TruthRow[]>;
  moves: (tagId: string) => boolean;
}
