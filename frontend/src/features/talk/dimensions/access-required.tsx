import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../../ui/button.js';
import { PageFrame } from '../../../frame/page-frame.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { Notice } from './notice.js';

export function AccessRequired() {
  const { title, text, link } = DIMENSIONS_TEXTS.access;
  return (
    <PageFrame>
      <Notice figure="door" title={title} text={text}>
        <Link to="/auth" className={buttonClass({ small: true })}>
          {link}
        </Link>
      </Notice>
    </PageFrame>
  );
}
