import { beforeEach, describe, expect, it } from '@jest/globals';
import { addReaction, type MessageView, type ReactionView, removeReaction } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import { problem } from '../../../testing/call-handler.js';
import { message } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';
import { MessageReactions } from './message-reactions.js';
import { applyToChannel, useLog } from '../log/log.store.js';
import type { Viewer } from './talk-context.js';

const me: Viewer = {
  id: 'u-vesper',
  username: 'vesper',
  displayName: null,
  profileImageUrl: null,
  standing: 'member',
  isLocked: false,
};
const reactor = (username: string) => ({
  userId: `u-${username}`,
  author: { username, displayName: null, profileImageUrl: null },
});
const reaction = (emoji: string, names: string[], count = names.length, isMine?: boolean): ReactionView => ({
  emoji,
  count,
  first: names.map(reactor),
  ...(isMine !== undefined && { isMine }),
});

let rev = 1;
/** The message with these reactions, as the next change of the channel. */
function changed(...reactions: ReactionView[]): MessageView {
  rev += 1;
  return message({ seq: 1, rev, reactions });
}

interface Given {
  mayReact?: boolean;
  hidden?: string[];
}

function Row({ mayReact = true, hidden = [] }: Given) {
  const shown = useLog(({ channels }) => channels['tonight']?.messages[0]);
  return (
    shown && (
      <MessageReactions
        message={shown}
        me={me}
        mayReact={mayReact}
        hidden={new Map(hidden.map((id) => [id, 'blocked']))}
      />
    )
  );
}

function show(reactions: ReactionView[], given: Given = {}) {
  const shown = changed(...reactions);
  const answer = { firstSeq: 1, lastSeq: 1, lastRev: rev, messages: [shown], changed: [], more: false };
  applyToChannel('tonight', { type: 'opened', request: { channelId: 'tonight' }, answer });
  return renderWithQueries(<Row {...given} />);
}
const arrive = (...reactions: ReactionView[]) =>
  act(() => applyToChannel('tonight', { type: 'edited', message: changed(...reactions) }));

/** The accessible names of the reactions; the reader's own have a star. */
const names = () =>
  screen
    .queryAllByRole('button', { name: /reacted with/u })
    .map((button) => `${button.getAttribute('aria-label')}${button.ariaPressed === 'true' ? ' *' : ''}`);
const planet = () => screen.getByRole('button', { name: /🪐/u });

describe('the reactions to a message', () => {
  beforeEach(() => {
    storeSession('known-session');
    recordOwner('known-session', me.id);
  });

  it('TLK-021 name up to three members and count the others, in the order of first use', () => {
    show([
      reaction('🪐', ['otto_n', 'juno_9', 'sable'], 5, false),
      reaction('✏️', ['vesper', 'wren_x'], 2, true),
      reaction('🧦', ['pell'], 1, false),
    ]);
    expect(names()).toEqual([
      'otto_n, juno_9, sable and 2 others reacted with 🪐',
      'vesper and wren_x reacted with ✏️ *',
      'pell reacted with 🧦',
    ]);
    expect(planet()).toHaveTextContent('+2');
  });

  it('show the names as a tooltip', async () => {
    const { user } = show([reaction('🪐', ['otto_n'], 3, false)]);
    await user.tab();
    expect(planet()).toHaveFocus();
    expect(await screen.findByRole('tooltip')).toHaveTextContent('otto_n and 2 others');
  });

  it('leave out members that the reader hides', () => {
    show([reaction('🪐', ['otto_n', 'juno_9'], 3, false), reaction('🧦', ['otto_n'], 1, false)], {
      hidden: ['u-otto_n'],
    });
    expect(names()).toEqual(['juno_9 and 1 other reacted with 🪐']);
  });

  it('TLK-026 cannot be changed by readers who may not write', () => {
    show([reaction('🪐', ['otto_n'], 1, false)], { mayReact: false });
    expect(screen.getByText('otto_n reacted with 🪐')).toBeInTheDocument();
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });

  it('are not there without any', () => {
    show([]);
    expect(screen.queryByRole('list')).not.toBeInTheDocument();
  });

  it('TLK-029 toggle the reader’s own at once, and again by another click', async () => {
    const { user } = show([reaction('🪐', ['otto_n'], 1, false)]);
    let answer = (): void => undefined;
    const added = mock(
      addReaction,
      async () =>
        new Promise((resolve) => {
          answer = () => resolve(changed(reaction('🪐', ['otto_n', 'vesper'], 2, true)));
        }),
    );
    const removed = mock(removeReaction, () => changed(reaction('🪐', ['otto_n'], 1, false)));
    await user.click(planet());
    expect(names()).toEqual(['otto_n and vesper reacted with 🪐 *']);
    await waitFor(() => expect(added).toHaveLength(1));
    await user.click(planet());
    expect(names()).toEqual(['otto_n reacted with 🪐']);
    expect(removed).toHaveLength(0);
    act(answer);
    await waitFor(() => expect(useLog.getState().operations).toEqual([]));
    expect([added, removed].map((requests) => requests.map(({ id, emoji }) => `${id} ${emoji}`))).toEqual([
      ['m-1 🪐'],
      ['m-1 🪐'],
    ]);
    expect(names()).toEqual(['otto_n reacted with 🪐']);
  });

  it('TLK-029 take a refused one back, and say why', async () => {
    const { user } = show([reaction('🪐', ['otto_n'], 1, false)]);
    mock(addReaction, () => problem('not_a_member'));
    await user.click(planet());
    await waitFor(() => expect(useToast.getState().toast).toMatchObject({ variant: 'destructive' }));
    expect(names()).toEqual(['otto_n reacted with 🪐']);
  });

  it('disappear with the last member', async () => {
    const { user } = show([reaction('🪐', ['vesper'], 1, true)]);
    const removed = mock(removeReaction, () => changed());
    await user.click(planet());
    expect(names()).toEqual([]);
    await waitFor(() => expect(useLog.getState().operations).toEqual([]));
    expect(removed).toHaveLength(1);
  });

  it('TLK-022 follow live events, which do not say what is the reader’s own', () => {
    show([reaction('🪐', ['otto_n', 'juno_9', 'sable'], 4, true)]);
    arrive(reaction('🪐', ['otto_n', 'juno_9', 'sable'], 5), reaction('🧦', ['pell']));
    expect(names()).toEqual(['otto_n, juno_9, sable and 2 others reacted with 🪐 *', 'pell reacted with 🧦']);
    act(() =>
      applyToChannel('tonight', {
        type: 'ownReactions',
        own: { channelId: 'tonight', seq: 1, rev: rev + 1, emojis: [] },
      }),
    );
    arrive(reaction('🪐', ['otto_n', 'juno_9', 'sable'], 4));
    expect(names()).toEqual(['otto_n, juno_9, sable and 1 other reacted with 🪐']);
  });

  it('TLK-020 get another emoji from the picker, which is the same with or without a selector', async () => {
    const { user } = show([reaction('❤️', ['otto_n'], 1, false)]);
    const added = mock(addReaction, () => changed(reaction('❤️', ['otto_n', 'vesper'], 2, true)));
    await user.click(screen.getByRole('button', { name: 'Add a reaction' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search emoji' }), 'red heart{Enter}');
    expect(names()).toEqual(['otto_n and vesper reacted with ❤️ *']);
    await waitFor(() => expect(added).toHaveLength(1));
  });
});
