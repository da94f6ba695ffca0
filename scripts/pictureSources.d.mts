export type Hashes = Record<string, string | null>;
export interface PictureRecord {
  screen: string;
  sources: Hashes;
}
export function hashesOf(sources: readonly string[]): Hashes;
export function pictureRecords(): Record<string, PictureRecord>;
export function notePicture(file: string, screen: string, sources: readonly string[]): void;
export function staleness(file: string, records?: Record<string, PictureRecord>): string | null;
