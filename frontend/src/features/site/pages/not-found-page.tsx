import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { GapPage } from './gap-page.js';
import { NOT_FOUND_TEXTS } from './not-found.texts.js';

export default function NotFoundPage() {
  const { title, text, mark, home, constellation } = NOT_FOUND_TEXTS;
  usePageTitle(title);
  return (
    <GapPage title={title} text={text} mark={mark}>
      <Link to="/homepage" className={buttonClass({ look: 'primary' })}>
        {home}
      </Link>
      <Link to="/constellation" className={buttonClass()}>
        {constellation}
      </Link>
    </GapPage>
  );
}
