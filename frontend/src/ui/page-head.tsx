import './page-head.css';
import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  /** The pages beside this one: links, the current one marked with `aria-current`. */
  siblings?: ReactNode;
  /** Buttons; one of them primary at most. */
  actions?: ReactNode;
}

/** The head of a member's page: where one is, its title, and what can be done here. */
export function PageHead({ title, siblings, actions }: PageHeadProps) {
  return (
    <div className="phead">
      <div>
        {siblings !== undefined && (
          <nav className="crumb small" aria-label="Sections">
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
  /** What is filtered: `Filter the album`. */
  label: string;
  /** The button that takes all filters away; only there while some are set. */
  clear?: { text: string; onClear: () => void } | false;
  children: ReactNode;
}

/** A search, lists of choices, and a way back to everything. */
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
