export declare const memoryFlags: readonly string[];
