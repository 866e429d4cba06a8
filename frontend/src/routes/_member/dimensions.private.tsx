import { createFileRoute } from '@tanstack/react-router';
import { readSelection } from '../../features/talk/dimensions/selection.js';
import { ServersPage } from '../../features/talk/dimensions/servers-page.js';

function PrivateServers() {
  return <ServersPage kind="private" selection={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/dimensions/private')({
  validateSearch: readSelection,
  component: PrivateServers,
});
