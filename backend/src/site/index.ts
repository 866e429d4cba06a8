export { AnnouncementsService } from './announcements/announcements.service.js';
export { DocsService } from './docs/docs.service.js';
export { SiteHeads } from './site-heads.js';
export { SiteModule } from './site.module.js';
