/** Between the parts of a list within a sentence. */
export const SEPARATORS = { between: ', ', last: ' and ' } as const;
