import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { useId } from 'react';
import { LoadingFigure } from '../../ui/loading-figure.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Graph } from './graph.js';
import type { ChartState } from './use-chart.js';
import { useGestures } from './use-gestures.js';
import { ZoomControls } from './zoom-controls.js';

interface SkyCanvasProps {
  state: ChartState;
  graph: Graph | undefined;
  select: (node: number) => void;
}

/** The drawing space: the graph on a canvas, in a graduated frame. */
export function SkyCanvas({ state, graph, select }: SkyCanvasProps) {
  const texts = CONSTELLATION_TEXTS.canvas;
  const keysId = useId();
  const { mount, chart, zoom, status } = state;
  const gestures = useGestures(chart, select);
  return (
    <div className="con__c neat">
      <div className="con__v">
        <canvas
          {...gestures}
          ref={mount}
          className="con__sky"
          width={CONSTELLATION_VIEW.width}
          height={CONSTELLATION_VIEW.height}
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
