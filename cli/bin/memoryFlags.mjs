/**
 * Memory settings of the product's Node. By default V8 lets garbage grow with the machine: a demo that uses 220 MB took up
 * 730 after four minutes, and more later (decision 25).
 */
export const memoryFlags = ["--max-semi-space-size=16", "--heap-growing-percent=60"];
