import { MENU_ICONS } from '../../../ui/menu-icons.js';
import { MenuItem } from '../../../ui/menu.js';
import { type ReportedThing, reportThing } from './report-request.js';
import { REPORT_TEXTS as TEXTS } from './reports.texts.js';

interface ReportMenuItemProps {
  thing: ReportedThing;
  /** Called before the dialog opens. */
  onAsk?: () => void;
}

/** An entry of a thing's menu. */
export function ReportMenuItem({ thing, onAsk }: ReportMenuItemProps) {
  return (
    <MenuItem
      icon={MENU_ICONS.report}
      onSelect={() => {
        onAsk?.();
        reportThing(thing);
      }}
    >
      {TEXTS.action}
    </MenuItem>
  );
}
