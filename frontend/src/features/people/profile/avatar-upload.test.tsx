import { describe, expect, it } from '@jest/globals';
import { getCurrentUser, requestAvatar } from '@oniverse/contracts';
import { screen, waitFor } from '@testing-library/react';
import { SESSION_KEY } from '../../../session/session.js';
import { signIn } from '../../../testing/members.js';
import { mock } from '../../../testing/mock.js';
import { installPictureCanvas, installObjectStore } from '../../../testing/pictures.js';
import { renderApp } from '../../../testing/render.js';

const findAvatar = () => screen.findByRole('button', { name: 'Upload avatar' });
const findFileInput = () => screen.findByLabelText<HTMLInputElement>('Picture for the avatar');
const findShownPicture = async () => (await findAvatar()).querySelector('img')?.getAttribute('src');
const file = () => new File(['dots'], 'me.png', { type: 'image/png' });

/** @returns the requests in order */
function openProfile() {
  const user = signIn();
  const requests = installObjectStore();
  mock(requestAvatar, ({ body }) => {
    requests.push(['avatar', body]);
    return user;
  });
  return { ...renderApp('/profile'), requests, member: user };
}

describe('own avatar', () => {
  it('AVA-001 AVA-002 AVA-003 AVA-004 opens a file picker for pictures on click', async () => {
    const { user } = openProfile();
    const button = await findAvatar();
    expect(button).toHaveTextContent('VE');
    expect(button).toHaveTextContent('UPLOAD');
    const input = await findFileInput();
    expect(input).toHaveAttribute('accept', 'image/*');
    let opened = 0;
    input.addEventListener('click', () => (opened += 1));
    await user.click(button);
    expect(opened).toBe(1);
  });

  it('AVA-011 AVA-012 AVA-013 crops, uploads and sets the picture, refreshes the session and shows the picture', async () => {
    const drawn = installPictureCanvas({ width: 800, height: 400 });
    const { user, requests, member, queryClient } = openProfile();
    const input = await findFileInput();
    mock(getCurrentUser, () => {
      requests.push(['session']);
      return member;
    });
    await user.upload(input, file());
    expect(await screen.findByText('Avatar Updated!')).toBeInTheDocument();
    expect(
      screen.getByText('Your profile picture has been uploaded and cropped to perfect dimensions.'),
    ).toBeInTheDocument();
    await waitFor(() => expect(requests).toHaveLength(4));
    expect(drawn.encoded).toHaveLength(1);
    expect(requests).toEqual([
      ['ticket', { contentType: 'image/png', size: 6 }],
      ['file', 'image/png', expect.stringMatching(/^Bearer /)],
      ['avatar', { profileImageURL: '/objects/one' }],
      ['session'],
    ]);
    expect(await findShownPicture()).toBe('blob:1');
    // The worker's rendition replaces the preview.
    queryClient.setQueryData(SESSION_KEY, { ...member, profileImageUrl: '/objects/made' });
    await waitFor(async () => expect(await findShownPicture()).toBe('/objects/made'));
  });

  it('AVA-010 AVA-014 shows why the upload failed and keeps the previous picture', async () => {
    installPictureCanvas(null);
    const { user, requests } = openProfile();
    await user.upload(await findFileInput(), file());
    expect(await screen.findByText('Upload Error')).toBeInTheDocument();
    expect(screen.getByText('Failed to update profile picture. Please try again.')).toBeInTheDocument();
    expect(screen.getByText('Failed to load image')).toBeInTheDocument();
    expect(requests).toEqual([]);
    expect(await findShownPicture()).toBeUndefined();
  });
});
