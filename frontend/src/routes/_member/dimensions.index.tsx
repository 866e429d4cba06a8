import { createFileRoute } from '@tanstack/react-router';
import { HubPage } from '../../features/talk/dimensions/hub-page.js';

export const Route = createFileRoute('/_member/dimensions/')({ component: HubPage });
