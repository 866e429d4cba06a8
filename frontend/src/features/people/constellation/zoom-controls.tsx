import { useSyncExternalStore } from 'react';
import { Icon } from '../../../ui/icons.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { DRAWING } from './drawing-space.js';
import type { ConstellationRenderer } from './drawing/constellation-renderer.js';
import { DEFAULT_VIEW, zoomShare } from './view.js';

const { zoomStep } = DRAWING;
const texts = CONSTELLATION_TEXTS.zoom;

const subscribeToNothing = () => () => undefined;

/** Subscribes to the zoom here, because it changes in every frame of a flight. */
export function ZoomControls({ renderer }: { renderer: ConstellationRenderer | undefined }) {
  const zoom = useSyncExternalStore(
    renderer?.camera.subscribe ?? subscribeToNothing,
    () => renderer?.camera.view.zoom ?? DEFAULT_VIEW.zoom,
  );
  return (
    <>
      <fieldset className="zoom" data-covers>
        <legend className="vh">{texts.group}</legend>
        <button
          type="button"
          className="close"
          aria-label={texts.in}
          onClick={() => renderer?.camera.zoom(zoomStep)}
        >
          <Icon name="plus" />
        </button>
        <div className="zoom__scale" aria-hidden="true">
          <span
            style={{
              bottom: `${(zoomShare(zoom, renderer?.camera.maxZoom ?? DRAWING.maxZoom) * 100).toFixed(1)}%`,
            }}
          />
        </div>
        <button
          type="button"
          className="close"
          aria-label={texts.out}
          onClick={() => renderer?.camera.zoom(1 / zoomStep)}
        >
          <Icon name="minus" />
        </button>
        <button
          type="button"
          className="close"
          aria-label={texts.reset}
          onClick={() => renderer?.camera.setView(DEFAULT_VIEW)}
        >
          <Icon name="reset" />
        </button>
      </fieldset>
      <output className="constellation__level tiny" data-covers>
        {texts.level(zoom)}
      </output>
    </>
  );
}
