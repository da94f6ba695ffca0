import type { Hardware, UnusedProperty } from "@pulse/contract/gateways";
import { dbmText, texts } from "../text/translate.ts";

const labels: Record<UnusedProperty, string> = {
  alpha: "gateways.alpha",
  beta: "gateways.beta",
  gamma: "gateways.gamma",
  measured_power: "gateways.power",
};

/**
 * What to know before a gateway's radio settings are changed: of what its site has learned they are no longer the source, and
 * which of them are saved but nothing that the engine can use.
 */
export function radioHint(learned: Hardware["learned"], unused: readonly UnusedProperty[] = []): string {
  const names = unused.map((one) => texts.t(labels[one])).join(", ");
  return [sourceText(learned), ...(names === "" ? [] : [texts.t("gateways.unused", { names })])].join(" ");
}

function sourceText(learned: Hardware["learned"]): string {
  if (!learned) return texts.t("gateways.radioHint");
  const { version, powerDbm, exponent } = learned;
  return texts.t("gateways.learned", { version, power: dbmText(powerDbm), exponent });
}
