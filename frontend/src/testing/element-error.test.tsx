import { describe, expect, it, jest } from '@jest/globals';
import { configure, getConfig, render, screen, waitFor } from '@testing-library/react';
import { drawnWhenAsked } from './element-error.js';

describe('what a query says that found nothing', () => {
  it('is drawn with the page, at once where nothing is waited for', () => {
    render(<p>The page</p>);
    expect(() => screen.getByText('Another page')).toThrow(/Another page[^]*The page/u);
  });

  it('is drawn in the end where something was waited for in vain, and not at each change before', async () => {
    render(<p>The page</p>);
    const usual = getConfig().getElementError;
    const draw = jest.fn(usual);
    configure({ getElementError: drawnWhenAsked(draw) });
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
