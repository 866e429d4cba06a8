import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { screen } from '@testing-library/react';
import { pageLoad } from '../../session/page-load.js';
import { renderApp } from '../../testing/render.js';

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a page that broke', () => {
  it('says so, and has two ways on', async () => {
    const log = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    const again = jest.spyOn(pageLoad, 'again').mockImplementation(() => undefined);
    const { user, queryClient } = renderApp('/purpose');
    await screen.findByRole('heading', { name: /A social platform of dreams and galaxies/u });
    // What can be no name is shown as one, and throws.
    queryClient.setQueryData(['/api', 'auth', 'me'], { username: 'vesper', displayName: { no: 'name' } });
    expect(await screen.findByRole('alert')).toHaveTextContent('This page broke');
    expect(document.title).toBe('This page broke, Oniverse');
    expect(screen.getByRole('link', { name: 'Go to the first page' })).toHaveAttribute('href', '/');
    await user.click(screen.getByRole('button', { name: 'Load it again' }));
    expect(again).toHaveBeenCalledTimes(1);
    expect(log).toHaveBeenCalled();
  });
});
