import './path.css';
import { PATH, type Constellation } from '@oniverse/contracts';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { serverMessageOf } from '../../../api/http.js';
import { Button, buttonClass } from '../../../ui/button.js';
import { plainNames } from '../../../ui/member-name.js';
import { MemberNames } from '../../../ui/member-names.js';
import { MemberLink } from '../member-card/index.js';
import { CONSTELLATION_TEXTS } from './constellation.texts.js';
import { findNodes } from './find-nodes.js';
import type { Graph } from './graph.js';
import { MemberField } from '../../../ui/member-field.js';
import type { PathEnds, PathState } from './use-path.js';

const texts = CONSTELLATION_TEXTS.path;
const MAX_OPTIONS = 6;

interface EndFieldProps {
  label: string;
  /** Oni ID, or empty. */
  value: string;
  graph: Graph;
  own: string | undefined;
  tone: 'warm' | 'accent';
  onChange: (username: string) => void;
}

/** Returns the Oni ID of a text that is one, or ends with one. */
const usernameIn = (text: string): string =>
  text
    .slice(text.lastIndexOf('@') + 1)
    .replace(/[\u2066-\u2069]/gu, '')
    .trim()
    .toLowerCase();

/**
 * A field for one end of the path. Shows `you` for the reader, and the names of another member; accepts the Oni ID of a
 * member outside the chart.
 */
function EndField({ label, value, graph, own, tone, onChange }: EndFieldProps) {
  const [draft, setDraft] = useState<string>();
  const chosen = graph.nodes.find(({ username }) => username === value);
  const names = plainNames(chosen ?? { username: value, displayName: null });
  const shown = value === own ? texts.you : value && names;
  const submit = (text: string) => {
    const name = usernameIn(text);
    setDraft(undefined);
    onChange(name === texts.you && own !== undefined ? own : name);
  };
  const options = findNodes(graph, usernameIn(draft ?? ''))
    .slice(0, MAX_OPTIONS)
    .map((node) => {
      const member = graph.nodes[node];
      return {
        key: `node-${node}`,
        title: member && <MemberNames member={member} />,
        choose: () => submit(member?.username ?? ''),
      };
    });
  return (
    <MemberField
      label={label}
      placeholder={texts.placeholder}
      value={draft ?? shown}
      isChosen={draft === undefined && value !== ''}
      onChange={setDraft}
      options={options}
      onEnter={() => submit(draft ?? shown)}
      onLeave={() => {
        if (draft !== undefined) submit(draft);
      }}
      mark={<span className={`path__mark is-${tone}`} aria-hidden="true" />}
    />
  );
}

function Steps({ path }: { path: Constellation }) {
  return (
    <ol className="path__steps">
      {path.users.map((member, index) => {
        const { id, username, isCurrentUser } = member;
        const link = path.connections[index];
        const classes = ['path__step', isCurrentUser ? 'is-you' : '', link ? '' : 'is-end'];
        return (
          <li key={id} className={classes.filter(Boolean).join(' ')}>
            <MemberLink username={username} className="path__name">
              {isCurrentUser ? texts.you : <MemberNames member={member} />}
            </MemberLink>
            {link && <span className="path__tags">{texts.through(link.sharedTags)}</span>}
          </li>
        );
      })}
    </ol>
  );
}

interface PathPanelProps {
  graph: Graph;
  ends: Partial<PathEnds>;
  state: PathState;
  onChange: (ends: Partial<PathEnds>) => void;
}

/** Asks for two members and describes a shortest path between them. */
export function PathPanel({ graph, ends, state, onChange }: PathPanelProps) {
  const own = graph.nodes[graph.own]?.username;
  const from = ends.from ?? own ?? '';
  const to = ends.to ?? '';
  const { path, isAnother, isLoading, error } = state;
  const isFound = path !== undefined && path.users.length > 0;
  const end = path?.users.at(-1);
  return (
    <section aria-labelledby="path">
      <div className="plate__head">
        <h2 className="h4" id="path">
          {texts.title}
        </h2>
        {to !== '' && (
          <Button small look="quiet" onClick={() => onChange({})}>
            {texts.clear}
          </Button>
        )}
      </div>
      <div className="path__ends">
        <EndField
          key={`from ${from}`}
          label={texts.from}
          value={from}
          graph={graph}
          own={own}
          tone={from === own ? 'warm' : 'accent'}
          onChange={(name) => onChange({ ...ends, from: name })}
        />
        <EndField
          key={`to ${to}`}
          label={texts.to}
          value={to}
          graph={graph}
          own={own}
          tone={to !== '' && to === own ? 'warm' : 'accent'}
          onChange={(name) => onChange({ ...ends, to: name })}
        />
      </div>
      <div aria-live="polite" className="path__found">
        {to === '' && <p className="small faint">{texts.rule(PATH.links)}</p>}
        {error && <p className="small">{serverMessageOf(error) ?? texts.failed}</p>}
        {isLoading && !isFound && <p className="small faint">{texts.searching}</p>}
        {!isLoading && path && !isFound && (
          <p className="small">{isAnother ? texts.noOther : texts.none(PATH.links)}</p>
        )}
        {isFound && <Steps path={path} />}
      </div>
      {(isFound || isAnother) && (
        <div className="path__actions">
          {end && (
            <Link
              to="/u/$username"
              params={{ username: end.username }}
              className={buttonClass({ small: true })}
            >
              {texts.profile}
            </Link>
          )}
          {isFound && (
            <Button small pending={isLoading && texts.searching} onClick={state.showAnother}>
              {texts.another}
            </Button>
          )}
          {isAnother && !isFound && (
            <Button small onClick={state.showFirst}>
              {texts.first}
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
