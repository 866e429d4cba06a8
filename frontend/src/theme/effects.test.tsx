import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { setMedia } from '../testing/browser.js';
import { atTestEnd } from '../testing/reset.js';
import { EffectsControl } from '../ui/effects-control.js';
import { useReducedMotion } from '../ui/use-reduced-motion.js';
import { followEffects, switchEffect, useEffects } from './effects.js';

const REDUCE = '(prefers-reduced-motion: reduce)';
const off = () => document.documentElement.dataset['effectsOff'];
const user = userEvent.setup({ delay: null });
const control = (name: string) => screen.getByRole('switch', { name });

let stop: () => void;
beforeEach(() => {
  stop = followEffects();
  atTestEnd(() => stop());
});

describe('effects', () => {
  it('are all on until one is switched off, which survives a reload', async () => {
    render(<EffectsControl />);
    expect(control('Motion')).toBeChecked();
    expect(control('Scanlines')).toBeChecked();
    expect(off()).toBe('');
    await user.click(control('Scanlines'));
    expect(off()).toBe('scanlines');
    await user.click(control('Motion'));
    expect(off()).toBe('motion scanlines');
    expect(localStorage.getItem('oni-effects')).toBe('motion scanlines');
    act(() => {
      stop();
      useEffects.setState({ motion: true, scanlines: true });
      stop = followEffects();
    });
    expect(control('Motion')).not.toBeChecked();
    expect(control('Scanlines')).not.toBeChecked();
    await user.click(control('Motion'));
    expect(off()).toBe('scanlines');
  });

  it('follow another tab, including a choice cleared there', () => {
    localStorage.setItem('oni-effects', 'scanlines');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'oni-effects' })));
    expect(useEffects.getState()).toEqual({ motion: true, scanlines: false });
    localStorage.clear();
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: null })));
    expect(useEffects.getState()).toEqual({ motion: true, scanlines: true });
  });

  it('ignore an unreadable stored value', () => {
    localStorage.setItem('oni-effects', '{"motion":0}');
    act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'oni-effects' })));
    expect(useEffects.getState()).toEqual({ motion: true, scanlines: true });
  });
});

describe('useReducedMotion', () => {
  it.each([
    [[], true, false],
    [[], false, true],
    [[REDUCE], true, true],
    [[REDUCE], false, true],
  ])('system %j, switch %s: reduced %s', (media, motion, reduced) => {
    setMedia(...media);
    switchEffect('motion', motion);
    expect(renderHook(useReducedMotion).result.current).toBe(reduced);
  });

  it('disables the switch if the system prefers reduced motion, and keeps the stored choice', () => {
    render(<EffectsControl />);
    act(() => setMedia(REDUCE));
    expect(control('Motion')).toBeDisabled();
    expect(control('Motion')).not.toBeChecked();
    expect(control('Motion')).toHaveAccessibleDescription(/Your device asks/u);
    act(() => setMedia());
    expect(control('Motion')).toBeChecked();
  });
});
