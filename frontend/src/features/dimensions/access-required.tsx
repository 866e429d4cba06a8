import './dimensions.css';
import { Link } from '@tanstack/react-router';
import { buttonClass } from '../../ui/button.js';
import { FigureMarks } from '../../ui/marks.js';
import { joined } from '../../ui/figures/geometry.js';
import { PageFrame } from '../pages/page-frame.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';

/** A doorway. */
const DOORWAY = joined(
  [
    { x: 48, y: 86, r: 2.2 },
    { x: 48, y: 44, r: 1.8 },
    { x: 80, y: 12, r: 2.8 },
    { x: 112, y: 44, r: 1.8 },
    { x: 112, y: 86, r: 2.2 },
  ],
  [
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ],
  5,
);

/** What the dimensions show to someone who is not signed in. */
export function AccessRequired() {
  const { title, text, link } = DIMENSIONS_TEXTS.access;
  return (
    <PageFrame>
      <div className="empty">
        <svg viewBox="0 0 160 96" width="160" aria-hidden="true">
          <FigureMarks figure={DOORWAY} />
          <circle className="c-ring-w" cx="80" cy="58" r="6" />
          <line className="c-ring-w" x1="80" y1="66" x2="80" y2="84" />
        </svg>
        <h1 className="h3">{title}</h1>
        <p className="small">{text}</p>
        <Link to="/auth" className={`${buttonClass({ small: true })} empty__act`}>
          {link}
        </Link>
      </div>
    </PageFrame>
  );
}
