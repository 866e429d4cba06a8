import { createFileRoute } from '@tanstack/react-router';
import { readSelection } from '../../features/talk/dimensions/selection.js';
import { ServersPage } from '../../features/talk/dimensions/servers-page.js';

function PublicServers() {
  return <ServersPage kind="public" selection={Route.useSearch()} />;
}

export const Route = createFileRoute('/_member/dimensions/public')({
  validateSearch: readSelection,
  component: PublicServers,
});
