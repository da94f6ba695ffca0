/** A port of 127.0.0.1 that nobody listens on, and that no outgoing connection will take before it is used. */
export function freePort(choose?: () => number): Promise<number>;
