import './group-mark.css';
import type { GroupColor } from '@oniverse/contracts';
import type { ReactNode } from 'react';

/** The name of a group after a dot of its colour. */
export function GroupMark({ color, children }: { color: GroupColor; children: ReactNode }) {
  return (
    <span className={`group-mark group-mark--${color}`}>
      <span className="group-mark__dot" aria-hidden="true" />
      {children}
    </span>
  );
}
