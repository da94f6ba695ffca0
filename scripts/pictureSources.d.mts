export type Hashes = Record<string, string | null>;
export interface TakenPicture {
  screen: string;
  sources: Hashes;
}
export function hashesOf(sources: readonly string[]): Hashes;
export function takenPictures(): Record<string, TakenPicture>;
export function notePicture(file: string, screen: string, sources: readonly string[]): void;
export function staleness(file: string, taken?: Record<string, TakenPicture>): string | null;
