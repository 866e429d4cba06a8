import type { MessageView, ReactionView } from '@oniverse/contracts';
import { useState } from 'react';
import { CompletionStrip } from '../features/site/completion/completion-strip.js';
import type { Suggestion } from '../features/site/completion/suggestions.js';
import { EmojiButton } from '../features/talk/emoji/index.js';
import { MessageReactions } from '../features/talk/messages/message-reactions.js';
import { Window } from '../ui/window.js';
import { READER } from './samples.js';

const AT = '2026-11-20T21:14:00.000Z';
const reactor = (username: string) => ({
  userId: username,
  author: { username, displayName: null, profileImageUrl: null },
});
const reaction = (emoji: string, count: number, ...names: string[]): ReactionView => ({
  emoji,
  count,
  first: names.map(reactor),
});
const MESSAGE: MessageView = {
  id: 'm-1',
  channelId: 'tonight',
  userId: 'mirelle_07',
  seq: 1,
  rev: 1,
  content: '',
  nonce: null,
  author: reactor('mirelle_07').author,
  createdAt: AT,
  updatedAt: AT,
  editedAt: null,
  deletedAt: null,
  reactions: [
    reaction('🪐', 5, 'otto_n', 'juno_9', 'sable'),
    { emoji: '✏️', count: 1, first: [{ userId: READER.id, author: READER }] },
  ],
};
const emoji = (unicode: string, name: string): Suggestion => ({
  kind: 'emoji',
  emoji: { unicode, name, label: name, keywords: [], codes: [] },
  isNamed: false,
});
const EMOJIS = [emoji('🔭', 'telescope'), emoji('📺', 'television'), emoji('☎️', 'telephone')];
const MEMBERS: Suggestion[] = ['mirelle_07', 'mica_t'].map((username) => ({
  kind: 'member',
  member: { userId: username, ...reactor(username).author },
}));
const GROUP: Suggestion = { kind: 'group', group: { name: 'midnight', color: 'warm', memberCount: 7 } };

export function TalkParts() {
  const [isPicking, setPicking] = useState(false);
  const list = { activeIndex: 0, take: () => undefined };
  return (
    <Window title="Talk">
      <div className="specimen__col">
        <MessageReactions
          message={MESSAGE}
          me={{ ...READER, standing: 'member', isLocked: false }}
          mayReact
          hidden={undefined}
        />
        <EmojiButton
          className="btn--icon"
          name="React"
          isOpen={isPicking}
          onOpenChange={setPicking}
          userId={READER.id}
          onPick={() => undefined}
        />
        <CompletionStrip
          list={{
            ...list,
            id: 'a',
            token: { kind: 'emoji', at: 0, end: 4, typed: 'tel' },
            suggestions: EMOJIS,
          }}
        />
        <CompletionStrip
          list={{
            ...list,
            id: 'b',
            token: { kind: 'member', at: 0, end: 3, typed: 'mi' },
            suggestions: [GROUP, ...MEMBERS],
          }}
        />
      </div>
    </Window>
  );
}
