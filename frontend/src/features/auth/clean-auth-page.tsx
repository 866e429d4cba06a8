import './auth.css';
import { Link } from '@tanstack/react-router';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { usePageTitle } from '../../ui/page-title.js';
import { Sky } from '../../ui/sky.js';
import { AUTH_TEXTS } from './auth.texts.js';
import { SCREEN_READING } from './readings.js';
import { useLoginForm } from './use-auth-forms.js';
import { useMembersGoHome } from './use-members-go-home.js';

/** `/clean-auth`: the bare login for developers. */
export function CleanAuthPage() {
  const texts = AUTH_TEXTS.clean;
  usePageTitle(texts.title);
  useMembersGoHome();
  const { pending, username, password, onSubmit } = useLoginForm(SCREEN_READING);
  return (
    <>
      <Sky quiet />
      <main className="clean">
        <section className="term clean__t" aria-labelledby="clean-title">
          <div className="term__bar">
            <span className="dot" />
            <h1 id="clean-title">{texts.title}</h1>
          </div>
          <div className="term__body">
            <form className="stack" noValidate aria-labelledby="clean-title" onSubmit={onSubmit}>
              <Field
                {...username}
                {...texts.username}
                disabled={pending}
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
              />
              <Field
                {...password}
                {...AUTH_TEXTS.password}
                disabled={pending}
                type="password"
                autoComplete="current-password"
              />
              <div className="row between auth__f">
                <Button look="primary" type="submit" disabled={pending}>
                  {pending ? AUTH_TEXTS.connecting : texts.submit}
                </Button>
                <Link className="small link t2" to="/">
                  {texts.back}
                </Link>
              </div>
            </form>
          </div>
        </section>
      </main>
    </>
  );
}
