/** The settings of a device as its fields hold them; "" and null: not known. */
export type ConfigValues = Record<string, number | string | boolean | null>;

/** What a form sends to a device: the settings that are no longer as they were before, and no others. */
export function changedSettings(values: ConfigValues, before: ConfigValues): ConfigValues {
  const changed = Object.entries(values).filter(([key, value]) => value !== before[key]);
  return Object.fromEntries(changed.map(([key, value]) => [key, ofChoice(value)]));
}

/** A switch that may be left alone is a choice of three. */
function ofChoice(value: ConfigValues[string]): ConfigValues[string] {
  return value === "on" ? true : value === "off" ? false : value;
}
