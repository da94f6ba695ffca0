export function findPostgresFolder(): string | null;
export const natsServerPath: string;
export function findNatsServer(): string | null;
