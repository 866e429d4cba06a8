import type { SyntheticEvent } from 'react';

/** Whether the text of a change is still being composed. The event `compositionend` follows. */
export const isComposing = ({ nativeEvent }: SyntheticEvent): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.isComposing;
