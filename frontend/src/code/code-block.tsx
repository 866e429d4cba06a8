import './code-block.css';
import { Button } from '../ui/button.js';
import { copyText } from '../ui/copy-text.js';
import { MENU_ICONS } from '../ui/menu-icons.js';
import { CODE_TEXTS } from './code.texts.js';
import { useCodeColours } from './use-code-colours.js';

const CLASSES = {
  keyword: 'listing__keyword',
  value: 'listing__value',
  comment: 'listing__comment',
} as const;

function Code({ text, language }: CodeBlockProps) {
  const parts = useCodeColours(text, language);
  if (!parts) return text;
  return parts.map((part, index) =>
    part.colour ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of a text are never reordered
      <span key={index} className={CLASSES[part.colour]}>
        {part.text}
      </span>
    ) : (
      part.text
    ),
  );
}

interface CodeBlockProps {
  text: string;
  /** As written by the author; any word. */
  language: string | undefined;
}

/** Code as written, with colours and a button that copies it. It scrolls sideways, by keyboard too. */
export function CodeBlock({ text, language }: CodeBlockProps) {
  return (
    <div className="listing" dir="ltr">
      {/* oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the elements with this role are for fields or disclosure */}
      <section role="group" className="listing__scroll" aria-label={CODE_TEXTS.name(language)} tabIndex={0}>
        <pre>
          <code>
            <Code text={text} language={language} />
          </code>
        </pre>
      </section>
      <div className="listing__actions">
        {language !== undefined && (
          <span className="listing__language" aria-hidden="true">
            {language}
          </span>
        )}
        <Button
          small
          look="quiet"
          className="btn--icon"
          aria-label={CODE_TEXTS.copy}
          onClick={() => void copyText(text, { title: CODE_TEXTS.copied })}
        >
          {MENU_ICONS.copy}
        </Button>
      </div>
    </div>
  );
}
