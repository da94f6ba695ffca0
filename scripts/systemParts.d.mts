export function findPostgresFolder(): string | null;
export const natsServerProgram: string;
