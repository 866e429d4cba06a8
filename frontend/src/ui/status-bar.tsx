import './status-bar.css';
import type { ReactNode } from 'react';

interface StatusBarProps {
  username: string;
  displayName: string;
  /** Centred over the bar. */
  avatar: ReactNode;
  presence?: ReactNode;
  /** At most one primary button. */
  actions?: ReactNode;
}

export function StatusBar({ username, displayName, avatar, presence, actions }: StatusBarProps) {
  return (
    <div className="pbar">
      <div className="pbar__id">
        <h1 className="pbar__n">{username}</h1>
        <div className="small muted" dir="auto">
          {displayName}
        </div>
      </div>
      <div className="pbar__a">{avatar}</div>
      <div className="pbar__r">
        {presence}
        {actions !== undefined && <div className="pbar__b">{actions}</div>}
      </div>
    </div>
  );
}
