import './key-hints.css';
import type { ReactNode } from 'react';

interface KeyHintsProps {
  keys: readonly string[];
  /** A sentence about the keys. */
  text: (...keys: ReactNode[]) => ReactNode;
}

/** Says what the keys of a list do, except where there is no keyboard. */
export const KeyHints = ({ keys, text }: KeyHintsProps) => (
  <p className="tiny faint key-hints">{text(...keys.map((key) => <kbd key={key}>{key}</kbd>))}</p>
);
