/**
 * A port of 127.0.0.1 that nobody listens on, that no outgoing connection will take before it is used, and that no other
 * call returns while this process runs.
 */
export function freePort(choose?: () => number): Promise<number>;
