/** A number that the engine is given: what it is measured in, and where it comes from or how it was chosen. */
export interface Constant {
  value: number;
  unit: string;
  source: string;
}

/** The values of a stage's table, by name. */
export function valuesOf<Name extends string>(table: Readonly<Record<Name, Constant>>): Readonly<Record<Name, number>> {
  const values = Object.entries<Constant>(table).map(([name, { value }]) => [name, value]);
  return Object.fromEntries(values) as Record<Name, number>;
}
