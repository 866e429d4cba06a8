import { describe, expect, it, jest } from '@jest/globals';
import { configure, getConfig, render, screen, waitFor } from '@testing-library/react';
import { lazyElementError } from './element-error.js';

describe('lazyElementError', () => {
  it('prints the page at once for a query that does not wait', () => {
    render(<p>The page</p>);
    expect(() => screen.getByText('Another page')).toThrow(/Another page[^]*The page/u);
  });

  it('prints the page once when waiting fails, not at each change before', async () => {
    render(<p>The page</p>);
    const usual = getConfig().getElementError;
    const draw = jest.fn(usual);
    configure({ getElementError: lazyElementError(draw) });
    try {
      const error: unknown = await screen
        .findByText('Another page', {}, { timeout: 200 })
        .catch((reason: unknown) => reason);
      expect(String(error)).toMatch(/Another page[^]*The page/u);
      expect(error instanceof Error && error.stack).toMatch(/Another page[^]*The page/u);
      draw.mockClear();
      setTimeout(() => document.body.append('And more'), 50);
      await waitFor(() => screen.getByText(/And more/u));
      expect(draw).not.toHaveBeenCalled();
    } finally {
      configure({ getElementError: usual });
    }
  });
});
