import { beforeEach, describe, expect, it } from '@jest/globals';
import { listOwnImages } from '@oniverse/contracts';
import { act, screen, waitFor } from '@testing-library/react';
import { scrollAllIntoView } from '../../../testing/browser.js';
import { servePictures } from '../../../testing/pictures.js';
import { useConnection } from '../../../live/connection.store.js';
import { startLive } from '../../../live/live.js';
import { AlbumApi, image } from '../../../testing/album.js';
import { installLayout } from '../../../testing/layout.js';
import { LiveServer } from '../../../testing/live-server.js';
import { signIn } from '../../../testing/members.js';
import { renderApp } from '../../../testing/render.js';
import { useToast } from '../../../ui/toast-store.js';

const moon = image({ title: 'Half moon' });
const comet = image({ title: 'Comet', ready: false });

let api: AlbumApi;
let live: LiveServer;

const findPicture = async (name: string) => screen.findByRole('button', { name: `Open ${name}` });
const countListRequests = () => api.calls.filter(([call]) => call === listOwnImages).length;
const waitForConnection = () => waitFor(() => expect(useConnection.getState().status).toBe('live'));
async function openConnected() {
  renderApp('/album');
  await findPicture('Half moon');
  act(() => {
    useConnection.setState({ status: 'idle' }, true);
    startLive();
  });
  await waitForConnection();
}

beforeEach(installLayout);
beforeEach(() => {
  signIn();
  api = new AlbumApi().install();
  api.images = [moon];
  live = new LiveServer();
  live.start();
});

describe('useLiveAlbum', () => {
  it('replaces a picture that becomes ready, without a refetch', async () => {
    api.images = [moon, comet];
    await openConnected();
    // While a picture is not ready, the client may have missed an event before it connected.
    await waitFor(() => expect(countListRequests()).toBe(2));
    expect(screen.getByText('Processing')).toBeInTheDocument();
    live.io.emit('image:ready', { ...comet, ready: true });
    await waitFor(() => expect(screen.queryByText('Processing')).toBeNull());
    expect(countListRequests()).toBe(2);
  });

  it('loads the original until the picture is ready, and then a rendition', async () => {
    const seen = servePictures();
    api.images = [moon, comet];
    await openConnected();
    await screen.findByRole('img', { name: 'Comet' });
    act(scrollAllIntoView);
    await waitFor(() => expect(seen.map(([address]) => address)).toContain(comet.imageUrl));
    live.io.emit('image:ready', { ...comet, ready: true });
    await waitFor(() => expect(seen.at(-1)?.[0]).toContain(`${comet.imageUrl}?w=`));
  });

  it('refetches a complete list after a reconnect, but not after the first connect', async () => {
    await openConnected();
    api.images = [image({ title: 'New comet' }), moon];
    live.disconnectAll();
    await findPicture('New comet');
    expect(countListRequests()).toBe(2);
  });

  it('adds a picture from another device once it is ready', async () => {
    await openConnected();
    api.images = [comet, moon];
    live.io.emit('image:ready', { ...comet, ready: true });
    await findPicture('Comet');
  });

  it('removes a broken picture and shows an error', async () => {
    api.images = [moon, comet];
    await openConnected();
    await findPicture('Comet');
    api.images = [moon];
    live.io.emit('upload:failed', {
      objectPath: comet.imageUrl,
      code: 'unsupported_media_type',
      message: 'This picture could not be read.',
    });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Open Comet' })).toBeNull());
    const { toast } = useToast.getState();
    expect([toast?.title, toast?.description]).toEqual(['Upload failed', 'This picture could not be read.']);
  });
});
