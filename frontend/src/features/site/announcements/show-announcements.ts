import { useNavSlot } from '../../../ui/nav-slot.js';
import { AnnouncementBanner } from './announcement-banner.js';

/** Shows on every page what is announced. */
export function showAnnouncements(): void {
  useNavSlot.setState({ Banner: AnnouncementBanner });
}
