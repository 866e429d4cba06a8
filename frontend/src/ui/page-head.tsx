import './page-head.css';
import type { ReactNode } from 'react';
import { UI_TEXTS } from './ui.texts.js';

interface PageHeadProps {
  title: string;
  /** Links; the current one has `aria-current`. */
  siblings?: ReactNode;
  /** Buttons, at most one of them primary. */
  actions?: ReactNode;
}

export function PageHead({ title, siblings, actions }: PageHeadProps) {
  return (
    <div className="page-head">
      <div>
        {siblings !== undefined && (
          <nav className="crumb small" aria-label={UI_TEXTS.sections}>
            {siblings}
          </nav>
        )}
        <h1 className="h1">{title}</h1>
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </div>
  );
}

interface FilterBarProps {
  label: string;
  /** Shown while a filter is set. */
  clear?: { text: string; onClear: () => void } | false;
  children: ReactNode;
}

export function FilterBar({ label, clear = false, children }: FilterBarProps) {
  return (
    <search className="filters" aria-label={label}>
      {children}
      {clear && (
        <button type="button" className="btn btn--quiet" onClick={clear.onClear}>
          {clear.text}
        </button>
      )}
    </search>
  );
}
