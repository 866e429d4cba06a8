import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor } from '@testing-library/react';
import { useConnection } from '../../live/connection.store.js';
import { startLive } from '../../live/live.js';
import { AlbumApi, image } from '../../testing/album.js';
import { installLayout } from '../../testing/layout.js';
import { LiveServer } from '../../testing/live-server.js';
import { signIn } from '../../testing/members.js';
import { renderApp } from '../../testing/render.js';
import { useToast } from '../../ui/toast-store.js';

const moon = image({ title: 'Half moon' });
const comet = image({ title: 'Comet', ready: false });

let api: AlbumApi;
let live: LiveServer;

const opened = async (name: string) => screen.findByRole('button', { name: `Open ${name}` });
const lists = () => api.calls.filter(([, path]) => path.startsWith('/api/images?')).length;
const connected = () => waitFor(() => expect(useConnection.getState().status).toBe('live'));
/** Opens the album, which is there before the connection is. */
async function arrive() {
  renderApp('/album');
  await opened('Half moon');
  act(() => {
    useConnection.setState({ status: 'idle' }, true);
    startLive();
  });
  await connected();
}

beforeAll(installLayout);
beforeEach(() => {
  signIn();
  useToast.setState({ toast: null });
  api = new AlbumApi().install();
  api.images = [moon];
  live = new LiveServer();
  live.start();
});

afterEach(async () => {
  await live.stop();
});

describe('the album, live', () => {
  it('a picture that is made ready takes its place, without the list being asked for', async () => {
    api.images = [moon, comet];
    await arrive();
    // One of its pictures is not ready: what was told before the connection may have been missed.
    await waitFor(() => expect(lists()).toBe(2));
    expect(screen.getByText('Being prepared')).toBeInTheDocument();
    live.io.emit('image:ready', { ...comet, ready: true });
    await waitFor(() => expect(screen.queryByText('Being prepared')).toBeNull());
    expect(lists()).toBe(2);
  });

  it('a picture is asked for without the session only once others may see it, which is when it is ready', async () => {
    api.images = [moon, comet];
    await arrive();
    const picture = await screen.findByRole('img', { name: 'Comet' });
    expect(picture).not.toHaveAttribute('src');
    live.io.emit('image:ready', { ...comet, ready: true });
    await waitFor(() =>
      expect(picture).toHaveAttribute('src', expect.stringContaining(`${comet.imageUrl}?w=`)),
    );
  });

  it('what is whole is not asked for again by the first connection, but by each later one', async () => {
    await arrive();
    api.images = [image({ title: 'New comet' }), moon];
    live.cutOff();
    await opened('New comet');
    expect(lists()).toBe(2);
  });

  it('a picture that another device saved is there once it is ready', async () => {
    await arrive();
    api.images = [comet, moon];
    live.io.emit('image:ready', { ...comet, ready: true });
    await opened('Comet');
  });

  it('a picture that shows itself broken leaves with a word', async () => {
    api.images = [moon, comet];
    await arrive();
    await opened('Comet');
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
