import '../../../ui/plate.css';

interface SectionHeadProps {
  id: string;
  title: string;
  /** The name of the button that shows all. */
  action?: string | undefined;
  onAction?: () => void;
  note?: string;
}

export function SectionHead({ id, title, action, onAction, note }: SectionHeadProps) {
  return (
    <div className="plate__head">
      <h2 className="h4" id={id}>
        {title}
      </h2>
      {note !== undefined && <span className="tiny faint">{note}</span>}
      {action !== undefined && (
        <button type="button" className="link small muted tag-page__all" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}
