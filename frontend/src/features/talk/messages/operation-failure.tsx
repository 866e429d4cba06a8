import { useSecondsUntil } from '../../../live/use-seconds-until.js';
import { returnFiles } from '../attachments/index.js';
import {
  type DeleteOperation,
  discard,
  type EditOperation,
  insist,
  retry,
  type SendOperation,
  takeBack,
} from '../log/index.js';
import { trayPlaceOf } from './message-tray.js';
import { MESSAGE_TEXTS } from './messages.texts.js';
import { focusComposer } from './use-composer.js';

function RetryTime({ retryAt }: { retryAt: number }) {
  return <>{MESSAGE_TEXTS.retryIn(useSecondsUntil(retryAt))}</>;
}

interface OperationFailureProps {
  operation: SendOperation | EditOperation | DeleteOperation;
  /** Opens a refused edit again. */
  onEdit?: () => void;
}

/** Why a message, its edit or its deletion is not stored, and what its author can do; nothing without a problem. */
export function OperationFailure({ operation, onEdit }: OperationFailureProps) {
  const { kind, state, problem } = operation;
  if (!problem) return null;
  const { retryAt } = problem;
  const isRewritten =
    (kind === 'edit' && state === 'refused') || (kind === 'send' && (problem.filter ?? problem.lacksFile));
  const rewrite = () => {
    if (kind !== 'send') return onEdit?.();
    takeBack(operation);
    returnFiles(trayPlaceOf(operation), operation.attachments ?? []);
    focusComposer(operation.talkId);
  };
  return (
    <div className="message__fail small" role="alert">
      <span>
        {MESSAGE_TEXTS.failed[kind]} {problem.message}{' '}
        {retryAt !== undefined && <RetryTime retryAt={retryAt} />}
      </span>
      {kind === 'edit' && state === 'refused' && (
        <blockquote className="muted quote" dir="auto">
          {operation.content}
        </blockquote>
      )}
      {kind !== 'delete' && problem.filter === 'warning' && (
        <button type="button" className="act" onClick={() => insist(operation)}>
          {MESSAGE_TEXTS.insist[kind]}
        </button>
      )}
      {isRewritten ? (
        <button type="button" className="act" onClick={rewrite}>
          {MESSAGE_TEXTS.actions.edit}
        </button>
      ) : (
        <button type="button" className="act" onClick={() => retry(operation)}>
          {MESSAGE_TEXTS.retry}
        </button>
      )}
      <button type="button" className="act" onClick={() => discard(operation)}>
        {MESSAGE_TEXTS.discard}
      </button>
    </div>
  );
}
