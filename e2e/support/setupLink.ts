import { expect } from "@playwright/test";
import type { Pulse } from "./pulse.ts";

/** The one-time link that a new installation prints. It answers requests before what it has printed arrives here. */
export async function setupLink(pulse: Pick<Pulse, "output">): Promise<string> {
  const link = (): string => /http\S+\/setup\?token=\S+(?=\s)/.exec(pulse.output())?.[0] ?? "";
  await expect.poll(link).not.toBe("");
  return link();
}
