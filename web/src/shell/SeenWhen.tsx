import type { ComponentProps } from "react";
import { useServices } from "../services/services.tsx";
import { When } from "../time/When.tsx";

/** When a device was last heard: its age counts from the moment up to which the server has processed messages. */
export function SeenWhen({ at, format }: Pick<ComponentProps<typeof When>, "at" | "format">) {
  const nowMs = useProcessedClock();
  return <When at={at} format={format} nowMs={nowMs} />;
}

/** The moment up to which the server has processed messages, by the browser's clock. */
export function useProcessedClock(): () => number {
  const { connection } = useServices();
  return () => Date.now() - connection.current().behindMs;
}
