/** A row whose cells are fine by themselves. */
export interface ReadRow<Value> {
  /** 1: the first after the header. */
  row: number;
  line: number;
  value: Value;
  /** The thing that it changes, if it makes none. */
  own?: string;
}

/** A row that makes a thing, with the id that it will have. */
export interface NewRow<Value> extends ReadRow<Value> {
  id: string;
}
