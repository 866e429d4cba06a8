import './position-text.css';

/** A position as lines of text. */
export const PositionText = ({ text }: { text: string }) => <pre className="position-text">{text}</pre>;
