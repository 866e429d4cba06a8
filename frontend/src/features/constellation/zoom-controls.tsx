import { CONSTELLATION_VIEW } from '@oniverse/contracts';
import { Icon } from '../../ui/icons.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Chart } from './drawing/chart.js';
import { HOME, zoomShare } from './view.js';

const { zoomStep } = CONSTELLATION_VIEW;
const texts = CONSTELLATION_TEXTS.zoom;

/** Nearer, further off, and back to where everything is seen; the mark shows where between the limits one is. */
export function ZoomControls({ chart, zoom }: { chart: Chart | undefined; zoom: number }) {
  return (
    <>
      <fieldset className="zoom" data-covers>
        <legend className="vh">{texts.group}</legend>
        <button type="button" className="x" aria-label={texts.in} onClick={() => chart?.zoom(zoomStep)}>
          <Icon name="plus" />
        </button>
        <div className="zoom__s" aria-hidden="true">
          <span style={{ bottom: `${(zoomShare(zoom) * 100).toFixed(1)}%` }} />
        </div>
        <button type="button" className="x" aria-label={texts.out} onClick={() => chart?.zoom(1 / zoomStep)}>
          <Icon name="minus" />
        </button>
        <button type="button" className="x" aria-label={texts.reset} onClick={() => chart?.look(HOME)}>
          <Icon name="reset" />
        </button>
      </fieldset>
      <output className="con__z mic" data-covers>
        {texts.level(zoom)}
      </output>
    </>
  );
}
