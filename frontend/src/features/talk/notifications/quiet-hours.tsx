import { useQuery } from '@tanstack/react-query';
import { Field } from '../../../ui/field.js';
import { useNow } from '../../../ui/now.js';
import { Switch } from '../../../ui/switch.js';
import { settingsQuery, useChangeSettings } from './notifications.queries.js';
import { QUIET_TEXTS } from './notifications.texts.js';
import { QuietDial } from './quiet-dial.js';

const USUAL = { quietFrom: '23:00', quietUntil: '07:00' } as const;

const minutesOf = (time: number): number => new Date(time).getHours() * 60 + new Date(time).getMinutes();

const ownTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The quiet hours as a dial, with two time fields that carry the value. */
export function QuietHours() {
  const now = useNow();
  const { data } = useQuery(settingsQuery);
  const change = useChangeSettings();
  if (!data) return null;
  const { quietFrom: from, quietUntil: until } = data;
  const isSet = from !== null && until !== null;
  const timeZone = ownTimeZone();
  const setTime = (times: { quietFrom?: string; quietUntil?: string }) => {
    if (isSet) change.mutate({ quietFrom: from, quietUntil: until, ...times, timeZone });
  };
  return (
    <section aria-labelledby="quiet-hours">
      <h2 className="h4 notification-settings__head" id="quiet-hours">
        {QUIET_TEXTS.title}
      </h2>
      <div className="notification-settings__quiet">
        <QuietDial from={from} until={until} now={minutesOf(now)} />
        <Switch
          label={QUIET_TEXTS.toggle}
          hint={isSet ? QUIET_TEXTS.hint(from, until) : QUIET_TEXTS.off}
          checked={isSet}
          onChange={(isOn) =>
            change.mutate(isOn ? { ...USUAL, timeZone } : { quietFrom: null, quietUntil: null })
          }
        />
        {isSet && (
          <div className="notification-settings__times">
            <Field
              key={`from ${from}`}
              label={QUIET_TEXTS.from}
              type="time"
              defaultValue={from}
              error={undefined}
              onBlur={({ target: { value } }) => value !== from && value && setTime({ quietFrom: value })}
            />
            <Field
              key={`until ${until}`}
              label={QUIET_TEXTS.until}
              type="time"
              defaultValue={until}
              error={undefined}
              onBlur={({ target: { value } }) => value !== until && value && setTime({ quietUntil: value })}
            />
          </div>
        )}
      </div>
    </section>
  );
}
