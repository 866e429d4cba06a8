import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { resetMessages } from '../../../testing/messages.js';
import { setMedia } from '../../../testing/browser.js';
import { groupView } from '../../../testing/servers.js';
import { message } from '../../../testing/live-server.js';
import { renderWithQueries } from '../../../testing/render.js';
import { MessageComposer } from './message-composer.js';
import { endEdit, useChanges } from './messages.changes.js';
import { beginReply } from '../log/drafts.js';
import { applyToChannel, updateOperations, useLog } from '../log/log.store.js';
import { restoreOperations } from '../log/storage.js';
import type { ComposerCommands } from './talk-context.js';
import { TalkGroupsContext } from './talk-groups.js';

const people = [
  { userId: 'u-juno', username: 'juno_9', displayName: 'Juno', profileImageUrl: null },
  { userId: 'u-otto', username: 'otto_n', displayName: null, profileImageUrl: null },
  { userId: 'u-pell', username: 'pell', displayName: 'Otter', profileImageUrl: null },
];
const show = (channelId = 'tonight', commands?: ComposerCommands) =>
  renderWithQueries(
    <MessageComposer
      talkId={channelId}
      channelName={channelId}
      userId="u-vesper"
      people={people}
      commands={commands}
      onMention={() => undefined}
    />,
  );
const field = () => screen.getByLabelText('Message #tonight');
const messages = () => useLog.getState().operations.filter((operation) => operation.kind === 'send');
const sent = () => messages().map(({ content }) => content);
const user = userEvent.setup({ delay: null });

