import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { setMedia } from '../testing/browser.js';
import { atTestEnd } from '../testing/reset.js';
import { chooseTheme, followTheme, THEME_CHOICES, useTheme } from './theme.js';

const LIGHT = '(prefers-color-scheme: light)';
const mode = () => document.documentElement.dataset['mode'];
const beforeFirstPaint = readFileSync('frontend/public/theme.js', 'utf8');
const runBeforeFirstPaint = () => {
  const script = document.createElement('script');
  script.textContent = beforeFirstPaint;
  document.head.append(script);
};

let stop: () => void;
beforeEach(() => {
  stop = followTheme();
  atTestEnd(() => stop());
});

describe('site theme', () => {
  it('THM-001 can be light, dark or system', () => {
    expect([...THEME_CHOICES].toSorted()).toEqual(['dark', 'light', 'system']);
    for (const [choice, shown] of [
      ['light', 'light'],
      ['dark', 'dark'],
      ['system', 'dark'],
    ] as const) {
      chooseTheme(choice);
      expect(mode()).toBe(shown);
      expect(useTheme.getState()).toEqual({ choice, mode: shown });
    }
  });

  it('THM-002 is dark on a first visit, independent of the system', () => {
    setMedia(LIGHT);
    expect(mode()).toBe('dark');
    expect(useTheme.getState().choice).toBe('dark');
  });

  it('THM-003 GAP-071 is stored as oni-theme and survives a reload', () => {
    chooseTheme('light');
    expect(localStorage.getItem('oni-theme')).toBe('light');
    stop();
    document.documentElement.dataset['mode'] = 'dark';
    stop = followTheme();
    expect(mode()).toBe('light');
  });

  it('THM-004 system follows the system preference and its changes', () => {
    chooseTheme('system');
    expect(mode()).toBe('dark');
    setMedia(LIGHT);
    expect(mode()).toBe('light');
    setMedia();
    expect(mode()).toBe('dark');
  });

  it('follows a choice made in another tab', () => {
    localStorage.setItem('oni-theme', 'light');
    window.dispatchEvent(new StorageEvent('storage', { key: 'oni-theme' }));
    expect(mode()).toBe('light');
  });

  it.each([
    [null, [], 'dark'],
    [null, [LIGHT], 'dark'],
    ['light', [], 'light'],
    ['dark', [LIGHT], 'dark'],
    ['system', [LIGHT], 'light'],
    ['system', [], 'dark'],
    ['nonsense', [LIGHT], 'dark'],
  ])('THM-003 is set before the first paint: stored %s with %j shows %s', (stored, media, shown) => {
    setMedia(...media);
    if (stored !== null) localStorage.setItem('oni-theme', stored);
    delete document.documentElement.dataset['mode'];
    runBeforeFirstPaint();
    expect(mode()).toBe(shown);
  });

  it('sets the browser’s theme colour before the first paint and on every choice', () => {
    document.head.innerHTML = '<meta name="theme-color" content="d" data-dark="d" data-light="l">';
    const frame = () => document.querySelector<HTMLMetaElement>('meta')?.content;
    localStorage.setItem('oni-theme', 'light');
    runBeforeFirstPaint();
    expect(frame()).toBe('l');
    chooseTheme('dark');
    expect(frame()).toBe('d');
    chooseTheme('light');
    expect(frame()).toBe('l');
    document.head.innerHTML = '';
  });

  it.each([
    [null, ''],
    ['motion scanlines', 'motion scanlines'],
  ])('sets disabled effects before the first paint: stored %j', (stored, off) => {
    if (stored !== null) localStorage.setItem('oni-effects', stored);
    delete document.documentElement.dataset['effectsOff'];
    runBeforeFirstPaint();
    expect(document.documentElement.dataset['effectsOff']).toBe(off);
  });
});
