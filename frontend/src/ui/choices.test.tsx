import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { Button } from './button.js';
import { RemovableChip, ToggleChip } from './chip.js';
import { Progress } from './progress.js';
import { SearchField } from './search-field.js';
import { Segmented } from './segmented.js';
import { Select } from './select.js';
import { Switch } from './switch.js';
import { TextArea } from './text-area.js';

const user = userEvent.setup({ delay: null });
const ORDERS = [
  { value: 'newest', title: 'Newest' },
  { value: 'oldest', title: 'Oldest' },
  { value: 'title', title: 'By title', disabled: true },
] as const;
const LAST = ORDERS[2];
type Order = (typeof ORDERS)[number]['value'];

describe('Select', () => {
  const onChange = jest.fn();
  function Bar() {
    const [order, setOrder] = useState<Order>('newest');
    const change = (next: Order) => {
      onChange(next);
      setOrder(next);
    };
    return <Select label="Order" hint="Of the album" options={ORDERS} value={order} onChange={change} />;
  }

  it('has a name and description, lists its options, and selects by keyboard', async () => {
    render(<Bar />);
    const box = screen.getByRole('combobox', { name: 'Order' });
    expect(box).toHaveTextContent('Newest');
    expect(box).toHaveAccessibleDescription('Of the album');
    box.focus();
    await user.keyboard('{Enter}');
    expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
      'Newest',
      'Oldest',
      'By title',
    ]);
    expect(screen.getByRole('option', { name: 'By title' })).toHaveAttribute('aria-disabled', 'true');
    await user.keyboard('{ArrowDown}');
    await waitFor(() => expect(screen.getByRole('option', { name: 'Oldest' })).toHaveFocus());
    await user.keyboard('{Enter}');
    expect(onChange.mock.calls).toEqual([['oldest']]);
    expect(box).toHaveTextContent('Oldest');
    expect(box).toHaveFocus();
  });

  it('shows its error', () => {
    render(
      <Select
        label="Board"
        error="Error: board required"
        options={ORDERS}
        value="newest"
        onChange={onChange}
      />,
    );
    expect(screen.getByRole('combobox')).toBeInvalid();
    expect(screen.getByRole('combobox')).toHaveAccessibleDescription('Error: board required');
  });
});