describe('the composer', () => {
  it('DIM-022 TLK-082 has an input that names the channel and a SEND button', () => {
    show();
    expect(field()).toHaveFocus();
    expect(field()).toHaveAttribute('placeholder', 'Message #tonight');
    expect(screen.getByRole('button', { name: 'SEND' })).toBeEnabled();
  });

  it('DIM-023 sends with Enter and with the button, then clears the field', async () => {
    show();
    await user.type(field(), 'one{Enter}');
    await user.type(field(), 'two');
    await user.click(screen.getByRole('button', { name: 'SEND' }));
    expect(sent()).toEqual(['one', 'two']);
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
  });

  it('DIM-023 does not send empty text', async () => {
    show();
    await user.type(field(), '   {Enter}');
    await user.click(screen.getByRole('button', { name: 'SEND' }));
    expect(sent()).toEqual([]);
  });

  it('inserts a line break with Shift+Enter and sends with Ctrl+Enter or Cmd+Enter', async () => {
    show();
    await user.type(field(), 'one{Shift>}{Enter}{/Shift}two{Control>}{Enter}{/Control}');
    await user.type(field(), 'three{Meta>}{Enter}{/Meta}');
    expect(sent()).toEqual(['one\ntwo', 'three']);
  });

  describe('a reply', () => {
    const question = message({ seq: 7, content: 'Which **sock**?' });
    const begin = () => act(() => beginReply('u-vesper', question));
    const replies = () => messages().map(({ replyTo }) => replyTo?.seq);
    const cancel = () => screen.queryByRole('button', { name: 'Cancel reply' });

    it('TLK-010 names what is answered, also to a screen reader, and sends it with one message', async () => {
      show();
      begin();
      expect(field()).toHaveAccessibleDescription(/^Replying to juno_9 ?: Which sock\?$/u);
      await user.type(field(), 'Wool.{Enter}');
      await user.type(field(), 'Left foot.{Enter}');
      expect([sent(), replies()]).toEqual([
        ['Wool.', 'Left foot.'],
        [7, undefined],
      ]);
      expect(cancel()).not.toBeInTheDocument();
    });

    it('TLK-010 is cancelled by Escape or its button, and keeps the text and the focus', async () => {
      show();
      begin();
      await user.type(field(), 'Wool.{Escape}');
      expect(cancel()).not.toBeInTheDocument();
      begin();
      await user.click(screen.getByRole('button', { name: 'Cancel reply' }));
      expect(field()).toHaveFocus();
      await user.keyboard('{Enter}');
      expect([sent(), replies()]).toEqual([['Wool.'], [undefined]]);
    });

    it('TLK-010 lasts over a reload, as the draft does, and shows that the message was deleted', () => {
      begin();
      const kept = Object.entries(localStorage);
      resetMessages();
      for (const [key, value] of kept) localStorage.setItem(key, value);
      restoreOperations('u-vesper');
      const { unmount } = show();
      expect(cancel()).toBeInTheDocument();
      act(() =>
        applyToChannel('tonight', {
          type: 'opened',
          request: { channelId: 'tonight' },
          answer: {
            firstSeq: 1,
            lastSeq: 7,
            lastRev: 8,
            messages: [{ ...question, rev: 8, content: '', deletedAt: question.createdAt }],
            changed: [],
            more: false,
          },
        }),
      );
      expect(field()).toHaveAccessibleDescription(/^Replying to juno_9 ?: This message was deleted\.$/u);
      unmount();
      show('eyepiece');
      expect(cancel()).not.toBeInTheDocument();
    });
  });

  it('does not send during an IME composition', async () => {
    show();
    await user.type(field(), 'ni');
    fireEvent.keyDown(field(), { key: 'Enter', isComposing: true });
    fireEvent.keyDown(field(), { key: 'Enter', keyCode: 229 });
    expect(sent()).toEqual([]);
  });

  it('inserts a line break with Enter on touch devices, where the button sends', async () => {
    setMedia('(pointer: coarse)');
    show();
    expect(field()).not.toHaveFocus();
    await user.type(field(), 'one{Enter}two');
    expect(sent()).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'SEND' }));
    expect(sent()).toEqual(['one\ntwo']);
  });

  it('keeps a draft for each channel', async () => {
    const { unmount } = show();
    await user.type(field(), 'half a thought');
    unmount();
    const { unmount: leave } = show('general');
    expect(screen.getByLabelText('Message #general')).toHaveValue('');
    leave();
    show();
    expect(field()).toHaveValue('half a thought');
    await user.type(field(), '{Enter}');
    expect(Object.keys(localStorage).filter((key) => key.includes('draft:tonight'))).toEqual([]);
  });

  it('TLK-131 stores the message before it clears the draft', async () => {
    show();
    await user.type(field(), 'half a thought');
    const added = jest.spyOn(Storage.prototype, 'setItem');
    const removed = jest.spyOn(Storage.prototype, 'removeItem');
    await user.type(field(), '{Enter}');
    const message = added.mock.calls.findIndex(([key]) => key.startsWith('oni-unsent:u-vesper:'));
    const draft = removed.mock.calls.findIndex(([key]) => key === 'oni-unsent:u-vesper:draft:tonight');
    expect(removed.mock.invocationCallOrder[draft]).toBeGreaterThan(
      added.mock.invocationCallOrder[message] ?? Infinity,
    );
    jest.restoreAllMocks();
  });

  it('shows a draft only to its author', async () => {
    const { unmount } = show();
    await user.type(field(), 'half a thought');
    unmount();
    renderWithQueries(
      <MessageComposer
        talkId="tonight"
        channelName="tonight"
        userId="u-otto"
        people={people}
        onMention={() => undefined}
      />,
    );
    expect(field()).toHaveValue('');
    localStorage.clear();
  });

  it('GAP-130 shows the remaining characters near the limit and does not send beyond it', () => {
    show();
    expect(screen.queryByText(/characters/)).toBeNull();
    fireEvent.change(field(), { target: { value: 'x'.repeat(3_700) } });
    expect(screen.getByText('300 characters left')).toBeInTheDocument();
    fireEvent.change(field(), { target: { value: '😀'.repeat(4_000) } });
    expect(screen.getByText('0 characters left')).toBeInTheDocument();
    fireEvent.change(field(), { target: { value: 'x'.repeat(4_002) } });
    expect(screen.getByText('2 characters over the limit of 4,000')).toBeInTheDocument();
    expect(field()).toBeInvalid();
    expect(field()).toHaveAccessibleDescription('2 characters over the limit of 4,000');
    expect(screen.getByRole('status')).toHaveTextContent('The message is too long to send.');
    fireEvent.change(field(), { target: { value: 'x'.repeat(4_003) } });
    expect(screen.getByRole('status')).toHaveTextContent(/^The message is too long to send\.$/);
    fireEvent.click(screen.getByRole('button', { name: 'SEND' }));
    expect(field()).toHaveFocus();
    expect(sent()).toEqual([]);
  });

  it('TLK-251 suggests the groups that the writer may mention among the members', async () => {
    const watch = groupView('night_watch', { color: 'warm', memberCount: 7 });
    const lookouts = groupView('lookouts');
    renderWithQueries(
      <TalkGroupsContext value={{ all: [watch, lookouts], mentionable: [watch] }}>
        <MessageComposer
          talkId="tonight"
          channelName="tonight"
          userId="u-vesper"
          people={[
            ...people,
            { userId: 'u-n', username: 'nightly', displayName: null, profileImageUrl: null },
          ]}
          onMention={() => undefined}
        />
      </TalkGroupsContext>,
    );
    await user.type(field(), '@lo');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.clear(field());
    await user.type(field(), 'hey @ni');
    expect(screen.getByRole('listbox', { name: 'Members and groups matching @ni' })).toBeInTheDocument();
    expect(screen.getAllByRole('option').map((option) => option.getAttribute('aria-label'))).toEqual([
      '@night_watch, a group of 7 members',
      '@nightly',
    ]);
    expect(screen.getByRole('option', { selected: true })).toHaveTextContent('@night_watch7 members');
    await user.keyboard('{Enter}');
    expect(field()).toHaveValue('hey @night_watch ');
    await user.clear(field());
    await user.type(field(), '@night_watch{Enter}');
    expect(sent()).toEqual(['@night_watch']);
  });

  it('suggests members after an @: arrows move, Tab or Enter inserts without sending', async () => {
    show();
    await user.type(field(), 'hey @ot');
    const list = screen.getByRole('listbox', { name: 'Members matching @ot' });
    expect(screen.getByRole('option', { selected: true })).toHaveAccessibleName('@otto_n');
    expect(screen.getByRole('option', { selected: false })).toHaveAccessibleName('@pell Otter');
    await user.keyboard('{ArrowDown}{Tab}');
    expect(field()).toHaveValue('hey @pell ');
    expect(list).not.toBeInTheDocument();
    await user.keyboard('@jun{Enter}');
    expect(field()).toHaveValue('hey @pell @juno_9 ');
    expect(sent()).toEqual([]);
    await user.keyboard('{Enter}');
    expect(sent()).toEqual(['hey @pell @juno_9']);
  });

  it('puts an emoji from the picker at the caret', async () => {
    show();
    await user.type(field(), 'a telescope', { initialSelectionStart: 0, initialSelectionEnd: 0 });
    await user.keyboard('{Home}');
    await user.click(screen.getByRole('button', { name: 'Emoji' }));
    await user.type(await screen.findByRole('combobox', { name: 'Search emoji' }), 'telescope{Enter}');
    expect(field()).toHaveValue('🔭a telescope');
    expect(field()).toHaveFocus();
  });

  it('closes the suggestions with Escape and sends the text as typed', async () => {
    show();
    await user.type(field(), '@ot{Escape}');
    expect(screen.queryByRole('listbox')).toBeNull();
    await user.keyboard('{Enter}');
    expect(sent()).toEqual(['@ot']);
  });

  it('edits the member’s last message on ↑ in an empty field, and moves the caret in a text', async () => {
    const mine = message({ seq: 1, userId: 'u-vesper', content: 'mine' });
    const answer = {
      firstSeq: 1,
      lastSeq: 2,
      lastRev: 2,
      messages: [mine, message({ seq: 2 })],
      changed: [],
      more: false,
    };
    applyToChannel('tonight', { type: 'opened', request: { channelId: 'tonight' }, answer });
    show();
    await user.type(field(), 'a{ArrowUp}');
    expect(useChanges.getState().edit).toBeNull();
    await user.type(field(), '{Backspace}{ArrowUp}');
    expect(useChanges.getState().edit?.message).toEqual(mine);
    endEdit();
  });

  it('does not edit an older message on ↑ while a newer one is pending', async () => {
    const answer = {
      firstSeq: 1,
      lastSeq: 1,
      lastRev: 1,
      messages: [message({ seq: 1, userId: 'u-vesper', content: 'mine' })],
      changed: [],
      more: false,
    };
    applyToChannel('tonight', { type: 'opened', request: { channelId: 'tonight' }, answer });
    show();
    await user.type(field(), 'a tpyo{Enter}{ArrowUp}');
    expect(sent()).toEqual(['a tpyo']);
    expect(useChanges.getState().edit).toBeNull();
    // Stored, but an earlier message is missing, so it is not loaded in the channel.
    updateOperations((all) => all.map((one) => ({ ...one, state: 'stored', seq: 3 })));
    await user.type(field(), '{ArrowUp}');
    expect(useChanges.getState().edit).toBeNull();
    updateOperations((all) => all.map((one) => ({ ...one, state: 'refused' })));
    await user.type(field(), '{ArrowUp}');
    expect(useChanges.getState().edit?.message.content).toBe('mine');
    endEdit();
  });
});

