import type { MessageView, Standing } from '@oniverse/contracts';
import type { ReactNode } from 'react';

/** What the messages of a channel show of their threads. Those of a thread start none. Must be the same object. */
export interface ThreadParts {
  /** Opens the thread of a message, which may have no replies yet. */
  onOpen: (message: MessageView) => void;
  /** Returns what is shown of the thread below a message; nothing if it starts none. */
  summaryOf: (message: MessageView) => ReactNode;
}

/** What the field of a talk understands apart from messages. Must be the same object until it changes. */
export interface ComposerCommands {
  /** What it completes after a slash. */
  suggested: readonly { name: string; hint: string }[];
  /** Stands below the field. */
  note: string | undefined;
  /** Runs a text. Undefined if it is a message; resolves with whether it is done, so that the text may go. */
  run: (text: string) => Promise<boolean> | undefined;
}

/** The reader of a channel, or of a conversation. */
export interface Viewer {
  id: string;
  username: string;
  displayName: string | null;
  profileImageUrl: string | null;
  standing: Standing | null;
  /** Whether the channel is locked. */
  isLocked: boolean;
  /** Whether the reader and the dimension want previews of links. */
  showsLinkPreviews?: boolean;
  /** Whether it is a conversation, whose messages have previews only if a member asks. */
  isInConversation?: boolean;
}
