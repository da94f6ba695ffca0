/** Of the Earth, WGS 84, m. */
export const meanRadiusM = 6_371_008.8;
/** One degree. */
export const radians = Math.PI / 180;
