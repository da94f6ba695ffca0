/** What gateways heard of a tag whose place was known: a point of a walk test, or a step of a recorded walk. */
export interface LabelledSnapshot {
  /** The session: one tag at one point or on one walk. */
  tagId: string;
  x: number;
  y: number;
  floor: string;
  /** All that was heard there; a calibration is fitted to it. */
  heard: LabelledWindow[];
  /** One live window of it (`LEARN.liveMs`, `WINDOW.stillPackets`); a calibration is tested on it when the point is held back. */
  live: LabelledWindow[];
}

export interface LabelledWindow {
  anchorId: string;
  /** Mean, dBm. */
  rssi: number;
  packets: number;
}
