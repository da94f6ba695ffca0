import type { PlacedSite } from "../model/placedSite.ts";
import { WINDOW } from "../window/windowConstants.ts";
import { expectedStrength, type SitePathLoss } from "./evidence.ts";
import { fitPathLoss } from "./fitPathLoss.ts";
import type { LabelledSnapshot } from "./labelledSnapshot.ts";
import { LEARN } from "./learnConstants.ts";
import { linkTo, type Observation } from "./observation.ts";

/** The path-loss model of a survey, and how strong the tag of each session was under it, dB. */
export interface SurveyFit {
  pathLoss: SitePathLoss;
  strengthsDb: ReadonlyMap<string, number>;
}

/** L2: the path-loss model of maximum evidence, as from traffic, but with every place known. */
export function fitSurvey(snapshots: readonly LabelledSnapshot[], site: PlacedSite): SurveyFit {
  const sessions = [...Map.groupBy(snapshots, ({ tagId }) => tagId)].map(
    ([tagId, points]) => [tagId, observationAt(points, site)] as const,
  );
  const observed = sessions.filter(([, { links }]) => links.length > 0);
  const pathLoss = fitPathLoss(
    observed.map(([, observation]) => observation),
    true,
  );
  const shadowDb2 = pathLoss.shadowSdDb ** 2 - meanNoiseDb2(snapshots);
  return {
    pathLoss: { ...pathLoss, shadowSdDb: Math.sqrt(Math.max(LEARN.minShadowDb2, shadowDb2)) },
    strengthsDb: new Map(observed.map(([tagId, observation]) => [tagId, expectedStrength(observation, pathLoss)])),
  };
}

/** Packet noise of a window's mean, dB². */
export function packetNoiseDb2(packets: number): number {
  return WINDOW.packetSdDb ** 2 / Math.max(1, packets);
}

function meanNoiseDb2(snapshots: readonly LabelledSnapshot[]): number {
  const noises = snapshots.flatMap(({ heard }) => heard.map(({ packets }) => packetNoiseDb2(packets)));
  return noises.reduce((sum, db2) => sum + db2, 0) / noises.length;
}

/** What the gateways of its floor heard of one session's tag, each window from its own place. */
function observationAt(points: readonly LabelledSnapshot[], { anchors }: PlacedSite): Observation {
  const windows = points.flatMap(({ x, y, floor, heard }) =>
    heard.flatMap(({ anchorId, rssi }) => {
      const anchor = anchors.get(anchorId);
      if (anchor?.floor.id !== floor) return [];
      return [{ link: linkTo(anchor, [{ x, y, spreadM2: 0 }]), levelDb: rssi - anchor.nominalPowerDbm }];
    }),
  );
  return {
    weight: 1,
    logPrior: new Float64Array(1),
    links: windows.map(({ link }) => link),
    levelDb: windows.map(({ levelDb }) => levelDb),
    silent: [],
  };
}
