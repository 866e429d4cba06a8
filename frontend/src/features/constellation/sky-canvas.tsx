import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { type RefObject, useId } from 'react';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Graph } from './graph.js';
import type { ChartState } from './use-chart.js';
import { useGestures } from './use-gestures.js';
import { ZoomControls } from './zoom-controls.js';

interface SkyCanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  state: ChartState;
  graph: Graph | undefined;
  select: (node: number) => void;
}

/** The drawing space: the graph on a canvas, in a graduated frame. */
export function SkyCanvas({ canvas, state, graph, select }: SkyCanvasProps) {
  const texts = CONSTELLATION_TEXTS.canvas;
  const keysId = useId();
  const { chart, zoom, status } = state;
  const gestures = useGestures(canvas, chart, select);
  return (
    <div className="con__c neat">
      <div className="con__v">
        <canvas
          {...gestures}
          ref={canvas}
          className="con__sky"
          width={CONSTELLATION_VIEW.width}
          height={CONSTELLATION_VIEW.height}
          // Keys move and zoom it, which only this role lets through to the page.
          role="application"
          aria-roledescription={texts.role}
          aria-label={texts.name(graph?.nodes.length ?? 0, graph?.links.length ?? 0)}
          aria-describedby={keysId}
          tabIndex={0}
        />
        <p className="vh" id={keysId}>
          {texts.keys}
        </p>
        {status === 'failed' && <p className="con__over small t2">{texts.lost}</p>}
        {status === 'placing' && (
          <div className="con__over">
            <LoadingFigure text={graph ? CONSTELLATION_TEXTS.settling : CONSTELLATION_TEXTS.loading} />
          </div>
        )}
      </div>
      <ZoomControls chart={chart} zoom={zoom} />
    </div>
  );
}
