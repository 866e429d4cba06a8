import { Button } from './button.js';

interface FailureProps {
  text: string;
  /** Where there is little room for it. */
  small?: boolean;
  onAgain: () => void;
}

/** A part of a page that could not be fetched, and the way to try again. */
export function Failure({ text, small = false, onAgain }: FailureProps) {
  return (
    <div className="row" role="alert">
      <p className={small ? 'small t2' : 't2'}>{text}</p>
      <Button small onClick={onAgain}>
        Try again
      </Button>
    </div>
  );
}
