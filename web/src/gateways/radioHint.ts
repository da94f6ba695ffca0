import type { Hardware } from "@pulse/contract/gateways";
import { dbmText, texts } from "../text/translate.ts";

/** What to know before a gateway's radio settings are changed: of what its site has learned they are no longer the source. */
export function radioHint(learned: Hardware["learned"]): string {
  if (!learned) return texts.t("gateways.radioHint");
  const { version, powerDbm, exponent } = learned;
  return texts.t("gateways.learned", { version, power: dbmText(powerDbm), exponent });
}
