/** Is told how far a rebuild is, now and then: what it does, and with how many it is done. */
export type Say = (what: string, done: number) => void;
