import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from './field.js';
import { FormDialog } from './form-dialog.js';

const TEXTS = { discard: 'Cancel', confirm: 'Make it', pending: 'Making...' };

function open() {
  const seen: string[] = [];
  function Form() {
    const [name, setName] = useState('');
    return (
      <FormDialog
        title="New thing"
        texts={TEXTS}
        isPending={false}
        isDirty={name !== ''}
        onSubmit={(event) => {
          event.preventDefault();
          seen.push(`made ${name}`);
        }}
        onClose={() => seen.push('closed')}
      >
        <Field label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      </FormDialog>
    );
  }
  render(<Form />);
  return { user: userEvent.setup(), seen };
}

describe('a form in a dialog', () => {
  it('is sent by Enter and by its button', async () => {
    const { user, seen } = open();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    await user.keyboard('one{Enter}');
    await user.click(screen.getByRole('button', { name: 'Make it' }));
    expect(seen).toEqual(['made one', 'made one']);
  });

  it('closes at once where nothing was typed', async () => {
    const { user, seen } = open();
    await user.keyboard('{Escape}');
    expect(seen).toEqual(['closed']);
  });

  it('asks before what was typed is lost by Escape or the cross', async () => {
    const { user, seen } = open();
    await user.type(screen.getByLabelText('Name'), 'one{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Discard what you typed' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('one');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(seen).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(seen).toEqual(['closed']);
  });

  it('is left by its own button without a question', async () => {
    const { user, seen } = open();
    await user.type(screen.getByLabelText('Name'), 'one');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(seen).toEqual(['closed']);
  });
});
