import { TOKEN } from '@oniverse/contracts';

/** Returns the code of the invitation in the address of this page; empty without one, and where there is no page. */
export function inviteCodeInAddress(): string {
  if (typeof window === 'undefined') return '';
  return TOKEN.exec(window.location.hash.slice(1))?.[0] ?? '';
}
