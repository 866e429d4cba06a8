import { createElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { UI_TEXTS } from './ui.texts.js';

/** Template tag of a sentence with elements in it, so that a text is whole in whatever order a language needs. */
export const sentence = (texts: TemplateStringsArray, ...slots: readonly ReactNode[]): ReactElement =>
  createElement(Fragment, null, ...texts.flatMap((text, index) => [text, slots[index]]));

/** Lists elements within a sentence: `A, B and C`. */
export const enumerated = (items: readonly ReactNode[]): ReactElement =>
  createElement(
    Fragment,
    null,
    ...items.flatMap((item, index) => {
      if (index === 0) return [item];
      return [index === items.length - 1 ? UI_TEXTS.list.last : UI_TEXTS.list.between, item];
    }),
  );
