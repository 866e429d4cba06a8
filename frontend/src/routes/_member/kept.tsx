import { createFileRoute } from '@tanstack/react-router';
import { KeptPage } from '../../features/kept/index.js';

function Kept() {
  return <KeptPage shown={Route.useSearch().kind} />;
}

export const Route = createFileRoute('/_member/kept')({
  validateSearch: ({ kind }: Record<string, unknown>): { kind?: string | undefined } => ({
    kind: typeof kind === 'string' ? kind : undefined,
  }),
  component: Kept,
});
