/** Returns the name that a member is called by: the Oni name, or the Oni ID of a member without one. */
export const memberName = ({
  displayName,
  username,
}: {
  displayName: string | null;
  username: string;
}): string => displayName || username;