describe('the commands of a talk', () => {
  const commands = (isDone: boolean): ComposerCommands & { ran: string[] } => {
    const ran: string[] = [];
    return {
      ran,
      suggested: [
        { name: '/move', hint: 'your move' },
        { name: '/resign', hint: 'give up' },
      ],
      note: 'Moves in plain notation.',
      run: (text) => {
        if (!text.startsWith('/move')) return undefined;
        ran.push(text);
        return Promise.resolve(isDone);
      },
    };
  };

  it('TLK-573 run instead of being sent, and leave the field', async () => {
    const done = commands(true);
    show('tonight', done);
    expect(screen.getByText('Moves in plain notation.')).toBeInTheDocument();
    await user.type(field(), '/move Be3{Enter}');
    await waitFor(() => expect(field()).toHaveValue(''));
    expect(done.ran).toEqual(['/move Be3']);
    await user.type(field(), 'move Be3{Enter}');
    expect(sent()).toEqual(['move Be3']);
  });

  it('TLK-573 stay in the field when they are refused', async () => {
    const refused = commands(false);
    show('tonight', refused);
    await user.type(field(), '/move Be3{Enter}');
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(refused.ran).toHaveLength(2));
    expect(field()).toHaveValue('/move Be3');
    expect(sent()).toEqual([]);
  });

  it('TLK-573 are completed at the beginning of a text', async () => {
    show('tonight', commands(true));
    await user.type(field(), '/');
    expect(await screen.findAllByRole('option')).toHaveLength(2);
    await user.type(field(), 're');
    expect(screen.getByRole('option')).toHaveAccessibleName('/resign, give up');
    await user.keyboard('{Tab}');
    expect(field()).toHaveValue('/resign ');
    await user.clear(field());
    await user.type(field(), 'so /re');
    expect(screen.queryByRole('option')).toBeNull();
  });
});
