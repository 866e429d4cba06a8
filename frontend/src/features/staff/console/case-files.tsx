import { type AttachmentView, getStaffCase, type StaffCaseDetail } from '@oniverse/contracts';
import { useState } from 'react';
import { addressOf } from '../../../api/calls.js';
import { pathOf } from '../../../api/query-client.js';
import { formatSize } from '../../../objects/file-facts.js';
import { useFetchedObject } from '../../../objects/use-fetched-object.js';
import { Button } from '../../../ui/button.js';
import { followDownload } from '../../../ui/download-file.js';
import { CASES_TEXTS as TEXTS } from './cases.texts.js';

interface CaseFileProps {
  /** Of the case: staff see the file nowhere else. */
  address: string;
  name: string;
  kind: AttachmentView['kind'];
  size?: number;
  alt: string;
}

/** A file of a case, which is fetched when it is asked for: a look at it is in the audit log, and it may be hard to see. */
function CaseFile({ address, name, kind, size, alt }: CaseFileProps) {
  const [isAsked, setAsked] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const url = useFetchedObject(isAsked ? address : undefined, () => setMissing(true));
  const isShown = url !== undefined && kind !== 'file';
  return (
    <li className="case-page__file">
      <div className="row">
        <span className="small grow">
          <bdi>{name}</bdi>
          {size !== undefined && <span className="faint"> {formatSize(size)}</span>}
        </span>
        {url === undefined && !isMissing && (
          <Button
            small
            aria-label={TEXTS.showName(name)}
            pending={isAsked && TEXTS.fetching}
            onClick={() => setAsked(true)}
          >
            {TEXTS.show}
          </Button>
        )}
        {url !== undefined && kind === 'file' && (
          <Button small aria-label={TEXTS.downloadName(name)} onClick={() => followDownload(url, name)}>
            {TEXTS.download}
          </Button>
        )}
      </div>
      {isMissing && <p className="small danger">{TEXTS.fileMissing}</p>}
      {isShown && kind === 'picture' && <img src={url} alt={alt === '' ? name : alt} />}
      {isShown && kind === 'video' && <Playable as="video" src={url} label={alt === '' ? name : alt} />}
      {isShown && kind === 'sound' && <Playable as="audio" src={url} label={alt === '' ? name : alt} />}
    </li>
  );
}

/** What members attach has no captions. */
function Playable({ as: Player, src, label }: { as: 'video' | 'audio'; src: string; label: string }) {
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <Player controls src={src} aria-label={label} />;
}

const PICTURE = { kind: 'picture', name: TEXTS.picture, alt: TEXTS.picture } as const;
const keyOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** The files of a reported thing, and the copy of a reported picture. */
export function CaseFiles({
  found: { id, hasPicture },
  files = [],
}: {
  found: Pick<StaffCaseDetail, 'id' | 'hasPicture'>;
  files: readonly AttachmentView[] | undefined;
}) {
  if (files.length === 0 && !hasPicture) return null;
  const folder = pathOf(addressOf(getStaffCase, { id }));
  return (
    <ul aria-label={TEXTS.files}>
      {hasPicture && <CaseFile address={`${folder}/picture`} {...PICTURE} />}
      {files.map(({ id: fileId, path, name, kind, size, alt }) => (
        <CaseFile key={fileId} address={`${folder}/files/${keyOf(path)}`} {...{ name, kind, size, alt }} />
      ))}
    </ul>
  );
}
