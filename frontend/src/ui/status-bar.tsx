import './status-bar.css';
import type { ReactNode } from 'react';

interface StatusBarProps {
  username: string;
  displayName: string;
  /** Stands over the middle of the bar. */
  avatar: ReactNode;
  /** Whether the member is there: a badge. */
  presence?: ReactNode;
  /** Small buttons; one of them primary at most. */
  actions?: ReactNode;
}

/** The bar of a profile: who it is, their picture, and what can be done. */
export function StatusBar({ username, displayName, avatar, presence, actions }: StatusBarProps) {
  return (
    <div className="pbar">
      <div className="pbar__id">
        <h1 className="pbar__n">{username}</h1>
        <div className="small t2">{displayName}</div>
      </div>
      <div className="pbar__a">{avatar}</div>
      <div className="pbar__r">
        {presence}
        {actions !== undefined && <div className="pbar__b">{actions}</div>}
      </div>
    </div>
  );
}
