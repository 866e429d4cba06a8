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
    <div className="pbar">
      <div className="pbar__id">
        <h1 className="pbar__n names--two" dir="auto">
          <MemberNames member={member} />
        </h1>
      </div>
      <div className="pbar__a">{avatar}</div>
      <div className="pbar__r">
        {presence}
        {actions !== undefined && <div className="pbar__b">{actions}</div>}
      </div>
    </div>
  );
}
