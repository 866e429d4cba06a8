import { createFileRoute } from '@tanstack/react-router';
import { readSelection } from '../../features/dimensions/selection.js';
import { ServersPage } from '../../features/dimensions/servers-page.js';

function PrivateServers() {
  return <ServersPage kind="private" selection={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/dimensions/private')({
  validateSearch: readSelection,
  component: PrivateServers,
});
