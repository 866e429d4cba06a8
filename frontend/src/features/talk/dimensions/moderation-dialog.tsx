import type { ServerView } from '@oniverse/contracts';
import { Suspense, useState } from 'react';
import { Dialog } from '../../../ui/dialog.js';
import { Tabs } from '../../../ui/tabs.js';
import { ServerCases } from '../../safety/reports/index.js';
import { ApplicationsList } from './applications-list.js';
import { AuditList } from './audit-list.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { HeldList } from './held-list.js';

const { moderation: TEXTS } = DIMENSIONS_TEXTS;
const TABS = ['reports', 'held', 'applications', 'log'] as const;

interface ModerationDialogProps {
  server: Pick<ServerView, 'id' | 'isPublic'>;
  onClose: () => void;
}

/** The reports about messages of a dimension, the messages that filters hold, the applications, and what its owner and moderators did. */
export default function ModerationDialog({
  server: { id: serverId, isPublic },
  onClose,
}: ModerationDialogProps) {
  const [tab, setTab] = useState<(typeof TABS)[number]>('reports');
  const contents = {
    reports: <ServerCases serverId={serverId} />,
    held: <HeldList serverId={serverId} />,
    applications: <ApplicationsList serverId={serverId} />,
    log: <AuditList serverId={serverId} />,
  };
  // A private dimension asks no questions.
  const shown = TABS.filter((value) => isPublic || value !== 'applications');
  const tabs = shown.map((value) => ({
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
