/** The parameters of a recorded call, as they were in its address. */
export type Query = Readonly<Record<string, string>>;

/** A value as it goes over the wire. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
export type Row = { [key: string]: Json };

/** One answer of the API: the `result` of its envelope. */
export interface Whole {
  query: Query;
  /** When it was asked for, ms. */
  atMs: number;
  content: Json;
}

/** All rows of a list. */
export interface List {
  query: Query;
  atMs: number;
  rows: Row[];
}

/**
 * What was recorded at one path. `whole`: answers as they are. `list`: all rows, so that any page of any search can be cut of
 * them. `series`: rows of the recorded time, by the key of their beginning and, if they last, of their end.
 */
export type PathAnswers =
  | { kind: "whole"; variants: Whole[] }
  | { kind: "list"; limit: number; variants: List[] }
  | { kind: "series"; series: SeriesShape; variants: List[] }
  /** The answers of another path: a tracker was where its asset was. */
  | { kind: "same"; as: string };

export interface SeriesShape {
  start: string;
  end: string | null;
  newestFirst: boolean;
  /** Whether the rows follow each other without gaps, as positions do. */
  isTrack: boolean;
}

export type Answers = Record<string, PathAnswers>;

/**
 * Rows of one kind as columns, from which compression makes a third of what it makes of rows. `times`: ISO 8601 with
 * milliseconds, as steps in ms. `numbers`: steps of whole `1 / scale`. `values`: the different values, and which one each row
 * has; -1: none. `objects`: the objects one below the other, and which rows have one (1), null (0) or nothing (-1).
 */
export type PackedColumn =
  | { kind: "times"; steps: number[] }
  | { kind: "numbers"; scale: number; steps: number[] }
  | { kind: "values"; values: Json[]; of: number[] | number }
  | { kind: "objects"; of: PackedRows; in: (1 | 0 | -1)[] | 1 };

export interface PackedRows {
  count: number;
  columns: Record<string, PackedColumn>;
}

/** The same as it is written to a file: rows as columns. */
export type PackedAnswers = Record<
  string,
  | Extract<PathAnswers, { kind: "whole" | "same" }>
  | { kind: "list"; limit: number; variants: PackedList[] }
  | { kind: "series"; series: SeriesShape; variants: PackedList[] }
>;

export interface PackedList extends Omit<List, "rows"> {
  rows: PackedRows;
}

/** A recorded file: an image of a plan, or a CSV. */
export interface StoredFile {
  file: string;
  type: string;
}

/** What the scripts of the site know from the start; the rest is in files beside them. */
export interface Recording {
  /** Different for each recording. */
  name: string;
  /** When the recorded time begins, ms, and how long it is, ms. */
  startedAtMs: number;
  lengthMs: number;
  /** Compressed JSON: `Answers` that most screens need, and those of the past. */
  answersFile: string;
  historyFile: string;
  /** Compressed JSON of a `LiveStream`, by the site's id. */
  streamFiles: Readonly<Record<string, string>>;
  /** By path and query. */
  files: Readonly<Record<string, StoredFile>>;
  /** The claims of the person who was signed in, without anything that could be used anywhere. */
  idClaims: Readonly<Record<string, Json>>;
  accessClaims: Readonly<Record<string, Json>>;
  /** What the identity provider said of the person, by operation. */
  identity: Readonly<Record<string, Json>>;
  /** The site that is open at first. */
  firstSiteId: string;
}

/** The same in the site, with what its build adds. */
export interface BuiltRecording extends Recording {
  /**
   * Where the documentation is published, an address or a path of the same host, with a slash at its end; null: nowhere, and
   * the page about the site is enough.
   */
  docsUrl: string | null;
}
