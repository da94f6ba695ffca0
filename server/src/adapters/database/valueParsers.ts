import pg from "pg";

const { builtins } = pg.types;
const int8Array = 1016;
const numericArray = 1231;

const parseNumbers = (text: string): (number | null)[] => {
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map((item) => (item === "NULL" ? null : Number(item)));
};

/** What `pg` would give as text or in the machine's zone: counts and sums become numbers, a date stays its text. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, (text) => text],
  [int8Array, parseNumbers],
  [numericArray, parseNumbers],
]);

/** How a value's text becomes a value, on both databases: the one place where that is decided. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): unknown =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
