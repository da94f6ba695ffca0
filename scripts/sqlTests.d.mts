export function importsOf(source: string): { module: string; names: string[] }[];
export function reachesSql(file: string, read: (file: string) => string): boolean;
export function readSource(file: string): string;
export function sqlTests(): string[];
