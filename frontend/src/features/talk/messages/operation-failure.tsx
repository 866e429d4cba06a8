import { useSecondsUntil } from '../../../live/use-seconds-until.js';
import {
  type DeleteOperation,
  discard,
  type EditOperation,
  retry,
  type SendOperation,
} from '../log/index.js';
import { MESSAGE_TEXTS } from './messages.texts.js';

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
  return (
    <div className="message__fail small" role="alert">
      <span>
        {MESSAGE_TEXTS.failed[kind]} {problem.message}{' '}
        {retryAt !== undefined && <RetryTime retryAt={retryAt} />}
      </span>
      {kind === 'edit' && state === 'refused' ? (
        <>
          <blockquote className="muted quote" dir="auto">
            {operation.content}
          </blockquote>
          <button type="button" className="act" onClick={onEdit}>
            {MESSAGE_TEXTS.actions.edit}
          </button>
        </>
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
