const storageKey = "pulse.csvZone";

/** The zone of the viewer's computer. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Every zone that the browser knows, and UTC. */
export function allZones(): readonly string[] {
  return [...new Set(["UTC", ownZone(), ...Intl.supportedValuesOf("timeZone")])].sort();
}

/** The zone last chosen for files; the viewer's own until then. */
export function lastZone(storage: Storage): string {
  const stored = storage.getItem(storageKey);
  return stored !== null && allZones().includes(stored) ? stored : ownZone();
}

export function keepZone(storage: Storage, zone: string): void {
  storage.setItem(storageKey, zone);
}
