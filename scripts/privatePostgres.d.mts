export function startPrivatePostgres(
  folder: string,
  options?: { primary?: string },
): Promise<{ url: string; stop(): Promise<void> }>;
