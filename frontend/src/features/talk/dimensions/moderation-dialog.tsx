import type { ServerView } from '@oniverse/contracts';
import { Suspense, useState } from 'react';
import { Dialog } from '../../../ui/dialog.js';
import { Tabs } from '../../../ui/tabs.js';
import { ClosedCases } from '../../safety/reports/index.js';
import { AuditList } from './audit-list.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { Queue } from './queue.js';

const { moderation: TEXTS } = DIMENSIONS_TEXTS;
const TABS = ['queue', 'closed', 'log'] as const;

interface ModerationDialogProps {
  server: Pick<ServerView, 'id' | 'isPublic'>;
  onClose: () => void;
}

/** What waits for the staff of a dimension, the closed reports, and what its owner and moderators did. */
export default function ModerationDialog({ server, onClose }: ModerationDialogProps) {
  const { id: serverId } = server;
  const [tab, setTab] = useState<(typeof TABS)[number]>('queue');
  const contents = {
    queue: <Queue server={server} />,
    closed: <ClosedCases serverId={serverId} />,
    log: <AuditList serverId={serverId} />,
  };
  const tabs = TABS.map((value) => ({
    value,
    title: TEXTS.tabs[value],
    content: (
      <>
        <p className="small muted staff__lead">{TEXTS.texts[value]}</p>
        <Suspense fallback={null}>{contents[value]}</Suspense>
      </>
    ),
  }));
  return (
    <Dialog open wide title={TEXTS.title} onClose={onClose}>
      <Tabs label={TEXTS.title} tabs={tabs} value={tab} onChange={setTab} />
    </Dialog>
  );
}
