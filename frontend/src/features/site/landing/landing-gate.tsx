import type { CurrentUser } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.js';
import { Named } from '../../../ui/named.js';
import { AuthPanel, LANDING_VARIANT } from '../../account/auth/index.js';
import { REST_TEXTS } from './landing-rest.texts.js';

export function LandingGate({ user }: { user: CurrentUser | null }) {
  if (!user) {
    return (
      <div className="gate__access">
        <h2 className="h2">{REST_TEXTS.gate}</h2>
        <AuthPanel variant={LANDING_VARIANT} />
      </div>
    );
  }
  const { title, text, profile, home } = REST_TEXTS.memberGate;
  return (
    <div className="gate__access">
      <h2 className="h2">{title}</h2>
      <p className="muted gate__text">
        <Named text={text} name={user.displayName || user.username} />
      </p>
      <div className="row gate__links">
        <Link to="/profile" className={buttonClass()}>
          {profile}
        </Link>
        <Link to="/homepage" className="small link muted">
          {home}
        </Link>
      </div>
    </div>
  );
}
