import { useState } from "react";
import { useServices } from "../services/services.tsx";
import { DemoCode } from "./signIn/DemoCode.tsx";
import { SendAgain } from "./SendAgain.tsx";

interface Props {
  medium: "EMAIL" | "SMS";
  /** The address or number; empty while it is not known. */
  destination: string;
  /** When a code was sent, ms; undefined if this screen knows of none. */
  sentAtMs: number | undefined;
  /** Sends another code. False, or a rejection, if it could not be sent. */
  onSend(): Promise<unknown>;
  /** Takes the code that the demo shows. */
  onUse(code: string): void;
}

/** Below the code boxes: the way to get another code, and in the demo the code itself. */
export function SentCodeFoot({ medium, destination, sentAtMs, onSend, onUse }: Props) {
  const { config } = useServices();
  const [sinceMs, setSinceMs] = useState(sentAtMs ?? 0);
  return (
    <>
      <SendAgain
        medium={medium}
        isFirst={sentAtMs === undefined}
        onSend={async () => {
          const requestedMs = Date.now();
          if ((await onSend()) === false) return false;
          setSinceMs(requestedMs);
          return true;
        }}
      />
      {config.demo && destination !== "" ? (
        <DemoCode destination={destination} sinceMs={sinceMs} onUse={onUse} />
      ) : null}
    </>
  );
}
