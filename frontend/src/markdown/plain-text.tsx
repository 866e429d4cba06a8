/** Shows a text as written. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="markdown__plain" dir="auto">
      {text}
    </p>
  );
}
