import { describe, expect, it } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { Field } from './field.js';

const input = (name: string) => screen.getByLabelText(name);

describe('Field', () => {
  it('links its label, note and hint to the input', () => {
    render(<Field label="ONI_ID" note="3 to 20" hint="lower case" />);
    expect(input('ONI_ID')).toHaveAccessibleDescription('3 to 20 lower case');
    expect(input('ONI_ID')).not.toHaveAttribute('aria-invalid');
  });

  it('GAP-023 AUT-014 keeps the text of an error and upper-cases its first word by CSS', () => {
    render(<Field label="ONI_ID" hint="lower case" error="Error: ONI_ID required to access network" />);
    expect(input('ONI_ID')).toBeInvalid();
    expect(input('ONI_ID')).toHaveAccessibleDescription('Error: ONI_ID required to access network');
    expect(screen.getByText('Error:')).toHaveClass('error__word');
    expect(screen.queryByText('lower case')).not.toBeInTheDocument();
  });

  it('leaves an error text without the prefix Error: unchanged', () => {
    render(<Field label="email" error="email required" />);
    expect(screen.getByText('email required')).not.toHaveClass('error__word');
  });
});
