import pg from "pg";

const { builtins } = pg.types;
const int8Array = 1016;
const numericArray = 1231;

const parseNumbers = (text: string): (number | null)[] => {
  const inner = text.slice(1, -1);
  return inner === "" ? [] : inner.split(",").map((item) => (item === "NULL" ? null : Number(item)));
};

/** What `pg` would return as text or in the machine's time zone: counts and sums become numbers, a date stays text. */
const parsers = new Map<number, (text: string) => unknown>([
  [builtins.INT8, Number],
  [builtins.NUMERIC, Number],
  [builtins.DATE, (text) => text],
  [int8Array, parseNumbers],
  [numericArray, parseNumbers],
]);

/** How the text of a value becomes a value, on both databases: it is decided only here. */
export const valueParsers: pg.CustomTypesConfig = {
  getTypeParser: (oid, format): unknown =>
    (format === "binary" ? undefined : parsers.get(oid)) ?? pg.types.getTypeParser(oid, format),
};
