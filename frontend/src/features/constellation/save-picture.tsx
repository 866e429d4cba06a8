import { Button } from '../../ui/button.js';
import { showToast } from '../../ui/toast-store.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { Chart } from './drawing/chart.js';
import { faceInFull } from './drawing/face.js';
import { pngOf, saveFile, svgOf } from './drawing/picture.js';

const texts = CONSTELLATION_TEXTS.save;

/** Keeps what is seen as a file. */
export function SavePicture({ chart, isReady }: { chart: Chart | undefined; isReady: boolean }) {
  const save = async (format: 'png' | 'svg') => {
    const seen = chart?.seen();
    if (!seen) return;
    try {
      const blob =
        format === 'png'
          ? await pngOf(seen)
          : new Blob([svgOf(seen, await faceInFull())], { type: 'image/svg+xml;charset=utf-8' });
      saveFile(blob, `${texts.file}.${format}`);
    } catch (error) {
      console.error('The constellation could not be saved.', error);
      showToast({ title: texts.failedTitle, description: texts.failed, variant: 'destructive' });
    }
  };
  return (
    <div className="con__save">
      <Button small disabled={!isReady} onClick={() => void save('png')}>
        {texts.png}
      </Button>
      <Button small disabled={!isReady} onClick={() => void save('svg')}>
        {texts.svg}
      </Button>
    </div>
  );
}
