/** Shows a text as written. */
export function PlainText({ text }: { text: string }) {
  return (
    <p className="md__plain" dir="auto">
      {text}
    </p>
  );
}
