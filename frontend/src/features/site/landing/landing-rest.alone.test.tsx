import { describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { pageLoad } from '../../../session/page-end.js';

jest.unstable_mockModule('./landing-rest.js', () => {
  throw new Error('The chunk is gone.');
});
const { expectConsoleError } = await import('../../../testing/console-errors.js');
const { renderApp } = await import('../../../testing/render.js');

describe('LandingPage without its lower part', () => {
  it('keeps its first screen and offers a reload', async () => {
    expectConsoleError(/The chunk is gone/u);
    const reload = jest.spyOn(pageLoad, 'reload').mockImplementation(() => undefined);
    const { user } = renderApp('/');
    await user.click(await screen.findByRole('button', { name: 'Reload the page' }));
    expect(reload).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('form', { name: 'Waitlist' })).toBeInTheDocument();
  });
});
