import { useState } from "react";
import { useServices } from "../services.tsx";
import { DemoCode } from "../session/signIn/DemoCode.tsx";
import { SendAgain } from "./SendAgain.tsx";

interface Props {
  medium: "EMAIL" | "SMS";
  /** The address or number; empty while it is not known. */
  destination: string;
  /** When a code was sent, ms; undefined: none was, as far as this screen knows. */
  sentAtMs: number | undefined;
  /** Sends another code. False, or a rejection, where it was not sent. */
  onSend(): Promise<unknown>;
  /** The demo's own code is to be used. */
  onUse(code: string): void;
}

/** Below the boxes of a sent code: another one on request, and in the demo the code itself. */
export function SentCodeFoot({ medium, destination, sentAtMs, onSend, onUse }: Props) {
  const { config } = useServices();
  const [sinceMs, setSinceMs] = useState(sentAtMs ?? 0);
  return (
    <>
      <SendAgain
        medium={medium}
        isFirst={sentAtMs === undefined}
        onSend={async () => {
          const askedMs = Date.now();
          if ((await onSend()) === false) return false;
          setSinceMs(askedMs);
          return true;
        }}
      />
      {config.demo && destination !== "" ? (
        <DemoCode destination={destination} sinceMs={sinceMs} onUse={onUse} />
      ) : null}
    </>
  );
}
