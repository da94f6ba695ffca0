export interface PrivatePostgres {
  url: string;
  /** Stops it, and deletes its data. */
  stop(): Promise<void>;
  /** Sends a signal to the server and to the process of each of its connections. */
  signal(name: NodeJS.Signals): void;
  /** Resolves when the server has ended after a signal. */
  ended(): Promise<void>;
  /** Starts it again over the same data after it was killed. */
  startAgain(): Promise<void>;
}

export function startPrivatePostgres(
  folder: string,
  options?: { primary?: string; home?: string; host?: string },
): Promise<PrivatePostgres>;
