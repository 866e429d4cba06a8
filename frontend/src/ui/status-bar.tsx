import './status-bar.css';
import type { ReactNode } from 'react';
import { MemberNames } from './member-names.js';

interface StatusBarProps {
  member: { username: string; displayName: string | null };
  /** Centred over the bar. */
  avatar: ReactNode;
  presence?: ReactNode;
  /** At most one primary button. */
  actions?: ReactNode;
}

export function StatusBar({ member, avatar, presence, actions }: StatusBarProps) {
  return (
    <div className="status-bar">
      <div className="status-bar__member">
        <h1 className="status-bar__name names--two" dir="auto">
          <MemberNames member={member} />
        </h1>
      </div>
      <div className="status-bar__avatar">{avatar}</div>
      <div className="status-bar__side">
        {presence}
        {actions !== undefined && <div className="status-bar__actions">{actions}</div>}
      </div>
    </div>
  );
}
