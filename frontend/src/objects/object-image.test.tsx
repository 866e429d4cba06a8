import { describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { scrollAllIntoView } from '../testing/browser.js';
import { signIn } from '../testing/members.js';
import { servePictures } from '../testing/pictures.js';
import { ObjectImage } from './object-image.js';

const ADDRESS = '/objects/saturn?w=320';

function renderPicture() {
  const onMissing = jest.fn();
  render(<ObjectImage path="/objects/saturn" rendition={320} alt="Saturn" onMissing={onMissing} />);
  return { picture: screen.getByRole('img', { name: 'Saturn' }), onMissing };
}

describe('ObjectImage', () => {
  it('SAF-436 fetches a picture with the session once it is near the viewport', async () => {
    signIn();
    const seen = servePictures();
    const { picture, onMissing } = renderPicture();
    expect(picture).not.toHaveAttribute('src');
    expect(seen).toEqual([]);
    act(scrollAllIntoView);
    await waitFor(() => expect(picture).toHaveAttribute('src', expect.stringMatching(/^blob:/u)));
    expect(seen).toEqual([[ADDRESS, 'Bearer known-session']]);
    expect(onMissing).not.toHaveBeenCalled();
  });

  it('reports a picture that the server refuses', async () => {
    signIn();
    servePictures(404);
    const { picture, onMissing } = renderPicture();
    act(scrollAllIntoView);
    await waitFor(() => expect(onMissing).toHaveBeenCalledTimes(1));
    expect(picture).not.toHaveAttribute('src');
  });

  it('SAF-436 loads a picture by its address for a visitor', () => {
    const { picture, onMissing } = renderPicture();
    expect(picture).toHaveAttribute('src', ADDRESS);
    fireEvent.error(picture);
    expect(onMissing).toHaveBeenCalledTimes(1);
  });
});
