// `npm run demo`: install what is missing, build, start everything in one process with the demo's world.
import { startProduct } from "./startProduct.mjs";

await startProduct("demo");
