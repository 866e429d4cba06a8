/** The quiet variant fades out below the header of a member's page. */
export function StarField({ quiet = false }: { quiet?: boolean }) {
  return <div className={quiet ? 'sky sky--quiet' : 'sky'} aria-hidden="true" />;
}
