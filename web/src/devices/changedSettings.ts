/** The settings of a device as form values; "" and null: not known. */
export type ConfigValues = Record<string, number | string | boolean | null>;

/** The settings that a form sends to a device: only those that changed. */
export function changedSettings(values: ConfigValues, before: ConfigValues): ConfigValues {
  const changed = Object.entries(values).filter(([key, value]) => value !== before[key]);
  return Object.fromEntries(changed.map(([key, value]) => [key, ofChoice(value)]));
}

/** A switch that may stay unchanged has three choices. */
function ofChoice(value: ConfigValues[string]): ConfigValues[string] {
  return value === "on" ? true : value === "off" ? false : value;
}
