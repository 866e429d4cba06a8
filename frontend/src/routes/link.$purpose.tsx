import { LINK_PURPOSES, type LinkPurpose } from '@oniverse/contracts';
import { createFileRoute } from '@tanstack/react-router';
import { LinkPage } from '../features/account/account-links/link-page.js';
import { UnknownPage } from '../features/site/pages/unknown-page.js';

const isPurpose = (text: string): text is LinkPurpose => LINK_PURPOSES.some((known) => known === text);

function Page() {
  const { purpose } = Route.useParams();
  return isPurpose(purpose) ? <LinkPage key={purpose} purpose={purpose} /> : <UnknownPage />;
}

export const Route = createFileRoute('/link/$purpose')({ component: Page });
