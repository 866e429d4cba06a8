import './compare.css';
import { type KeyboardEvent, memo, type RefObject, useMemo, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { keyOf } from '../../../ui/keys.js';
import { useMedia } from '../../../ui/use-media.js';
import { COMPARE_TEXTS as TEXTS } from './archive.texts.js';
import { diffTexts, type Segment, type SegmentKind } from './diff-texts.js';

const WIDE = '(min-width: 901px)';

const ELEMENTS = { same: 'span', deleted: 'del', inserted: 'ins' } as const;

function Cell({ segments, without }: { segments: readonly Segment[]; without?: SegmentKind }) {
  return (
    <div className="comparison__cell" dir="auto">
      {segments
        .filter(({ kind }) => kind !== without)
        .map(({ kind, text, change }, index) => {
          const Element = ELEMENTS[kind];
          return (
            <Element key={index} {...(kind !== 'same' && { 'data-change': change, tabIndex: -1 })}>
              {text}
            </Element>
          );
        })}
    </div>
  );
}

interface RowsProps {
  rows: readonly Segment[][];
  hasTwoColumns: boolean;
}

const Rows = memo(function Rows({ rows, hasTwoColumns }: RowsProps) {
  return rows.map((segments, index) => (
    <div key={index} className="comparison__row">
      {hasTwoColumns ? (
        <>
          <Cell segments={segments} without="inserted" />
          <Cell segments={segments} without="deleted" />
        </>
      ) : (
        <Cell segments={segments} />
      )}
    </div>
  ));
});

interface Side {
  title: string;
  text: string;
}

interface TextDiffProps {
  before: Side;
  after: Side;
  /** Receives the scrollable region with both texts. */
  body: RefObject<HTMLElement | null>;
}

/** Compares two texts in two columns, or in one on narrow screens. N and P go to the next and previous change. */
export function TextDiff({ before, after, body }: TextDiffProps) {
  const hasTwoColumns = useMedia(WIDE);
  const { rows, changes, unit } = useMemo(
    () => diffTexts(before.text, after.text),
    [before.text, after.text],
  );
  const [current, setCurrent] = useState(-1);
  const goTo = (change: number) => {
    if (change < 0 || change >= changes) return;
    setCurrent(change);
    const element = body.current?.querySelector<HTMLElement>(`[data-change="${change}"]`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { n: 1, p: -1 }[keyOf(event).toLowerCase()];
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    goTo(current + step);
  };
  return (
    // The keys work wherever the focus is in the comparison; the buttons do the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="comparison" onKeyDown={onKeyDown}>
      <div className="comparison__controls">
        <output className="small faint">
          {current >= 0 && current < changes ? TEXTS.change(current + 1, changes) : TEXTS.changes(changes)}
          {unit !== 'words' && ` ${TEXTS.units[unit]}`}
        </output>
        <Button small disabled={current <= 0} onClick={() => goTo(current - 1)}>
          {TEXTS.previous}
        </Button>
        <Button small disabled={current >= changes - 1} onClick={() => goTo(current + 1)}>
          {TEXTS.next}
        </Button>
      </div>
      <div className={hasTwoColumns ? 'comparison__head comparison__head--two' : 'comparison__head'}>
        <p className="tiny">{hasTwoColumns ? before.title : <del>{before.title}</del>}</p>
        <p className="tiny">{hasTwoColumns ? after.title : <ins>{after.title}</ins>}</p>
      </div>
      {/* A scrollable region must be reachable by keyboard. */}
      <section
        className={hasTwoColumns ? 'comparison__body comparison__body--two' : 'comparison__body'}
        ref={body}
        aria-label={TEXTS.region}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        <Rows rows={rows} hasTwoColumns={hasTwoColumns} />
      </section>
    </div>
  );
}
