import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Field } from './field.js';
import { FormDialog } from './form-dialog.js';

const TEXTS = { discard: 'Cancel', confirm: 'Create', pending: 'Creating...' };

function renderForm() {
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
          seen.push(`created ${name}`);
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

describe('FormDialog', () => {
  it('submits with Enter and with its button', async () => {
    const { user, seen } = renderForm();
    expect(screen.getByLabelText('Name')).toHaveFocus();
    await user.keyboard('one{Enter}');
    await user.click(screen.getByRole('button', { name: 'Create' }));
    expect(seen).toEqual(['created one', 'created one']);
  });

  it('closes at once if nothing was typed', async () => {
    const { user, seen } = renderForm();
    await user.keyboard('{Escape}');
    expect(seen).toEqual(['closed']);
  });

  it('asks before Escape or the close button discards typed text', async () => {
    const { user, seen } = renderForm();
    await user.type(screen.getByLabelText('Name'), 'one{Escape}');
    expect(screen.getByRole('alertdialog', { name: 'Discard your changes' })).toBeInTheDocument();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveValue('one');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(seen).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    expect(seen).toEqual(['closed']);
  });

  it('closes without confirmation by its cancel button', async () => {
    const { user, seen } = renderForm();
    await user.type(screen.getByLabelText('Name'), 'one');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(seen).toEqual(['closed']);
  });
});
