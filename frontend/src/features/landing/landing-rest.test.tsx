import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { pageLoad } from '../../session/page-load.js';

jest.unstable_mockModule('./landing-rest.js', () => {
  throw new Error('The chunk is gone.');
});
const { renderApp } = await import('../../testing/render.js');

afterEach(() => {
  jest.restoreAllMocks();
});

describe('the landing page without its lower part', () => {
  it('keeps its first screen, and offers to load the page again', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const again = jest.spyOn(pageLoad, 'again').mockImplementation(() => undefined);
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Load it again' }));
    expect(again).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('form', { name: 'Waitlist' })).toBeInTheDocument();
  });
});
