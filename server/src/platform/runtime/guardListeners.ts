import type { EventEmitter } from "node:events";

/**
 * What a listener throws reaches `failed` instead of ending the process: for emitters whose listeners read bytes from
 * outside. `failed` gets the event's arguments, to end what they belong to.
 */
export function guardListeners(
  emitter: EventEmitter,
  failed: (error: unknown, args: readonly unknown[]) => void,
): void {
  const emit = emitter.emit.bind(emitter) as (event: string | symbol, ...args: unknown[]) => boolean;
  emitter.emit = (event: string | symbol, ...args: unknown[]): boolean => {
    try {
      return emit(event, ...args);
    } catch (error) {
      failed(error, args);
      return true;
    }
  };
}
