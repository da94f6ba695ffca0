import type { TrackerModel } from "./model.ts";

/** The tags of the demo. Their power differs from the stated one, as real models' does by up to 17 dB. */
export const trackerModels = {
  sensor: { name: "Sensor tag", offsetDb: 4, accelerometer: true, sensorFrameEach: 1, stillPeriodS: 2 },
  rugged: { name: "Rugged tag", offsetDb: 7, accelerometer: true, sensorFrameEach: 1, stillPeriodS: 2 },
  badge: { name: "Badge", offsetDb: 1, accelerometer: true, sensorFrameEach: 3, stillPeriodS: 3 },
  slim: { name: "Slim tag", offsetDb: 3, accelerometer: false, sensorFrameEach: 6, stillPeriodS: 5 },
} satisfies Record<string, TrackerModel>;
