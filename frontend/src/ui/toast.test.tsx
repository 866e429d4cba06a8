import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import ToastView from './toast-view.js';
import {
  dismissToast,
  keepToast,
  showKeptToast,
  showToast,
  type ToastContent,
  useToast,
} from './toast-store.js';

const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const show = (content: ToastContent) => act(() => showToast(content));
const current = () => useToast.getState().toast;

beforeEach(() => {
  jest.useFakeTimers();
  render(<ToastView />);
});
afterEach(() => {
  act(() => useToast.setState({ toast: null }));
  jest.useRealTimers();
});

describe('toasts', () => {
  it('TOA-001 GAP-147 shows one at a time: a new one takes the place of the old', () => {
    show({ title: 'first' });
    show({ title: 'second' });
    expect(screen.queryByText('first')).not.toBeInTheDocument();
    expect(screen.getByText('second')).toBeInTheDocument();
  });

  it('TOA-002 removes a dismissed toast 3000 ms later', () => {
    show({ title: 'first' });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(current()).toMatchObject({ title: 'first', open: false });
    pass(2_999);
    expect(current()).not.toBeNull();
    pass(1);
    expect(current()).toBeNull();
  });

  it('TOA-002 does not remove a newer toast together with the dismissed one', () => {
    show({ title: 'first' });
    act(() => dismissToast(current()?.id ?? 0));
    show({ title: 'second' });
    pass(4_000);
    expect(current()).toMatchObject({ title: 'second', open: true });
  });

  it('TOA-003 is displayed for 5000 ms', () => {
    show({ title: 'first' });
    pass(4_900);
    expect(current()?.open).toBe(true);
    pass(200);
    expect(current()?.open).toBe(false);
  });

  it('TOA-004 is swiped away to the right past 50 pixels', () => {
    show({ title: 'first' });
    const toast = screen.getByText('first').closest('.toast');
    if (!toast) throw new Error('no toast');
    const swipe = (pixels: number) => {
      fireEvent(toast, new MouseEvent('pointerdown', { bubbles: true, button: 0, clientX: 0, clientY: 0 }));
      fireEvent(toast, new MouseEvent('pointermove', { bubbles: true, clientX: pixels, clientY: 0 }));
      fireEvent(toast, new MouseEvent('pointerup', { bubbles: true, clientX: pixels, clientY: 0 }));
    };
    expect(toast).toHaveAttribute('data-swipe-direction', 'right');
    swipe(-80);
    swipe(40);
    expect(current()?.open).toBe(true);
    swipe(60);
    expect(current()?.open).toBe(false);
  });

  it('TOA-005 is reached with F8', () => {
    show({ title: 'first' });
    fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
    expect(screen.getByRole('region', { name: /F8/u })).toContainElement(
      document.activeElement instanceof HTMLElement ? document.activeElement : null,
    );
  });

  it('TOA-007 TOA-008 a destructive one stands out and carries the server message', () => {
    show({ title: 'Login failed', description: 'Invalid ONI_ID or password.', variant: 'destructive' });
    expect(screen.getByText('Login failed').closest('.toast')).toHaveClass('toast--bad');
    expect(screen.getByText('Invalid ONI_ID or password.')).toBeInTheDocument();
    show({ title: 'Password Reset' });
    expect(screen.getByText('Password Reset').closest('.toast')).not.toHaveClass('toast--bad');
  });

  it('GAP-035 is kept over a full load of the page, and shown once', () => {
    keepToast({ title: 'Welcome back!', description: 'Successfully logged in.' });
    expect(current()).toBeNull();
    act(() => showKeptToast());
    expect(screen.getByText('Successfully logged in.')).toBeInTheDocument();
    act(() => useToast.setState({ toast: null }));
    act(() => showKeptToast());
    expect(current()).toBeNull();
  });

  it('shows nothing where what was kept is no toast', () => {
    sessionStorage.setItem('oni-toast', '{"title":7}');
    showKeptToast();
    sessionStorage.setItem('oni-toast', 'not json');
    showKeptToast();
    expect(current()).toBeNull();
  });
});
