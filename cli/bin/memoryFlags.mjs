/**
 * How the product's Node treats its memory. By itself V8 lets garbage grow with the machine: a demo that uses 220 MB held
 * 730 after four minutes, and more later (decision 27).
 */
export const memoryFlags = ["--max-semi-space-size=16", "--heap-growing-percent=60"];
