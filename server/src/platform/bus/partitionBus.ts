import type { Bus } from "./bus.ts";
import type { SubjectName } from "./subjects.ts";

/** What the stages of the live path pass on to each other. */
const ofLivePath: ReadonlySet<SubjectName> = new Set<SubjectName>([
  "sightings",
  "trackerPlaces",
  "gatewayPlaces",
  "fixes",
]);

/**
 * The bus of a partition of the log. The stages of its live path get what was made of that partition alone; whoever listens at the
 * process gets that of all of them, and everything else is common.
 * @param own of the partition, with nobody else on it
 */
export function partitionBus(own: Bus, common: Bus): Bus {
  return {
    ...common,
    publish: (name, message) => {
      if (ofLivePath.has(name)) own.publish(name, message);
      common.publish(name, message);
    },
    subscribe: (name, listener, only) => (ofLivePath.has(name) ? own : common).subscribe(name, listener, only),
    waiting: (name) => (ofLivePath.has(name) ? own : common).waiting(name),
    idle: async () => {
      await own.idle();
      await common.idle();
    },
  };
}
