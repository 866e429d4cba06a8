import './auth.css';
import { Link } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Button } from '../../../ui/button.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { StarField } from '../../../ui/star-field.js';
import { TerminalWindow } from '../../../ui/terminal-window.js';
import { usePrefetchToasts } from '../../../ui/prefetch-toasts.js';
import { SecondStep } from './auth-panel.js';
import { LoginFields } from './login-fields.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { SCREEN_VARIANT } from './auth-variants.js';
import { useLoginForm } from './use-auth-forms.js';
import { useRedirectMembers } from './use-redirect-members.js';

/** The bare login for developers. */
export function CleanAuthPage() {
  const texts = AUTH_TEXTS.clean;
  usePageTitle(texts.title);
  useRedirectMembers();
  usePrefetchToasts();
  const form = useLoginForm(SCREEN_VARIANT);
  const { pending, nextStep, restart, onSubmit } = form;
  return (
    <>
      <StarField quiet />
      <main className="clean">
        <TerminalWindow title={texts.title} isPage>
          {nextStep ? (
            <Suspense fallback={null}>
              <SecondStep answer={nextStep.body} variant={SCREEN_VARIANT} onRestart={restart} />
            </Suspense>
          ) : (
            <form className="stack" method="post" noValidate aria-label={texts.title} onSubmit={onSubmit}>
              <LoginFields form={form} oniId={texts.username} />
              <div className="row between auth__foot">
                <Button look="primary" type="submit" disabled={pending}>
                  {pending ? AUTH_TEXTS.connecting : texts.submit}
                </Button>
                <Link className="small link muted" to="/">
                  {texts.back}
                </Link>
              </div>
            </form>
          )}
        </TerminalWindow>
      </main>
    </>
  );
}
