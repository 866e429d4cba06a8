import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { Dialog } from './dialog.js';
import { toastLiftPx } from './toast-position.js';
import ToastView from './toast-view.js';
import {
  dismissToast,
  saveToastForNextPage,
  showSavedToast,
  showToast,
  type ToastContent,
  useToast,
} from './toast-store.js';

const FRAME_MS = 16;
const advance = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const show = (content: ToastContent) => act(() => showToast(content));
const current = () => useToast.getState().toast;

beforeEach(() => {
  jest.useFakeTimers();
  render(<ToastView />);
});

describe('toasts', () => {
  it('TOA-001 GAP-147 shows one toast at a time: a new one replaces the old', () => {
    show({ title: 'first' });
    show({ title: 'second' });
    expect(screen.queryByText('first')).not.toBeInTheDocument();
    expect(screen.getByText('second')).toBeInTheDocument();
  });

  it('TOA-002 removes a dismissed toast 3000 ms later', () => {
    show({ title: 'first' });
    fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(current()).toMatchObject({ title: 'first', open: false });
    advance(2_999);
    expect(current()).not.toBeNull();
    advance(1);
    expect(current()).toBeNull();
  });

  it('TOA-002 does not remove a newer toast together with the dismissed one', () => {
    show({ title: 'first' });
    act(() => dismissToast(current()?.id ?? 0));
    show({ title: 'second' });
    advance(4_000);
    expect(current()).toMatchObject({ title: 'second', open: true });
  });

  it('TOA-003 is displayed for 5000 ms', () => {
    show({ title: 'first' });
    advance(4_900);
    expect(current()?.open).toBe(true);
    advance(200);
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
    swipe(-80);
    swipe(40);
    expect(current()?.open).toBe(true);
    swipe(60);
    expect(current()?.open).toBe(false);
  });

  it('pauses its timer while hovered and resumes it after', () => {
    show({ title: 'first' });
    const toast = screen.getByText('first');
    advance(4_000);
    fireEvent.pointerEnter(toast);
    advance(10_000);
    expect(current()?.open).toBe(true);
    fireEvent.pointerLeave(toast);
    advance(900);
    expect(current()?.open).toBe(true);
    advance(200);
    expect(current()?.open).toBe(false);
  });

  it('leaves Escape to an open dialog', () => {
    const close = jest.fn();
    render(
      <Dialog open title="Beneath" onClose={close}>
        <input aria-label="field" />
      </Dialog>,
    );
    show({ title: 'first' });
    fireEvent.keyDown(screen.getByLabelText('field'), { key: 'Escape' });
    expect(close).toHaveBeenCalledTimes(1);
    expect(current()?.open).toBe(true);
  });

  it('is announced by a live region that existed before it', () => {
    const region = screen.getByRole('region', { name: /F8/u }).firstElementChild;
    show({ title: 'first' });
    expect(region).toHaveAttribute('aria-live', 'polite');
    expect(region).toHaveTextContent('first');
    show({ title: 'second', variant: 'destructive' });
    expect(region).toHaveAttribute('aria-live', 'assertive');
  });

  it('TOA-005 is focused with F8', () => {
    show({ title: 'first' });
    fireEvent.keyDown(document, { code: 'F8', key: 'F8' });
    expect(screen.getByRole('region', { name: /F8/u })).toContainElement(
      document.activeElement instanceof HTMLElement ? document.activeElement : null,
    );
  });

  it('TOA-007 TOA-008 a destructive toast stands out and carries the server message', () => {
    show({ title: 'Login failed', description: 'Invalid ONI_ID or password.', variant: 'destructive' });
    expect(screen.getByText('Login failed').closest('.toast')).toHaveClass('toast--bad');
    expect(screen.getByText('Invalid ONI_ID or password.')).toBeInTheDocument();
    show({ title: 'Password Reset' });
    expect(screen.getByText('Password Reset').closest('.toast')).not.toHaveClass('toast--bad');
  });

  it('GAP-035 survives a full page load and is shown once', () => {
    saveToastForNextPage({ title: 'Welcome back!', description: 'Successfully logged in.' });
    expect(current()).toBeNull();
    act(() => showSavedToast());
    expect(screen.getByText('Successfully logged in.')).toBeInTheDocument();
    act(() => useToast.setState({ toast: null }));
    act(() => showSavedToast());
    expect(current()).toBeNull();
  });

  it('shows nothing if the saved value is not a toast', () => {
    sessionStorage.setItem('oni-toast', '{"title":7}');
    showSavedToast();
    sessionStorage.setItem('oni-toast', 'not json');
    showSavedToast();
    expect(current()).toBeNull();
  });
});

describe('toastLiftPx', () => {
  const toast = new DOMRect(996, 790, 420, 86);
  function addComposer(name: string, rect: DOMRect): void {
    const element = document.body.appendChild(document.createElement('form'));
    element.className = name;
    element.getBoundingClientRect = () => rect;
  }

  it('is 0 if the toast covers no composer', () => {
    expect(toastLiftPx(toast)).toBe(0);
    addComposer('composer', new DOMRect(100, 300, 700, 200));
    addComposer('message-composer', new DOMRect(100, 820, 700, 60));
    addComposer('edit', new DOMRect(1000, 850, 400, 0));
    expect(toastLiftPx(toast)).toBe(0);
  });

  it('lifts above a covered composer, and above one that the lifted toast would cover', () => {
    addComposer('message-composer', new DOMRect(300, 820, 900, 60));
    expect(toastLiftPx(toast)).toBe(876 - (820 - 12));
    addComposer('edit', new DOMRect(300, 760, 900, 50));
    expect(toastLiftPx(toast)).toBe(876 - (760 - 12));
  });

  it('lifts above a covered sign-in form', () => {
    addComposer('auth__panel', new DOMRect(900, 300, 420, 560));
    expect(toastLiftPx(toast)).toBe(876 - (300 - 12));
  });

  it('lifts above a form that appears in response to the event', () => {
    show({ title: 'Password Reset' });
    const place = screen.getByRole('region', { name: /^Notifications/u });
    place.getBoundingClientRect = () => toast;
    const addForm = () => addComposer('auth__panel', new DOMRect(900, 300, 420, 560));
    document.addEventListener('focusin', addForm, { once: true });
    fireEvent.focusIn(document.body);
    advance(FRAME_MS);
    expect(place.style.getPropertyValue('--toaster-lift')).toBe(`${876 - (300 - 12)}px`);
  });

  it('moves below the navigation if a composer fills the screen', () => {
    addComposer('composer', new DOMRect(0, 40, 1440, 860));
    expect(toastLiftPx(toast)).toBe(876 - (64 + 12 + 86));
  });
});
