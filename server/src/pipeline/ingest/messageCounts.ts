/** A gateway's counts within one span of time. */
export interface Counts {
  messages: number;
  gaps: number;
  undecodable: number;
  duplicates: number;
  throttled: number;
  mismatched: number;
}

export const noCounts = (): Counts => ({
  messages: 0,
  gaps: 0,
  undecodable: 0,
  duplicates: 0,
  throttled: 0,
  mismatched: 0,
});
