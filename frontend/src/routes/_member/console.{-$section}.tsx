import { createFileRoute } from '@tanstack/react-router';
import { ConsolePage } from '../../features/staff/console/index.js';

function Console() {
  return <ConsolePage section={Route.useParams().section} />;
}

export const Route = createFileRoute('/_member/console/{-$section}')({ component: Console });
