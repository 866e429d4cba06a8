import { ResultLine } from '../features/site/search/result-line.js';
import type { Result } from '../features/site/search/results.js';
import { EmptyState } from '../ui/empty-state.js';
import { Failure } from '../ui/failure.js';
import { LoadingFigure } from '../ui/loading-figure.js';
import { Sigil } from '../ui/sigil.js';
import { SkeletonLines, SkeletonTiles } from '../ui/skeleton.js';
import { TerminalWindow } from '../ui/terminal-window.js';
import { Window } from '../ui/window.js';
import { MEMBER } from './samples.js';

const HASH = [
  { x: 38, y: 30, r: 2 },
  { x: 92, y: 18, r: 2.6 },
  { x: 124, y: 62, r: 1.8 },
  { x: 60, y: 74, r: 2.2 },
];

const RESULTS: readonly Result[] = [
  {
    key: 'member',
    icon: 'members',
    title: 'isolde',
    detail: 'Isolde Marr',
    note: 'writes about tides',
    member: {
      id: MEMBER,
      username: 'isolde',
      displayName: 'Isolde Marr',
      profileImageUrl: null,
      bio: null,
      excerpt: null,
    },
  },
  { key: 'tag', icon: 'tags', title: 'tide_tables', note: '8 members' },
  {
    key: 'post',
    icon: 'posts',
    title: 'What the ferry tides leave out',
    isNamed: true,
    detail: 'isolde',
    note: 'now',
  },
  { key: 'picture', icon: 'pictures', title: 'Low tide, Aldine Sands', isNamed: true, detail: 'tamsin' },
  {
    key: 'dimension',
    icon: 'dimensions',
    title: 'Tidal Library',
    isNamed: true,
    detail: '118 members',
    note: 'joined',
    sigilId: 'library',
  },
  { key: 'write', icon: 'write', title: 'Write a post with #tide_tables' },
  { key: 'command', icon: 'command', title: 'Go to Constellation' },
];

export function FigureParts() {
  return (
    <>
      <Window title="Places">
        <div className="specimen__two">
          <EmptyState
            title="No public servers available yet."
            text="Check back soon for new community spaces!"
            stars={HASH}
            edges={[[0, 1]]}
            dotted={[
              [1, 2],
              [2, 3],
            ]}
          />
          <LoadingFigure text="Loading neural pattern" />
          <SkeletonTiles text="Loading visual memories" />
          <SkeletonLines text="Loading posts" count={6} />
          <Failure text="The posts could not be fetched." onRetry={() => undefined} />
        </div>
        <div className="specimen__row">
          {['observatory', 'library', 'roof', 'harbour'].map((id) => (
            <Sigil key={id} id={id} />
          ))}
        </div>
      </Window>
      <Window title="Results">
        {RESULTS.map((result) => (
          <a key={result.key} className="found" href="#result">
            <ResultLine result={result} q="tid" />
          </a>
        ))}
      </Window>
      <TerminalWindow title="NEURAL_EDITOR.exe" note="Ctrl or Cmd + S saves">
        <p>
          <b className="accent"># The small hours</b>
        </p>
        <p className="muted">Keeper of small hours. I build slow software and walk home the long way.</p>
      </TerminalWindow>
    </>
  );
}
