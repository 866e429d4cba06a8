import './console.css';
import { isAtLeast, STAFF_ROLES } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { failureMessageOf, isProblem } from '../../../api/http.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { useSession } from '../../../session/session.js';
import { Badge } from '../../../ui/badge.js';
import { buttonClass } from '../../../ui/button.js';
import { EmptyState } from '../../../ui/empty-state.js';
import { Failure } from '../../../ui/failure.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { ConfirmIdentityDialog } from '../../account/security/index.js';
import { CONSOLE_SECTIONS, CONSOLE_TEXTS as TEXTS } from './console.texts.js';

const KEY = [
  { x: 40, y: 55, r: 2.6 },
  { x: 70, y: 55, r: 1.8 },
  { x: 120, y: 55, r: 2.2 },
  { x: 120, y: 78, r: 1.8 },
] as const;
const KEY_LINES = [
  [0, 1],
  [1, 2],
  [2, 3],
] as const;

/** Why a call of staff failed: without a second factor, the way to one. */
export function ConsoleFailure({ error, onRetry }: { error: Error; onRetry: () => void }) {
  if (!isProblem(error, 'factor_required'))
    return <Failure text={failureMessageOf(error)} onRetry={onRetry} />;
  const { title, text, link } = TEXTS.factor;
  return (
    <EmptyState title={title} text={text} stars={KEY} edges={KEY_LINES}>
      <Link to="/settings" search={{ tab: 'security' }} className={buttonClass({ small: true })}>
        {link}
      </Link>
    </EmptyState>
  );
}

interface ConsoleFrameProps {
  /** Of the page. */
  title: string;
  /** Below the navigation, such as the list of what waits. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A page of the console with its navigation. */
export function ConsoleFrame({ title, aside, children }: ConsoleFrameProps) {
  usePageTitle(title);
  const { user } = useSession();
  const role = user?.staffRole ?? STAFF_ROLES[0];
  return (
    <PageFrame className="console">
      <div className="console__side">
        <div className="console__head">
          <p className="h3">{TEXTS.title}</p>
          <Badge tone="warm">{TEXTS.roles[role]}</Badge>
        </div>
        <nav className="console__nav" aria-label={TEXTS.sections}>
          {CONSOLE_SECTIONS.filter((section) => isAtLeast(role, section.role)).map(
            ({ section, title: name }) => (
              <Link key={section} to="/console/{-$section}" params={{ section }}>
                {name}
              </Link>
            ),
          )}
        </nav>
        {aside}
      </div>
      <div className="console__content">{children}</div>
      <ConfirmIdentityDialog />
    </PageFrame>
  );
}
