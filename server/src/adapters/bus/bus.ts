import type { Fix } from "@pulse/positioning/locate";
import type { Changed } from "./changed.ts";

/** What one gateway's message said about the trackers we know. */
export interface SightingBatch {
  siteId: string;
  hardwareId: string;
  /** Of the record in the log that said so. */
  position: number;
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

/** Where a tracker says it is, by its own receiver. */
export interface TrackerPlace {
  siteId: string;
  trackerId: string;
  /** When it was told, by our clock, in ms. */
  atMs: number;
  lat: number;
  lon: number;
  accuracyM: number;
  /** Above the floor of the building's level 0; null: not measured. */
  elevationM: number | null;
}

/** Where a mobile gateway says it is. */
export interface GatewayPlace {
  siteId: string;
  hardwareId: string;
  /** When it was told, by our clock, in ms. */
  atMs: number;
  lat: number;
  lon: number;
  accuracyM: number;
}

/** A fix of one tracker, in the site's frame and on the world. */
export interface LocatedFix {
  siteId: string;
  trackerId: string;
  fix: Fix;
  lat: number;
  lon: number;
}

/** Subjects and what they carry. `changed` tells caches what to read again. */
export interface Subjects {
  sightings: SightingBatch;
  trackerPlaces: TrackerPlace;
  gatewayPlaces: GatewayPlace;
  fixes: LocatedFix[];
  changed: Changed;
}

/** The way between the stages of the live path. Order is kept within a subject. */
export interface Bus {
  publish<S extends keyof Subjects>(subject: S, message: Subjects[S]): void;
  /** Returns the way to stop listening. */
  subscribe<S extends keyof Subjects>(subject: S, listener: (message: Subjects[S]) => void): () => void;
}
