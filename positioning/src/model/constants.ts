/** A number that the engine is given: what it is measured in, and where it comes from or how it was chosen. */
export interface Constant {
  /** Several are tried where they stand in a list. */
  value: number | readonly number[];
  unit: string;
  source: string;
}

type Values<Table extends Readonly<Record<string, Constant>>> = {
  readonly [Name in keyof Table]: Table[Name]["value"];
};

/** The values of a stage's table, by name. */
export function valuesOf<Table extends Readonly<Record<string, Constant>>>(table: Table): Values<Table> {
  const values = Object.entries(table).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values) as Values<Table>;
}
