import { expect, it } from '@jest/globals';
import { render } from '@testing-library/react';
import { Named } from './named.js';

it('isolates a name from the sentence in which it stands', () => {
  const { container } = render(<Named text={(name) => `Good night, ${name}.`} name={'\u202Ereversed'} />);
  expect(container.innerHTML).toBe('Good night, <bdi>\u202Ereversed</bdi>.');
});
