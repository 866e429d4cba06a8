import './auth.css';
import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.js';
import { usePageTitle } from '../../ui/page-title.js';
import { Sky } from '../../ui/sky.js';
import { TerminalWindow } from '../../ui/terminal-window.js';
import { useToastsAtHand } from '../../ui/toaster.js';
import { LoginFields } from './login-fields.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { SCREEN_READING } from './readings.js';
import { useLoginForm } from './use-auth-forms.js';
import { useMembersGoHome } from './use-members-go-home.js';

/** `/clean-auth`: the bare login for developers. */
export function CleanAuthPage() {
  const texts = AUTH_TEXTS.clean;
  usePageTitle(texts.title);
  useMembersGoHome();
  useToastsAtHand();
  const form = useLoginForm(SCREEN_READING);
  const { pending, onSubmit } = form;
  return (
    <>
      <Sky quiet />
      <main className="clean">
        <TerminalWindow title={texts.title} isPage>
          <form className="stack" method="post" noValidate aria-label={texts.title} onSubmit={onSubmit}>
            <LoginFields form={form} oniId={texts.username} />
            <div className="row between auth__f">
              <Button look="primary" type="submit" disabled={pending}>
                {pending ? AUTH_TEXTS.connecting : texts.submit}
              </Button>
              <Link className="small link t2" to="/">
                {texts.back}
              </Link>
            </div>
          </form>
        </TerminalWindow>
      </main>
    </>
  );
}
