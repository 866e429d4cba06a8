import { create } from 'zustand';
import { ownerOf, pageSession } from '../api/stored-session.js';
import { logout } from '../session/session.js';
import { countUnsent, deleteUnsent } from '../session/unsent-texts.js';

/** How much would be lost by the sign-out that the member is asked about; 0 while there is no question. */
export const useSignOut = create(() => ({ unsent: 0 }));

const pageOwner = () => ownerOf(pageSession()) ?? '';

/** Signs out by the member's own wish, after a question if the server does not have all that they wrote. */
export function signOut(): void {
  const unsent = countUnsent(pageOwner());
  if (unsent > 0) useSignOut.setState({ unsent });
  else logout();
}

export const cancelSignOut = (): void => useSignOut.setState({ unsent: 0 });

/** Signs out, and removes what is not sent. */
export function confirmSignOut(): void {
  deleteUnsent(pageOwner());
  cancelSignOut();
  logout();
}
