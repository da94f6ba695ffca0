import type { Hardware, UnusedProperty } from "@pulse/contract/gateways";
import { dbmText, texts } from "../text/translate.ts";

const labels: Record<UnusedProperty, string> = {
  alpha: "gateways.alpha",
  beta: "gateways.beta",
  gamma: "gateways.gamma",
  measured_power: "gateways.power",
};

/**
 * What to know before changing a gateway's radio settings: that its site's learned values have replaced them, and which
 * saved ones the engine cannot use.
 */
export function radioHint(learned: Hardware["learned"], unused: readonly UnusedProperty[] = []): string {
  const names = unused.map((each) => texts.t(labels[each])).join(", ");
  return [sourceText(learned), ...(names === "" ? [] : [texts.t("gateways.unused", { names })])].join(" ");
}

function sourceText(learned: Hardware["learned"]): string {
  if (!learned) return texts.t("gateways.radioHint");
  const { version, powerDbm, exponent } = learned;
  return texts.t("gateways.learned", { version, power: dbmText(powerDbm), exponent });
}
