import './file-glyph.css';
import type { AttachmentKind } from '@oniverse/contracts';

const DRAWINGS: Record<AttachmentKind, string> = {
  picture: 'M3 4h14v12H3zM3 14l4-4 3 3 3-4 4 5M7 7.5h.1',
  sound: 'M8 15V5l8-2v10M8 15a2 2 0 11-4 0 2 2 0 014 0zM16 13a2 2 0 11-4 0 2 2 0 014 0z',
  video: 'M3 5h14v10H3zM8.500 7.500v5l4-2.500z',
  file: 'M5 2.500h7l3 3v12H5zM12 2.500v3h3M7.500 10h5M7.500 13h5',
};

/** A drawing of what a file is. Decorative. */
export function FileGlyph({ kind }: { kind: AttachmentKind }) {
  return (
    <span className="file-glyph" aria-hidden="true">
      <svg className="icon" viewBox="0 0 20 20">
        <path d={DRAWINGS[kind]} />
      </svg>
    </span>
  );
}
