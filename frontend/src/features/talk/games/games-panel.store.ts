import type { GameKind } from '@oniverse/contracts';
import { create } from 'zustand';

const KEY = 'oni-games-folded';

function readFolded(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false;
  }
}

interface Offer {
  channelId: string;
  kind?: GameKind | undefined;
  /** The text of a position to start from. */
  position?: string;
}

interface GamesPanel {
  /** Whether only the names of the games show, in this browser. */
  isFolded: boolean;
  /** The games that the reader chose to see, the last one first. */
  chosen: readonly string[];
  /** The talk in which the reader is about to offer a game. */
  offer: Offer | null;
}

/** What the reader sees of the games of a talk. */
export const useGamesPanel = create<GamesPanel>(() => ({ isFolded: readFolded(), chosen: [], offer: null }));

export function setFolded(isFolded: boolean): void {
  useGamesPanel.setState({ isFolded });
  try {
    if (isFolded) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked or full: it lasts until the page is closed.
  }
}

/** Shows a game above the messages of its talk. */
export function watchGame(id: string): void {
  useGamesPanel.setState(({ chosen }) => ({ chosen: [id, ...chosen.filter((other) => other !== id)] }));
  setFolded(false);
}

export const askForOffer = (offer: Offer): void => useGamesPanel.setState({ offer });

export const endOffer = (): void => useGamesPanel.setState({ offer: null });
