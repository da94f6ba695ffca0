import { type Constant, valuesOf } from "../model/constants.ts";

/** The numbers by which stages are joined to fixes, and of what is explained. */
export const ENGINE_CONSTANTS = {
  briskMps: { value: 1, unit: "m/s", source: "from here on a window gets shorter than most gateways need" },
  fastMps: { value: 2, unit: "m/s", source: "up to here, where only the gateway that hears a tag most often counts" },

  lateMs: { value: 2500, unit: "ms", source: "uploads that wait for less count as immediate" },
  sliceMs: { value: 2000, unit: "ms", source: "length of a stretch of a late track that is located by itself" },
  maxSlices: { value: 12, unit: "stretches", source: "limit on time" },

  usualDisplacementM2: { value: 3, unit: "m²", source: "a walker's in a usual window: the scale of a fix includes it" },
  stillEveryMs: { value: 1000, unit: "ms", source: "of a still tag the filter takes no more: two fixes share packets" },
  clockSetMs: { value: 60_000, unit: "ms", source: "a clock that goes back by more has been set" },

  minRoomShare: { value: 0.01, unit: "1", source: "rooms less likely are not listed in an explanation" },
} satisfies Record<string, Constant>;

export const ENGINE = valuesOf(ENGINE_CONSTANTS);
