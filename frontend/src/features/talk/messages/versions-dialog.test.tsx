import { describe, expect, it } from '@jest/globals';
import { getMessageVersions } from '@oniverse/contracts';
import { act, screen } from '@testing-library/react';
import { problem } from '../../../testing/call-handler.js';
import { message } from '../../../testing/live-server.js';
import { mock } from '../../../testing/mock.js';
import { renderWithLinks } from '../../../testing/render.js';
import { showVersions } from './message-dialogs.store.js';
import { VersionsDialog } from './versions-dialog.js';

const AT = '2026-11-20T20:00:00.000Z';

describe('the dialog of earlier texts', () => {
  it('TLK-492 lists them as they were written, newest first', async () => {
    mock(getMessageVersions, {
      versions: [
        { id: 'b', content: 'Look **north** at ten.', writtenAt: AT },
        { id: 'a', content: '', writtenAt: AT },
      ],
    });
    const { user } = renderWithLinks(<VersionsDialog />);
    act(() => showVersions(message({ seq: 1, editedAt: AT })));
    expect(await screen.findByText('north')).toBeInTheDocument();
    expect(screen.getAllByRole('listitem').map(({ lastChild }) => lastChild?.textContent)).toEqual([
      'Look north at ten.',
      'No text.',
    ]);
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('TLK-492 says that none is left, or that they could not be loaded', async () => {
    let isFailing = true;
    mock(getMessageVersions, () => (isFailing ? problem('not_found') : { versions: [] }));
    const { user } = renderWithLinks(<VersionsDialog />);
    act(() => showVersions(message({ seq: 1, editedAt: AT })));
    await screen.findByText('The earlier texts could not be loaded.');
    isFailing = false;
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('None is left.')).toBeInTheDocument();
  });
});
