/** Where a command writes. */
export interface Io {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}
export type Command = (args: string[], io: Io) => Promise<number>;
