import { describe, expect, it, jest } from '@jest/globals';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createRef, useState } from 'react';
import { Button } from './button.js';
import { RemovableChip, ToggleChip } from './chip.js';
import { LoadMore } from './load-more.js';
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

describe('a select', () => {
  const onChange = jest.fn();
  function Bar() {
    const [order, setOrder] = useState<Order>('newest');
    const change = (next: Order) => {
      onChange(next);
      setOrder(next);
    };
    return <Select label="Order" hint="Of the album" options={ORDERS} value={order} onChange={change} />;
  }

  it('names itself, shows its choice and its choices, and takes one by keyboard', async () => {
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

  it('says what is wrong with its choice', () => {
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

describe('joined boxes', () => {
  it('move the choice with the arrow keys', async () => {
    const onChange = jest.fn();
    render(<Segmented label="Order" segments={ORDERS} value="newest" onChange={onChange} />);
    expect(screen.getByRole('radiogroup', { name: 'Order' })).toBeVisible();
    expect(screen.getByRole('radio', { name: 'Newest' })).toBeChecked();
    await user.tab();
    expect(screen.getByRole('radio', { name: 'Newest' })).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(onChange.mock.calls).toEqual([['oldest']]);
  });

  /** Joined boxes in use: each order that is chosen, in turn. */
  function renderInUse(): jest.Mock<(order: Order) => void> {
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

  it('move the choice, once and at once, however short or long an arrow key is touched', async () => {
    const onChange = renderInUse();
    await user.tab();
    fireEvent.keyDown(screen.getByRole('radio', { name: 'Newest' }), { key: 'ArrowRight' });
    expect(screen.getByRole('radio', { name: 'Oldest' })).toHaveFocus();
    expect(screen.getByRole('radio', { name: 'Oldest' })).toBeChecked();
    fireEvent.keyUp(screen.getByRole('radio', { name: 'Oldest' }), { key: 'ArrowRight' });
    await user.keyboard('{ArrowLeft>}');
    await user.keyboard('{/ArrowLeft}');
    expect(onChange.mock.calls).toEqual([['oldest'], ['newest']]);
  });

  it('are gone round with each arrow key, and left alone by a shortcut', async () => {
    const onChange = renderInUse();
    await user.tab();
    await user.keyboard('{ArrowUp}');
    expect(screen.getByRole('radio', { name: LAST.title })).toBeChecked();
    await user.keyboard('{ArrowDown}');
    expect(screen.getByRole('radio', { name: 'Newest' })).toBeChecked();
    await user.keyboard('{Control>}{ArrowRight}{/Control}');
    expect(screen.getByRole('radio', { name: 'Newest' })).toBeChecked();
    expect(onChange.mock.calls).toEqual([[LAST.value], ['newest']]);
  });

  it('take nothing while they are off', async () => {
    const onChange = jest.fn();
    render(<Segmented label="Order" segments={ORDERS} value="newest" disabled onChange={onChange} />);
    await user.click(screen.getByRole('radio', { name: 'Oldest' }));
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('a switch', () => {
  it('is named and described, and turns with its label and with Space', async () => {
    const onChange = jest.fn();
    render(<Switch label="Private" hint="Members alone see it." checked={false} onChange={onChange} />);
    const control = screen.getByRole('switch', { name: 'Private' });
    expect(control).toHaveAccessibleDescription('Members alone see it.');
    await user.click(screen.getByText('Private'));
    control.focus();
    await user.keyboard(' ');
    expect(onChange.mock.calls).toEqual([[true], [true]]);
  });
});

describe('chips', () => {
  it('tell whether they are pressed', () => {
    render(<ToggleChip pressed>Plates</ToggleChip>);
    expect(screen.getByRole('button', { name: 'Plates', pressed: true })).toBeVisible();
  });

  it('are taken away by their cross alone', async () => {
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

describe('a text of several lines', () => {
  it('counts characters as people do, and says aloud when it is nearly full and when it is over', async () => {
    render(<TextArea label="Description" max={10} />);
    const area = screen.getByLabelText('Description');
    await user.type(area, '🌙 ok');
    expect(screen.getByText('4 / 10')).toBeVisible();
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
    await user.type(area, ' night');
    expect(screen.getByRole('status')).toHaveTextContent('0 characters left');
    await user.type(area, '!!');
    expect(screen.getByText('12 / 10')).toHaveClass('dg');
    expect(screen.getByRole('status')).toHaveTextContent('2 characters too many');
  });

  it('counts what it is given', () => {
    const { rerender } = render(<TextArea label="Text" max={10} value="four" readOnly />);
    expect(screen.getByText('4 / 10')).toBeVisible();
    rerender(<TextArea label="Text" max={10} value="" readOnly />);
    expect(screen.getByText('0 / 10')).toBeVisible();
  });
});

it('a text of several lines counts what a form put into it, first and again', () => {
  const area = createRef<HTMLTextAreaElement>();
  const { rerender } = render(<TextArea label="Text" max={10} ref={area} defaultValue="four" />);
  expect(screen.getByText('4 / 10')).toBeVisible();
  if (area.current) area.current.value = 'longer';
  rerender(<TextArea label="Text" max={10} ref={area} defaultValue="four" />);
  expect(screen.getByText('6 / 10')).toBeVisible();
});

describe('a search', () => {
  function Search() {
    const [value, setValue] = useState('');
    return <SearchField label="Search the album" placeholder="Search..." value={value} onChange={setValue} />;
  }

  it('is emptied by Escape and by its cross, which gives the focus back', async () => {
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

describe('a pending button', () => {
  it('keeps the focus, shows the word, and does nothing, not even submit', async () => {
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

describe('the end of a list', () => {
  const nothing = () => {};
  it('says how much is shown, and offers more only while there is more', () => {
    const { rerender } = render(
      <LoadMore shown={40} total={1_200} noun="pictures" pending={false} onMore={nothing} />,
    );
    expect(screen.getByRole('status')).toHaveTextContent('40 of 1,200 pictures');
    expect(screen.getByRole('button', { name: 'More' })).toBeVisible();
    rerender(
      <LoadMore shown={40} total={1_200} noun="pictures" pending={false} error="lost" onMore={nothing} />,
    );
    expect(screen.getByRole('alert')).toHaveTextContent('lost');
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
    rerender(<LoadMore shown={1_200} total={1_200} noun="pictures" pending={false} onMore={nothing} />);
    expect(screen.queryByRole('button')).not.toBeInTheDocument();
  });
});

describe('progress', () => {
  it('is told in per cent, within its bounds, or not at all', () => {
    const { rerender } = render(<Progress label="dunes.jpg" done={0.624} />);
    const bar = screen.getByRole('progressbar', { name: 'dunes.jpg' });
    expect(bar).toHaveAttribute('aria-valuenow', '62');
    rerender(<Progress label="dunes.jpg" done={1.4} />);
    expect(bar).toHaveAttribute('aria-valuenow', '100');
    rerender(<Progress label="dunes.jpg" done={null} />);
    expect(bar).not.toHaveAttribute('aria-valuenow');
  });
});
