import './night-log.css';
import { NOTIFICATION_FILTERS } from '@oniverse/contracts';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { PageFrame } from '../../../frame/page-frame.js';
import { Button } from '../../../ui/button.js';
import { Icon } from '../../../ui/icons.js';
import { PageHead } from '../../../ui/page-head.js';
import { usePageTitle } from '../../../ui/page-title.js';
import { Tabs } from '../../../ui/tabs.js';
import { NightList } from './night-list.js';
import { NotificationControls } from './notification-controls.js';
import { stateQuery, useMarkRead } from './notifications.queries.js';
import { NIGHT_TEXTS } from './notifications.texts.js';
import { useRowMoves } from './row-moves.js';
import { ROW_TEXTS } from './rows.texts.js';

const TABS = ['all', ...NOTIFICATION_FILTERS] as const;

/** The night log with its settings. @param given the filter in the address; any other shows all */
export function NightLogPage({ filter: given }: { filter: string | undefined }) {
  const filter = NOTIFICATION_FILTERS.find((known) => known === given);
  usePageTitle(NIGHT_TEXTS.title);
  const navigate = useNavigate();
  // The ring agrees with the log, whatever was missed.
  const { data: state } = useQuery({ ...stateQuery, refetchOnMount: 'always' });
  const markRead = useMarkRead();
  const moves = useRowMoves();
  return (
    <PageFrame className="page wrap">
      <PageHead
        title={NIGHT_TEXTS.title}
        actions={
          <Button
            small
            disabled={state?.isUnread !== true}
            pending={markRead.isPending && NIGHT_TEXTS.markAll}
            onClick={() => markRead.mutate({})}
          >
            <Icon name="check" small />
            {NIGHT_TEXTS.markAll}
          </Button>
        }
      />
      <Tabs
        label={NIGHT_TEXTS.title}
        value={filter ?? 'all'}
        tabs={TABS.map((tab) => ({
          value: tab,
          title: ROW_TEXTS.filters[tab],
          content: (
            <div className="night">
              <div>
                <NightList filter={tab === 'all' ? undefined : tab} moves={moves} />
              </div>
              <aside>
                <NotificationControls />
              </aside>
            </div>
          ),
        }))}
        onChange={(tab) =>
          void navigate({ to: '/notifications', search: tab === 'all' ? {} : { kind: tab }, replace: true })
        }
      />
    </PageFrame>
  );
}
