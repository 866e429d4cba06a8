import { useEffect } from 'react';
import { buttonClass } from '../../../ui/button.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { GapContent } from './gap-page.js';
import { ENDED_TEXTS } from './pages.texts.js';

/**
 * Calls `leave` as soon as the browser is online: loading while offline would show the browser's error page. The text
 * appears only after a delay.
 */
export function EndedPage({ leave }: { leave: () => void | Promise<void> }) {
  const { title, text, mark, again } = ENDED_TEXTS;
  usePageTitle(title);
  useEffect(() => {
    const leaveNow = () => void leave();
    // Back can restore this page from the browser's cache.
    window.addEventListener('pageshow', leaveNow);
    if (navigator.onLine) leaveNow();
    else window.addEventListener('online', leaveNow);
    return () => {
      window.removeEventListener('pageshow', leaveNow);
      window.removeEventListener('online', leaveNow);
    };
  }, [leave]);
  return (
    <div className="late">
      <GapContent title={title} text={text} mark={mark}>
        <a href="/" className={buttonClass({ look: 'primary' })}>
          {again}
        </a>
      </GapContent>
    </div>
  );
}
