interface Names {
  displayName: string | null;
  username: string;
}

/** Returns the name that a member is called by: the Oni name, or the Oni ID of a member without one. */
export const memberName = ({ displayName, username }: Names): string => displayName || username;

/** Returns the names that are shown of a member: the Oni name, if there is one, and the handle. */
export const namesOf = ({ displayName, username }: Names): [string, ...string[]] =>
  displayName ? [displayName, `@${username}`] : [`@${username}`];

const ASCII = /^[ -~]*$/u;

/** Isolates a name from text of another direction where there are no elements, as on a canvas. */
export const isolated = (name: string): string => (ASCII.test(name) ? name : `\u2068${name}\u2069`);

/** Returns the names that are shown of a member, for a text without elements. */
export const plainNames = (member: Names): string =>
  namesOf(member)
    .map((name) => isolated(name))
    .join(' ');
