import { beforeEach, describe, expect, it } from '@jest/globals';
import { editMessage, listMessages, type MessageView } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { recordOwner, storeSession } from '../../../api/stored-session.js';
import userEvent from '@testing-library/user-event';
import { message } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { renderWithQueries } from '../../../testing/render.js';
import { MessageComposer } from './message-composer.js';
import { MessageEdit } from './message-edit.js';
import { beginEdit, useChanges } from './messages.changes.js';
import { applyToChannel, getChannel } from '../log/log.store.js';

const ME = 'u-vesper';
const older = message({ seq: 1, rev: 1, userId: ME, content: 'Fog.' });
const last = message({ seq: 2, rev: 2, userId: ME, content: 'Rain.' });
const user = userEvent.setup({ delay: null });

function Conversation() {
  const edit = useChanges((state) => state.edit);
  return (
    <>
      {edit && <MessageEdit key={edit.message.id} edit={edit} me={ME} />}
      <MessageComposer
        talkId="tonight"
        channelName="tonight"
        userId={ME}
        people={[]}
        onMention={() => undefined}
      />
    </>
  );
}

const composer = () => screen.getByLabelText('Message #tonight');
const field = () => screen.getByLabelText('Edit message');
const begin = (edited: MessageView) => act(() => beginEdit(edited));
const press = (name: string) => user.click(screen.getByRole('button', { name }));
const editElsewhere = (content: string, rev = 3) =>
  act(() => applyToChannel('tonight', { type: 'edited', message: { ...older, rev, content } }));
/** Forgets what only the memory of the page has. */
const reload = () => act(() => useChanges.setState({ edit: null }));

function show() {
  const answer = { firstSeq: 1, lastSeq: 2, lastRev: 2, messages: [older, last], changed: [], more: false };
  applyToChannel('tonight', { type: 'opened', request: { channelId: 'tonight' }, answer });
  mock(listMessages, () => getChannel('tonight').messages.slice(0, 1));
  const edits = mock(editMessage, ({ body }) => ({ ...older, rev: 5, content: body?.content ?? '' }));
  renderWithQueries(<Conversation />);
  return () => edits.map(({ body }) => body?.content);
}

beforeEach(() => {
  storeSession('known-session');
  recordOwner('known-session', ME);
});

describe('the edit of a message', () => {
  it('TLK-152 keeps its text over a reload, and beside another edit, until it is saved or cancelled', async () => {
    const edits = show();
    begin(older);
    await user.type(field(), ' And wind.');
    reload();
    begin(older);
    expect(field()).toHaveValue('Fog. And wind.');
    expect(screen.getByText('Your unsaved text is open.')).toBeInTheDocument();
    begin(last);
    expect(field()).toHaveValue('Rain.');
    begin(older);
    await user.type(field(), '{Enter}');
    await waitFor(() => expect(edits()).toEqual(['Fog. And wind.']));
    await waitFor(() => expect(composer()).toHaveFocus());
    begin(last);
    await user.type(field(), ' Hail.{Escape}');
    begin(last);
    expect(field()).toHaveValue('Rain.');
    expect(Object.keys(localStorage)).toEqual(['sessionId']);
  });

  it('TLK-152 takes the focus on ↑ while it has unsaved changes, instead of the last message', async () => {
    show();
    begin(older);
    await user.type(composer(), '{ArrowUp}');
    expect(field()).toHaveValue('Rain.');
    begin(older);
    await user.type(field(), ' And wind.');
    await user.type(composer(), '{ArrowUp}');
    expect(field()).toHaveValue('Fog. And wind.');
    expect(field()).toHaveFocus();
  });

  it('TLK-153 shows a newer text of another device, and replaces it only after the member chose', async () => {
    const edits = show();
    begin(older);
    await user.type(field(), ' And wind.');
    editElsewhere('Fog, thicker.');
    expect(screen.getByText('Fog, thicker.')).toBeInTheDocument();
    await press('Save');
    expect(screen.getByText('Choose one of the two texts first.')).toBeInTheDocument();
    expect(edits()).toEqual([]);
    await press('Keep mine');
    expect(screen.queryByText('Fog, thicker.')).not.toBeInTheDocument();
    editElsewhere('Fog, thickest.', 4);
    await press('Use that version');
    expect(field()).toHaveValue('Fog, thickest.');
    await user.type(field(), '!');
    await press('Save');
    await waitFor(() => expect(edits()).toEqual(['Fog, thickest.!']));
  });

  it('TLK-153 shows a text that another device saved while the page was closed', async () => {
    show();
    begin(older);
    await user.type(field(), ' And wind.');
    reload();
    editElsewhere('Fog, thicker.');
    begin({ ...older, content: 'Fog, thicker.' });
    expect(field()).toHaveValue('Fog. And wind.');
    expect(screen.getByText('Fog, thicker.')).toBeInTheDocument();
  });
});
