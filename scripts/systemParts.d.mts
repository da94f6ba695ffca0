export function findPostgresFolder(): string | null;
