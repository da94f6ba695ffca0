/** Set for the session by somebody who leaves the set-up of a second factor for later. */
export const laterKey = "pulse.factors.later";
