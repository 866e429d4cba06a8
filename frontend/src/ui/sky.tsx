/** The star field behind a page; the quiet one fades out below the head of a member's page. */
export function Sky({ quiet = false }: { quiet?: boolean }) {
  return <div className={quiet ? 'sky sky--quiet' : 'sky'} aria-hidden="true" />;
}
