import { describe, expect, it, jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { CodeInput } from './code-input.js';

function openCode(error?: string) {
  const onComplete = jest.fn<(code: string) => void>();
  function Form() {
    const [code, setCode] = useState('');
    return <CodeInput label="Code" value={code} error={error} onChange={setCode} onComplete={onComplete} />;
  }
  render(<Form />);
  return { input: screen.getByLabelText('Code'), onComplete, user: userEvent.setup({ delay: null }) };
}

describe('CodeInput', () => {
  it('ACC-156 takes six digits, ignores the rest and reports a complete code once', async () => {
    const { input, onComplete, user } = openCode();
    await user.type(input, '4a1 9');
    expect(input).toHaveValue('419');
    expect(onComplete).not.toHaveBeenCalled();
    await user.type(input, '2035');
    expect(input).toHaveValue('419203');
    expect(onComplete.mock.calls).toEqual([['419203']]);
  });

  it('ACC-156 accepts a pasted code with a space', async () => {
    const { input, onComplete, user } = openCode();
    await user.click(input);
    await user.paste(' 419 203 ');
    expect(input).toHaveValue('419203');
    expect(onComplete.mock.calls).toEqual([['419203']]);
  });

  it('ACC-156 continues at the end wherever it is clicked', async () => {
    const { input, user } = openCode();
    await user.type(input, '419');
    await user.pointer({ keys: '[MouseLeft]', target: input, offset: 1 });
    await user.keyboard('2');
    expect(input).toHaveValue('4192');
  });

  it('ACC-156 is filled in by browsers and describes its error', () => {
    const { input } = openCode('This code is not right.');
    expect(input).toHaveAttribute('autocomplete', 'one-time-code');
    expect(input).toHaveAttribute('inputmode', 'numeric');
    expect(input).toBeInvalid();
    expect(input).toHaveAccessibleDescription('This code is not right.');
  });
});
