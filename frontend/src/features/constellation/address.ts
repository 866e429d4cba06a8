import { isRecord, isText } from '../../api/guards.js';

/** What of the constellation is looked at: it lives in the address, so that reload and back work. */
export interface SkyAddress {
  /** Whose surroundings are shown, by id; one's own where nobody is named. */
  around?: string;
  /** Who is selected, by id. */
  node?: string;
}

/** What an address asks for; what it does not understand it leaves out. */
export function readSkyAddress(search: unknown): SkyAddress {
  if (!isRecord(search)) return {};
  const { around, node } = search;
  return { ...(isText(around) && { around }), ...(isText(node) && { node }) };
}
