import { useId } from 'react';
import { TagLink } from '../../../tags/tag-link.js';
import { Icon } from '../../../ui/icons.js';
import { LoadingFigure } from '../../../ui/loading-figure.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { DRAWING } from './drawing-space.js';
import type { Graph } from './graph.js';
import type { RendererState } from './use-renderer.js';
import type { Expansion } from './use-expansion.js';
import { useGestures } from './use-gestures.js';
import { ZoomControls } from './zoom-controls.js';

interface ConstellationCanvasProps {
  state: RendererState;
  graph: Graph | undefined;
  /** The tag that the links are filtered by. */
  tag: string | null;
  select: (node: number) => void;
  expansion: Expansion;
}

export function ConstellationCanvas({
  state,
  graph,
  tag,
  select,
  expansion: { isExpanded, toggle },
}: ConstellationCanvasProps) {
  const texts = CONSTELLATION_TEXTS.canvas;
  const keysId = useId();
  const { mount, renderer, status } = state;
  const gestures = useGestures(renderer, select, isExpanded);
  return (
    <div className="constellation__frame neat">
      <div className="constellation__view">
        <canvas
          {...gestures}
          ref={mount}
          className="constellation__canvas"
          width={DRAWING.width}
          height={DRAWING.height}
          // oxlint-disable-next-line jsx-a11y/no-interactive-element-to-noninteractive-role -- only this role lets keys through
          role="application"
          aria-roledescription={texts.role}
          aria-label={graph ? texts.name(graph.nodes.length, graph.links.length) : texts.unread}
          aria-describedby={keysId}
          tabIndex={0}
        />
        <p className="vh" id={keysId}>
          {texts.keys}
        </p>
        {tag !== null && (
          <p className="constellation__tag">
            <TagLink tag={tag} />
          </p>
        )}
        {status === 'failed' && <p className="constellation__over small muted">{texts.unsupported}</p>}
        {status === 'placing' && (
          <div className="constellation__over">
            <LoadingFigure text={graph ? CONSTELLATION_TEXTS.placing : CONSTELLATION_TEXTS.loading} />
          </div>
        )}
      </div>
      <button
        type="button"
        className="close constellation__expand"
        aria-expanded={isExpanded}
        aria-label={isExpanded ? texts.shrink : texts.expand}
        onClick={toggle}
        data-covers
      >
        <Icon name={isExpanded ? 'close' : 'expand'} />
      </button>
      <ZoomControls renderer={renderer} />
    </div>
  );
}
