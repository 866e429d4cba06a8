import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { SESSION_KEY } from '../../session/session.js';
import { signIn } from '../../testing/members.js';
import { installCanvas, installStore } from '../../testing/pictures.js';
import { renderApp } from '../../testing/render.js';
import { server } from '../../testing/server.js';
import { useToast } from '../../ui/toast-store.js';

const avatar = () => screen.findByRole('button', { name: 'Upload avatar' });
const chooser = () => screen.findByLabelText<HTMLInputElement>('Picture for the avatar');
const shown = async () => (await avatar()).querySelector('img')?.getAttribute('src');
const file = () => new File(['dots'], 'me.png', { type: 'image/png' });

beforeEach(() => useToast.setState({ toast: null }));

/** A member whose picture is taken. @returns what was asked of the server, in order */
function arrive() {
  const user = signIn();
  const seen = installStore();
  server.use(
    http.put('/api/user/profile-image', async ({ request }) => {
      seen.push(['PUT', '/api/user/profile-image', await request.json()]);
      return HttpResponse.json(user, { status: 202 });
    }),
  );
  return { ...renderApp('/profile'), seen, member: user };
}

describe('one’s own avatar', () => {
  it('AVA-001 AVA-002 AVA-003 AVA-004 is a button that opens a chooser of pictures', async () => {
    const { user } = arrive();
    const button = await avatar();
    expect(button).toHaveTextContent('VE');
    expect(button).toHaveTextContent('UPLOAD');
    const input = await chooser();
    expect(input).toHaveAttribute('accept', 'image/*');
    let opened = 0;
    input.addEventListener('click', () => (opened += 1));
    await user.click(button);
    expect(opened).toBe(1);
  });

  it('AVA-011 AVA-012 AVA-013 crops, uploads, sets, asks who one is, and shows it', async () => {
    const drawn = installCanvas({ width: 800, height: 400 });
    const { user, seen, member, queryClient } = arrive();
    const input = await chooser();
    server.use(
      http.get('/api/auth/me', () => {
        seen.push(['GET', '/api/auth/me']);
        return HttpResponse.json(member);
      }),
    );
    await user.upload(input, file());
    expect(await screen.findByText('Avatar Updated!')).toBeInTheDocument();
    expect(
      screen.getByText('Your profile picture has been uploaded and cropped to perfect dimensions.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(seen).toHaveLength(4));
    expect(drawn.encoded).toHaveLength(1);
    expect(seen).toEqual([
      ['POST', '/api/objects/upload', { contentType: 'image/png', size: 6 }],
      ['PUT', '/uploads/token', 'image/png', expect.stringMatching(/^Bearer /)],
      ['PUT', '/api/user/profile-image', { profileImageURL: '/objects/one' }],
      ['GET', '/api/auth/me'],
    ]);
    expect(await shown()).toBe('blob:1');
    // The worker's picture takes the place of what was shown meanwhile.
    queryClient.setQueryData(SESSION_KEY, { ...member, profileImageUrl: '/objects/made' });
    await waitFor(async () => expect(await shown()).toBe('/objects/made'));
  });

  it('AVA-010 AVA-014 says what went wrong, and keeps the picture that was there', async () => {
    installCanvas(null);
    const { user, seen } = arrive();
    await user.upload(await chooser(), file());
    expect(await screen.findByText('Upload Error')).toBeInTheDocument();
    expect(screen.getByText('Failed to update profile picture. Please try again.')).toBeInTheDocument();
    expect(screen.getByText('Failed to load image')).toBeInTheDocument();
    expect(seen).toEqual([]);
    expect(await shown()).toBeUndefined();
  });
});
