import type { Fix } from "@pulse/positioning/locate";

/** What one gateway's message said about the trackers we know. */
export interface SightingBatch {
  siteId: string;
  hardwareId: string;
  sightings: Sighting[];
}

export interface Sighting {
  trackerId: string;
  /** dBm */
  rssi: number;
  /** When it was heard, by our clock, in ms. */
  atMs: number;
  moving?: boolean;
}

/** A fix of one tracker, in the site's frame and on the world. */
export interface LocatedFix {
  siteId: string;
  trackerId: string;
  fix: Fix;
  lat: number;
  lon: number;
}

/** Subjects and what they carry. `changed` tells every cache of a site, or of all, to read the database again. */
export interface Subjects {
  sightings: SightingBatch;
  fixes: LocatedFix[];
  changed: { siteId: string | null };
}

/** The way between the stages of the live path. Order is kept within a subject. */
export interface Bus {
  publish<S extends keyof Subjects>(subject: S, message: Subjects[S]): void;
  /** Returns the way to stop listening. */
  subscribe<S extends keyof Subjects>(subject: S, listener: (message: Subjects[S]) => void): () => void;
}
