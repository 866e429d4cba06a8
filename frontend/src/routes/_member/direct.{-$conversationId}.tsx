import { createFileRoute } from '@tanstack/react-router';
import { DirectPage } from '../../features/talk/direct/direct-page.js';
import { readTargetSeq } from '../../features/talk/direct/target-seq.js';

function Direct() {
  const { conversationId } = Route.useParams();
  const { message } = readTargetSeq(Route.useSearch());
  return <DirectPage conversationId={conversationId} targetSeq={message} />;
}

export const Route = createFileRoute('/_member/direct/{-$conversationId}')({ component: Direct });
