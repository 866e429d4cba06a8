import type { GroupView } from '@oniverse/contracts';
import { createContext } from 'react';

interface TalkGroups {
  all: readonly GroupView[];
  /** Those that the reader may mention. */
  mentionable: readonly GroupView[];
}

/** The groups of the dimension whose messages are shown; none elsewhere. */
export const TalkGroupsContext = createContext<TalkGroups>({ all: [], mentionable: [] });
