import type { EventEmitter } from "node:events";

/**
 * What a listener throws reaches `failed` instead of ending the process: for emitters whose listeners read bytes from
 * outside. `failed` gets the event's arguments, to end what they belong to.
 */
export function guardListeners(
  emitter: EventEmitter,
  failed: (error: unknown, given: readonly unknown[]) => void,
): void {
  const emit = emitter.emit.bind(emitter) as (event: string | symbol, ...given: unknown[]) => boolean;
  emitter.emit = (event: string | symbol, ...given: unknown[]): boolean => {
    try {
      return emit(event, ...given);
    } catch (error) {
      failed(error, given);
      return true;
    }
  };
}
