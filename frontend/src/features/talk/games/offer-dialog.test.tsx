import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clockProblem, offerGame, search } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { message } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import OfferDialog from './offer-dialog.js';

beforeEach(() => {
  signIn();
});

async function show(given: { kind?: 'go' | 'words'; position?: string; opponentId?: string } = {}) {
  const onClose = jest.fn();
  const view = renderWithLinks(
    <OfferDialog
      channelId="general"
      kind={given.kind}
      position={given.position}
      opponentId={given.opponentId}
      onClose={onClose}
    />,
  );
  await screen.findByRole('dialog');
  return { ...view, onClose };
}
const select = async (user: Awaited<ReturnType<typeof show>>['user'], label: string, option: string) => {
  await user.click(screen.getByRole('combobox', { name: label }));
  await user.click(await screen.findByRole('option', { name: option }));
};

describe('the offer of a game', () => {
  it('TLK-574 asks for the board, the score and the time, and closes once it is offered', async () => {
    const offered = mock(offerGame, message({ seq: 1 }));
    const { user, onClose } = await show({ kind: 'go' });
    await user.click(screen.getByRole('radio', { name: '13×13' }));
    await user.click(screen.getByRole('radio', { name: 'By territory' }));
    await select(user, 'Time', '3 days a move');
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await waitFor(() => expect(onClose).toHaveBeenCalled());
    expect(offered).toMatchObject([
      {
        id: 'general',
        body: { kind: 'go', size: '13', scoring: 'territory', bankSeconds: 0, moveSeconds: 259_200 },
      },
    ]);
  });

  it('TLK-574 offers only times that the server takes, and for several players only one for each move', async () => {
    const { user } = await show({ kind: 'words' });
    await user.click(screen.getByRole('combobox', { name: 'Time' }));
    const titles = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(titles).toEqual(['1 min a move', '5 min a move', '1 h a move', '1 day a move', '3 days a move']);
    expect(screen.queryByRole('radio', { name: 'A member', hidden: true })).toBeNull();
    expect(clockProblem({ bankSeconds: 0, moveSeconds: 60 })).toBeUndefined();
  });

  it('TLK-574 keeps the seat for a member, who has to be named', async () => {
    const offered = mock(offerGame, message({ seq: 1 }));
    const sable = { username: 'sable', displayName: null, profileImageUrl: null };
    mock(search, {
      members: { items: [{ id: 'u-sable', ...sable, bio: null, excerpt: null }], nextCursor: null },
      isComplete: true,
    });
    const { user } = await show();
    await user.click(screen.getByRole('radio', { name: 'A member' }));
    expect(screen.getByRole('button', { name: 'Offer' })).toBeDisabled();
    await user.type(screen.getByRole('combobox', { name: 'Find members' }), 'sab');
    await screen.findByRole('option', { name: /sable/u });
    await user.keyboard('{Enter}');
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await waitFor(() => expect(offered).toMatchObject([{ body: { kind: 'chess', invitedId: 'u-sable' } }]));
  });

  it('TLK-595 starts from a position that is pasted, shows it, and says why another text is none', async () => {
    const offered = mock(offerGame, message({ seq: 1 }));
    const { user } = await show({ opponentId: 'u-sable' });
    expect(screen.queryByRole('textbox', { name: 'Position' })).toBeNull();
    await user.click(screen.getByRole('radio', { name: 'From a position' }));
    const field = screen.getByRole('textbox', { name: 'Position' });
    expect(screen.getByRole('button', { name: 'Offer' })).toBeDisabled();
    await user.click(field);
    await user.paste('e4 c5');
    expect(field).toHaveAccessibleDescription(/This is no position/u);
    expect(screen.getByRole('button', { name: 'Offer' })).toBeDisabled();
    await user.clear(field);
    await user.paste('4k3/8/8/8/8/8/4P3/4K3 b - -');
    expect(screen.getByRole('region', { name: 'It starts from' })).toHaveTextContent(/Black to move/u);
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await waitFor(() =>
      expect(offered).toMatchObject([
        { body: { kind: 'chess', position: '4k3/8/8/8/8/8/4P3/4K3 b - - 0 1' } },
      ]),
    );
  });

  it('TLK-595 starts from the position of `/play`, whose lines are the size of the board', async () => {
    const rows = Array.from({ length: 13 }, () => '.'.repeat(13)).join('\n');
    const offered = mock(offerGame, message({ seq: 1 }));
    const { user } = await show({ kind: 'go', position: rows });
    expect(screen.queryByRole('radio', { name: '13×13', hidden: true })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    await waitFor(() =>
      expect(offered).toMatchObject([
        { body: { position: expect.stringMatching(/^13 \. .*Black to move\.$/su) } },
      ]),
    );
  });

  it('TLK-574 says why a game is not offered, and stays', async () => {
    mock(offerGame, () => problem('forbidden', 'This channel is locked.'));
    const { user, onClose } = await show({ opponentId: 'u-sable' });
    expect(screen.queryByRole('radio', { name: 'A member' })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Offer' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('This channel is locked.');
    expect(onClose).not.toHaveBeenCalled();
  });
});
