import { type DigestKind, NOTIFICATION_RULES, PUSHED_KINDS, type PushedKind } from '@oniverse/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { serverMessageOf } from '../../../api/http.js';
import { Button } from '../../../ui/button.js';
import { showNoToast } from '../../../ui/show-failure.js';
import { Switch } from '../../../ui/switch.js';
import { DigestInterval, DigestTick } from './digest.js';
import { settingsQuery, useChangeSettings } from './notifications.queries.js';
import { NOTIFICATION_SETTING_TEXTS, NIGHT_TEXTS } from './notifications.texts.js';
import { canPush, startPush, stopPush } from './push.js';

const isDigestKind = (kind: PushedKind): kind is PushedKind & DigestKind =>
  NOTIFICATION_RULES[kind].digest !== null;

function DevicePush({ pushKey, isPushed }: { pushKey: string | null; isPushed: boolean }) {
  const client = useQueryClient();
  const toggle = useMutation({
    mutationFn: async () => {
      if (isPushed) await stopPush();
      return isPushed || pushKey === null ? undefined : startPush(pushKey);
    },
    onError: showNoToast,
    onSettled: () => client.invalidateQueries({ queryKey: settingsQuery.queryKey }),
  });
  if (pushKey === null) return <p className="hint">{NOTIFICATION_SETTING_TEXTS.notSetUp}</p>;
  if (!canPush()) return <p className="hint">{NOTIFICATION_SETTING_TEXTS.unsupported}</p>;
  const problem = toggle.isError ? 'failed' : toggle.data;
  return (
    <div>
      <Button
        small
        pending={toggle.isPending && NOTIFICATION_SETTING_TEXTS.starting}
        onClick={() => toggle.mutate()}
      >
        {isPushed ? NOTIFICATION_SETTING_TEXTS.stop : NOTIFICATION_SETTING_TEXTS.start}
      </Button>
      {problem ? (
        <p className="hint danger" role="alert">
          {serverMessageOf(toggle.error) ?? NOTIFICATION_SETTING_TEXTS[problem]}
        </p>
      ) : (
        <p className="hint">{NOTIFICATION_SETTING_TEXTS.hint}</p>
      )}
    </div>
  );
}

/** Which kinds are pushed, to which device, and what a push says. */
export function NotificationSettings() {
  const { data } = useQuery(settingsQuery);
  const change = useChangeSettings();
  if (!data) return null;
  return (
    <section className="notification-settings__kinds" aria-labelledby="how-you-hear">
      <h2 className="h4 notification-settings__head" id="how-you-hear">
        {NOTIFICATION_SETTING_TEXTS.title}
      </h2>
      <table className="notification-settings__table">
        <thead>
          <tr>
            <th>
              <span className="vh">{NIGHT_TEXTS.title}</span>
            </th>
            <th scope="col">{NOTIFICATION_SETTING_TEXTS.push}</th>
            <th scope="col">{NOTIFICATION_SETTING_TEXTS.mail}</th>
          </tr>
        </thead>
        <tbody>
          {PUSHED_KINDS.map((kind) => (
            <tr key={kind}>
              <th scope="row">{NIGHT_TEXTS.settings[kind]}</th>
              <td>
                <input
                  type="checkbox"
                  className="notification-settings__tick"
                  aria-label={NOTIFICATION_SETTING_TEXTS.pushKind(NIGHT_TEXTS.settings[kind])}
                  checked={data[NOTIFICATION_RULES[kind].push.field]}
                  onChange={({ target: { checked } }) =>
                    change.mutate({ [NOTIFICATION_RULES[kind].push.field]: checked })
                  }
                />
              </td>
              <td>
                {isDigestKind(kind) && <DigestTick settings={data} kind={kind} onChange={change.mutate} />}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Switch
        label={NOTIFICATION_SETTING_TEXTS.content}
        hint={NOTIFICATION_SETTING_TEXTS.contentHint}
        checked={data.isContentPushed}
        onChange={(isContentPushed) => change.mutate({ isContentPushed })}
      />
      <DevicePush pushKey={data.pushKey} isPushed={data.isPushed} />
      <DigestInterval settings={data} change={change} />
      <p className="hint">{NOTIFICATION_SETTING_TEXTS.log}</p>
    </section>
  );
}