describe('Segmented', () => {
  it('selects with the arrow keys', async () => {
    const onChange = jest.fn();
    render(<Segmented label="Order" segments={ORDERS} value="newest" onChange={onChange} />);
    expect(screen.getByRole('radiogroup', { name: 'Order' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Newest' })).toBeChecked();
    await user.tab();
    expect(screen.getByRole('radio', { name: 'Newest' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(onChange.mock.calls).toEqual([['oldest']]);
  });

  /** @returns the mock that receives each selected order */
  function renderControlled(): jest.Mock<(order: Order) => void> {
    const onChange = jest.fn<(order: Order) => void>();
    function Bar() {
      const [order, setOrder] = useState<Order>('newest');
      const change = (next: Order) => {
        onChange(next);
        setOrder(next);
      };
      return <Segmented label="Order" segments={ORDERS} value={order} onChange={change} />;
    }
    render(<Bar />);
    return onChange;
  }

  it('selects once and at once, however long an arrow key is pressed', async () => {
    const onChange = renderControlled();
    await user.tab();
    fireEvent.keyDown(screen.getByRole('radio', { name: 'Newest' }), { key: 'ArrowRight' });
    expect(screen.getByRole('radio', { name: 'Oldest' })).toHaveFocus();
    expect(screen.getByRole('radio', { name: 'Oldest' })).toBeChecked();
    fireEvent.keyUp(screen.getByRole('radio', { name: 'Oldest' }), { key: 'ArrowRight' });
    await user.keyboard('{ArrowLeft>}');
    await user.keyboard('{/ArrowLeft}');
    expect(onChange.mock.calls).toEqual([['oldest'], ['newest']]);
  });

  it('wraps around with the arrow keys and ignores shortcuts', async () => {
    const onChange = renderControlled();
    await user.tab();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('radio', { name: LAST.title })).toBeChecked();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: 'Newest' })).toBeChecked();
    await user.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(screen.getByRole('radio', { name: 'Newest' })).toBeChecked();
    expect(onChange.mock.calls).toEqual([[LAST.value], ['newest']]);
  });

  it('ignores clicks while disabled', async () => {
    const onChange = jest.fn();
    render(<Segmented label="Order" segments={ORDERS} value="newest" disabled onChange={onChange} />);
    await user.click(screen.getByRole('radio', { name: 'Oldest' }));
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('Switch', () => {
  it('has a name and description, and toggles with its label and with Space', async () => {
    const onChange = jest.fn();
    render(<Switch label="Private" hint="Only members see it." checked={false} onChange={onChange} />);
    const control = screen.getByRole('switch', { name: 'Private' });
    expect(control).toHaveAccessibleDescription('Only members see it.');
    await user.click(screen.getByText('Private'));
    control.focus();
    await user.keyboard(' ');
    expect(onChange.mock.calls).toEqual([[true], [true]]);
  });
});

describe('chips', () => {
  it('expose whether they are pressed', () => {
    render(<ToggleChip pressed>Plates</ToggleChip>);
    expect(screen.getByRole('button', { name: 'Plates', pressed: true })).toBeVisible();
  });

  it('are removed only by their remove button', async () => {
    const onRemove = jest.fn();
    render(
      <RemovableChip removeName="Remove #moon" onRemove={onRemove}>
        #moon
      </RemovableChip>,
    );
    await user.click(screen.getByText('#moon'));
    expect(onRemove).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Remove #moon' }));
    expect(onRemove).toHaveBeenCalledTimes(1);
  });
});

describe('TextArea', () => {
  it('counts graphemes, and announces when it is nearly full and over the limit', async () => {
    render(<TextArea label="Description" max={10} />);
    const area = screen.getByLabelText('Description');
    await user.type(area, '🌙 ok');
    expect(screen.getByText('4 / 10')).toBeVisible();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.type(area, ' night');
    expect(screen.getByRole('status')).toHaveTextContent('0 characters left');
    await user.type(area, '!!');
    expect(screen.getByText('12 / 10')).toHaveClass('danger');
    expect(screen.getByRole('status')).toHaveTextContent('2 characters too many');
  });

  it('counts its initial and changed value', () => {
    const { rerender } = render(<TextArea label="Text" max={10} value="four" readOnly />);
    expect(screen.getByText('4 / 10')).toBeVisible();
    rerender(<TextArea label="Text" max={10} value="" readOnly />);
    expect(screen.getByText('0 / 10')).toBeVisible();
  });
});

it('TextArea counts values that a form sets without an event', () => {
  const area = createRef<HTMLTextAreaElement>();
  const { rerender } = render(<TextArea label="Text" max={10} ref={area} defaultValue="four" />);
  expect(screen.getByText('4 / 10')).toBeVisible();
  if (area.current) area.current.value = 'longer';
  rerender(<TextArea label="Text" max={10} ref={area} defaultValue="four" />);
  expect(screen.getByText('6 / 10')).toBeVisible();
});

describe('SearchField', () => {
  function Search() {
    const [value, setValue] = useState('');
    return <SearchField label="Search the album" placeholder="Search..." value={value} onChange={setValue} />;
  }

  it('is cleared by Escape and by its clear button, which returns the focus', async () => {
    render(<Search />);
    const field = screen.getByRole('searchbox', { name: 'Search the album' });
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
    await user.type(field, 'moon{Escape}');
    expect(field).toHaveValue('');
    await user.type(field, 'moon');
    await user.click(screen.getByRole('button', { name: 'Clear the search' }));
    expect(field).toHaveValue('');
    expect(field).toHaveFocus();
  });
});

describe('a pending Button', () => {
  it('keeps the focus, shows its pending label, and neither clicks nor submits', async () => {
    const onClick = jest.fn();
    const onSubmit = jest.fn();
    render(
      <form onSubmit={onSubmit}>
        <Button type="submit" pending="linking..." onClick={onClick}>
          claim your spot
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'linking...' });
    button.focus();
    await user.keyboard('{Enter}');
    await user.click(button);
    expect(button).toHaveFocus();
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });
});

describe('Progress', () => {
  it('shows a percentage within bounds, or none if unknown', () => {
    const { rerender } = render(<Progress label="dunes.jpg" done={0.624} />);
    const bar = screen.getByRole('progressbar', { name: 'dunes.jpg' });
    expect(bar).toHaveAttribute('aria-valuenow', '62');
    rerender(<Progress label="dunes.jpg" done={1.4} />);
    expect(bar).toHaveAttribute('aria-valuenow', '100');
    rerender(<Progress label="dunes.jpg" done={null} />);
    expect(bar).not.toHaveAttribute('aria-valuenow');
  });
});
