/** Stands for the name while the sentence is made. */
const PLACE = '\uFFFC';

interface NamedProps {
  /** Returns the sentence with a name in it. */
  text: (name: string) => string;
  name: string;
}

/** A sentence with a name in it. Isolated, so that letters and controls of another direction reorder only the name. */
export function Named({ text, name }: NamedProps) {
  const [before, after] = text(PLACE).split(PLACE);
  return (
    <>
      {before}
      <bdi>{name}</bdi>
      {after}
    </>
  );
}
