/** Where a command writes; it answers the exit code. */
export interface Io {
  stdout: NodeJS.WritableStream;
  stderr: NodeJS.WritableStream;
}
export type Command = (args: string[], io: Io) => Promise<number>;
