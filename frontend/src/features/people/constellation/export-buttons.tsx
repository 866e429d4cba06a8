import { Button } from '../../../ui/button.js';
import { downloadFile } from '../../../ui/download-file.js';
import { showToast } from '../../../ui/toast-store.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import type { ConstellationRenderer } from './drawing/constellation-renderer.js';
import { loadFontDataUrl } from './drawing/font-data-url.js';
import { renderPng, renderSvg } from './drawing/export-image.js';

const texts = CONSTELLATION_TEXTS.save;

export function ExportButtons({
  renderer,
  isReady,
}: {
  renderer: ConstellationRenderer | undefined;
  isReady: boolean;
}) {
  const save = async (format: 'png' | 'svg') => {
    const seen = renderer?.snapshot();
    if (!seen) return;
    try {
      const blob =
        format === 'png'
          ? await renderPng(seen)
          : new Blob([renderSvg(seen, await loadFontDataUrl())], { type: 'image/svg+xml;charset=utf-8' });
      downloadFile(blob, `${texts.file}.${format}`);
    } catch (error) {
      console.error('Exporting the constellation failed.', error);
      showToast({ title: texts.failedTitle, description: texts.failed, variant: 'destructive' });
    }
  };
  return (
    <div className="constellation__save">
      <Button small disabled={!isReady} onClick={() => void save('png')}>
        {texts.png}
      </Button>
      <Button small disabled={!isReady} onClick={() => void save('svg')}>
        {texts.svg}
      </Button>
    </div>
  );
}
