/** The key of whatever signs a visitor in, from the form's submission until the destination is loaded. */
export const ENTRANCE_KEY = ['entrance'] as const;
