import './reports.css';
import type { ServerCaseView } from '@oniverse/contracts';
import { useEffect, useRef, useState } from 'react';
import { failureMessageOf } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { Failure } from '../../../ui/failure.js';
import { MoreButton } from '../../../ui/more-button.js';
import { RowButton } from '../../../ui/row-button.js';
import { SkeletonLines } from '../../../ui/skeleton.js';
import { caseSummary } from './case-summary.js';
import CaseView from './case-view.js';
import { useClosedCases } from './reports.queries.js';
import { CASES_TEXTS as TEXTS } from './reports.texts.js';

interface ClosedCaseProps {
  serverId: string;
  found: ServerCaseView;
  onBack: () => void;
}

function ClosedCase({ serverId, found, onBack }: ClosedCaseProps) {
  const back = useRef<HTMLButtonElement>(null);
  // The row that opened it is gone.
  useEffect(() => back.current?.focus(), []);
  return (
    <>
      <Button ref={back} look="quiet" small onClick={onBack}>
        {TEXTS.back}
      </Button>
      <CaseView serverId={serverId} caseId={found.id} />
    </>
  );
}

/** The closed reports of messages in a dimension, for its staff. */
export default function ClosedCases({ serverId }: { serverId: string }) {
  const query = useClosedCases(serverId);
  const [open, setOpen] = useState<ServerCaseView>();
  const { items: cases } = query;
  if (open) return <ClosedCase serverId={serverId} found={open} onBack={() => setOpen(undefined)} />;
  if (!cases && query.isError) {
    return <Failure small text={failureMessageOf(query.error)} onRetry={() => void query.refetch()} />;
  }
  if (!cases) return <SkeletonLines text={TEXTS.loading} />;
  if (cases.length === 0) return <p className="small faint">{TEXTS.empty}</p>;
  return (
    <>
      <ul className="case__list" aria-label={TEXTS.title}>
        {cases.map((found) => (
          <li key={found.id}>
            <RowButton {...caseSummary(found)} onClick={() => setOpen(found)} />
          </li>
        ))}
      </ul>
      <MoreButton list={query} name={TEXTS.more} pending={TEXTS.loading} small className="case__more" />
    </>
  );
}
