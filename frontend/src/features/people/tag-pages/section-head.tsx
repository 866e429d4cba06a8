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
    <div className="plate__h">
      <h2 className="h4" id={id}>
        {title}
      </h2>
      {note !== undefined && <span className="mic faint">{note}</span>}
      {action !== undefined && (
        <button type="button" className="link small muted tagp__all" onClick={onAction}>
          {action}
        </button>
      )}
    </div>
  );
}
