// `npm start`: the real thing, without demo data.
import { startProduct } from "./startProduct.mjs";

await startProduct("serve");
