import { isRecord, isText } from '../../api/guards.js';

/** Whose surroundings are looked at: it lives in the address, so that reload and back work. */
export interface Around {
  around?: string;
}

/** The member whom an address names; what it does not understand it leaves out. */
export function readAround(search: unknown): Around {
  return isRecord(search) && isText(search['around']) ? { around: search['around'] } : {};
}
