/** Gives password managers the username of a password form. */
export function HiddenUsername({ username }: { username: string }) {
  return (
    <input
      className="vh"
      type="text"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
    />
  );
}
